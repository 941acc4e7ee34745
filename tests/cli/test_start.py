"""Before the command runs, little is imported: Ctrl-C then ends without a traceback."""

import subprocess
import sys

PRELOADED = {"__future__", "atexit", "errno", "gc"}


def test_little_is_imported_before_the_command_runs() -> None:
    code = "import sys; before = set(sys.modules); import cpgen.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if not name.startswith("cpgen")} <= PRELOADED
    assert [name for name in done.stdout.split() if name.startswith("cpgen")] == [
        "cpgen",
        "cpgen._version",
        "cpgen.board_display",
        "cpgen.cli",
    ]


def test_an_interrupt_while_modules_are_imported_is_quiet() -> None:
    code = (
        "import sys, cpgen.cli\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'cpgen.cli.app': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "cpgen.cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
