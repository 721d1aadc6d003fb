"""The Secret nats-passwords, as deploy/passwords.sh makes it."""

import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def make():
    """Returns the content of each file, by its name."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "nats-passwords"
        subprocess.run([ROOT / "deploy/passwords.sh", folder], check=True)
        return {path.name: path.read_text() for path in folder.iterdir()}


def of_users(files):
    """Returns the password of each user, by the variable of its name."""
    return {name: text for name, text in files.items() if not name.endswith(".conf")}
