#!/usr/bin/env bash
# browser.sh [--short | --pictures] TOOL [DIR]: opens the page of 'growthloop explore' in Debian's Chromium, and
# leaves screenshots in DIR; in short with one width and scheme; with --pictures those of the documentation alone.
# The programs that judge it come from PyPI, into a folder of their own. Ends with 69 where one of them is missing.
set -euo pipefail
form=
case $1 in --short | --pictures) form=$1; shift ;; esac
tool=$1
here=$(dirname "$0")
missing() {
  echo "browser: the page of explore was not opened, since $1" >&2
  exit 69
}
for program in chromium chromedriver python3; do
  command -v $program >/dev/null ||
    missing "$program is missing: apt-get install chromium chromium-driver python3-venv"
done
oracles=.build/browser
if [ ! -e $oracles/ready ]; then
  rm -rf $oracles
  { python3 -m venv $oracles && timeout 60 $oracles/bin/pip install -q selenium &&
    timeout 60 $oracles/bin/pip download -q --no-deps -d $oracles/axe axe-playwright-python; } >&2 ||
    missing "selenium and axe cannot be had from PyPI: that takes python3-venv and a network"
  touch $oracles/ready
fi
if [ "$form" = --pictures ]; then
  $oracles/bin/python -c 'import PIL' 2>/dev/null || $oracles/bin/python -m pip install -q pillow
  exec $oracles/bin/python "$here/explore.py" "$tool" --pictures "$2"
fi
$oracles/bin/python "$here/explore.py" "$tool" $form --axe $oracles/axe/*.whl ${2:+--shots "$2"}
