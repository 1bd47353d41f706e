"""Results that are kept."""

import json
import platform
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def keep(name: str, figures: object, folder: Path = RESULTS) -> Path:
    """Write a bench's figures beside the others, with the Python that made them."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.json"
    kept = {"python": platform.python_version(), "figures": figures}
    file.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return file
