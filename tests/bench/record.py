"""Results that are written down."""

import json
import platform
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def recorded(name: str, folder: Path = RESULTS) -> dict[str, object]:
    """The figures that were written down before, so that one of them can be measured anew."""
    file = folder / f"{name}.json"
    found: dict[str, object] = (
        json.loads(file.read_text("utf-8"))["figures"] if file.exists() else {}
    )
    return found


def record(name: str, figures: object, folder: Path = RESULTS) -> Path:
    """Write a bench's figures beside the others, with the Python that made them."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.json"
    recorded = {"python": platform.python_version(), "figures": figures}
    file.write_text(json.dumps(recorded, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return file
