"""Rectangles to lay things out in."""

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in whole pixels; the right and lower edges lie outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """How high it is."""
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def inset(self, dx: int, dy: int | None = None) -> "Box":
        """A smaller one inside it."""
        dy = dx if dy is None else dy
        return Box(self.left + dx, self.top + dy, self.right - dx, self.bottom - dy)

    def shift(self, dx: int, dy: int) -> "Box":
        """The same one elsewhere."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def cut_top(self, height: int) -> tuple["Box", "Box"]:
        """A strip off its top, and the rest."""
        at = self.top + height
        return self._replace(bottom=at), self._replace(top=at)

    def cut_left(self, width: int) -> tuple["Box", "Box"]:
        """A strip off its left, and the rest."""
        at = self.left + width
        return self._replace(right=at), self._replace(left=at)

    def columns(self, count: int, gap: int = 0) -> list["Box"]:
        """Equal columns side by side."""
        step = (self.width + gap) / count
        lefts = [self.left + round(i * step) for i in range(count + 1)]
        return [Box(lefts[i], self.top, lefts[i + 1] - gap, self.bottom) for i in range(count)]

    def holds(self, other: "Box") -> bool:
        """Whether another lies wholly inside it."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


def at(x: int, y: int, width: int, height: int) -> Box:
    """A rectangle by its corner and size."""
    return Box(x, y, x + width, y + height)


def around(x: int, y: int, width: int, height: int) -> Box:
    """A rectangle by its middle and size."""
    return at(x - width // 2, y - height // 2, width, height)
