"""The options of the program, as its help tells them."""

import functools
import re
import subprocess
import sys

SERVICES = ["board-ingest", "rules-validation", "clock", "pairing", "broadcast"]
COMMANDS = ["up", "streams", "access", "tls", "boards", "verify", "rebuild", "accept-loss", "mend-store", "status", "doctor",
            "backup", "restore", "archive", "replay", "nats-metrics", *(f"serve {name}" for name in SERVICES)]


class Program:
    """A built `damcast`."""

    def __init__(self, path):
        self.path = path

    @functools.cache
    def options(self, command):
        """Returns the options of a command and of those that it is made of, and the environment variables that may replace
        them."""
        arguments = [self.path, *command.split(), "--help"]
        text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
        # An option stands at the beginning of its line. Lines are wrapped after 100 columns.
        names = re.findall(r"^ +(?:-\w, )?(--[a-z][a-z0-9-]*)", text, re.MULTILINE)
        variables = re.findall(r"\[env:\s+(DAMCAST_[A-Z0-9_]+)", text)
        if not names:
            sys.exit(f"no options in the help of {command!r}: is {self.path} the program?")
        parts = re.search(r"^Commands:\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
        for part in re.findall(r"^ {2}([a-z][a-z-]*)", parts.group(1), re.MULTILINE) if parts else []:
            if part != "help":
                of_part = self.options(f"{command} {part}")
                names, variables = [*names, *of_part[0]], [*variables, *of_part[1]]
        return frozenset(names), frozenset(variables)

    def variables(self):
        """Returns the environment variables of all commands."""
        return frozenset().union(*(self.options(command)[1] for command in COMMANDS))


def report(what, faults):
    """Ends with the faults, if there are any."""
    for fault in faults:
        print(f"{what}: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
