"""The screens that pictures are seen on, and how large type must be there.

A desktop client scales a picture into 550 × 350 pixels; a phone shows it about 350 points wide.
Everything is drawn at twice the desktop's size.
"""

WIDTH, HEIGHT = 1100, 700
PHONE = 350  # points
LEAST_PIXELS, LEAST_POINTS = 11, 9  # of type, on a desktop and on a phone
READ = max(2 * LEAST_PIXELS, -(-LEAST_POINTS * WIDTH // PHONE))  # the least size to be drawn
