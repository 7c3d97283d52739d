"""A setting stands once: what is added to a model is found wherever settings are."""

import subprocess
import sys


def test_a_field_added_to_a_model_is_found_in_form_api_description_archive_and_copy() -> None:
    app = "tests.one_setting_more"
    command = [
        *(sys.executable, "-m", "pytest", "-q", "--ds", f"{app}.settings", "--nomigrations"),
        f"{app.replace('.', '/')}/places.py",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
