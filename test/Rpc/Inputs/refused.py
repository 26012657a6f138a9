"""Runs a command that has to be refused: `refused.py STATUS COMMAND...`. Its output is the command's
errors; fails when the command ends otherwise, says more than one line or does not end."""
import subprocess
import sys

done = subprocess.run(sys.argv[2:], capture_output=True, text=True, timeout=60)
print(done.stderr, end="")
sys.exit(done.returncode != int(sys.argv[1]) or done.stdout != "" or done.stderr.count("\n") != 1)
