#!/usr/bin/env bash
# browser.sh [--short] TOOL [DIR]: opens the page of 'growthloop explore' in Debian's Chromium, and
# leaves screenshots in DIR; in short with one width and scheme. The programs that judge it come from PyPI, into a folder of their own.
set -euo pipefail
short=
if [ "$1" = --short ]; then short=--short; shift; fi
tool=$1
here=$(dirname "$0")
for program in chromium chromedriver python3; do
  command -v $program >/dev/null || {
    echo "browser: not run, since $program is missing: apt-get install chromium chromium-driver python3-venv" >&2
    exit 69
  }
done
oracles=.build/browser
if [ ! -e $oracles/ready ]; then
  python3 -m venv $oracles
  $oracles/bin/pip install -q selenium
  $oracles/bin/pip download -q --no-deps -d $oracles/axe axe-playwright-python
  touch $oracles/ready
fi
$oracles/bin/python "$here/explore.py" "$tool" $short --axe $oracles/axe/*.whl ${2:+--shots "$2"}
