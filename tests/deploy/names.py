"""Checks that every name of an option or environment variable in deploy/ is one of the program's.

    python3 tests/deploy/names.py target/debug/damcast

Variables of deploy/nats/*.conf are told by those files.
"""

import pathlib
import re
import sys

from program import COMMANDS, Program, report

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIABLE = re.compile(r"\bDAMCAST_[A-Z0-9_]*[A-Z0-9]\b")
# A command with what follows it, to the end of its line or of its quotation.
CALL = re.compile(r"\bdamcast (" + "|".join(sorted(COMMANDS, reverse=True)) + r")\b([^\n`]*)")
OPTION = re.compile(r"(?<!\S)--[a-z][a-z0-9-]*")


def main():
    program = Program(sys.argv[1])
    files = sorted(path for path in (ROOT / "deploy").rglob("*") if path.is_file() and path.name != ".env")
    configured = set()
    for path in (ROOT / "deploy/nats").glob("*.conf"):
        configured.update(re.findall(r"\$(DAMCAST_[A-Z0-9_]+)", path.read_text()))
    known = program.variables() | configured
    faults, variables, calls = [], set(), 0
    for path in files:
        place = path.relative_to(ROOT)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for name in VARIABLE.findall(line):
                variables.add(name)
                # passwords.sh makes the names of passwords from the names of users.
                if name not in known and name != "DAMCAST_NATS_PASSWORD":
                    faults.append(f"{place}:{number}: no command has {name}")
            for command, rest in CALL.findall(line):
                calls += 1
                for option in OPTION.findall(rest):
                    if option not in program.options(command)[0]:
                        faults.append(f"{place}:{number}: damcast {command} has no {option}")
    if not variables or not calls:
        faults.append("there is nothing to check")
    report("deploy", faults)
    print(f"deploy: {len(variables)} variables and {calls} calls of damcast in {len(files)} files are its own")


main()
