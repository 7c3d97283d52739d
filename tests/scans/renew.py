"""Draw the pictures of `docs/scanning.md` anew: ``python -m tests.scans.renew``, then look at them.

The site is started with a marked sheet, its photograph is read in Chromium.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
TEST = "tests/browser/test_sheets_page.py::test_the_photograph_to_try_is_read_by_one_button"


def main() -> None:
    """Take them, and make them small."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", "-m", "browser", TEST]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"ALLMARK_LOOKS": folder}, check=True)
        page = Image.open(Path(folder) / "read-sheet.png").convert("RGB")
        narrow = page.resize((960, page.height * 960 // page.width), Image.Resampling.LANCZOS)
        narrow.quantize(48).save(PICTURES / "read-sheet.png", optimize=True)
        photograph = Image.open(Path(folder) / "marked-sheet.jpg")
        photograph.thumbnail((700, 990))
        photograph.save(PICTURES / "marked-sheet.jpg", quality=70, optimize=True)


if __name__ == "__main__":
    main()
