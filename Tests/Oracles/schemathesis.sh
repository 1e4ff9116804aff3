#!/usr/bin/env bash
# Lets schemathesis (PyPI) try the link service against its own description, with every check it has:
# once as the backend, once as a user, who deletes nothing: that would end the token. Takes the tool; EXAMPLES says how often an operation is tried.
set -euo pipefail
tool=$(realpath "$1")
folder=$(mktemp -d)
service=
trap 'kill $service 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"

if ! python3 -m venv venv >said 2>&1; then
  cat said >&2
  echo "schemathesis needs a Python with venv: apt-get install python3-venv" >&2
  exit 69
fi
venv/bin/pip install --quiet --disable-pip-version-check schemathesis

export GROWTHLOOP_SECRET='a secret for tests alone'
"$tool" serve --port 0 --host 127.0.0.1 --data data --rate-per-address none --rate-per-user none \
  2>said &
service=$!
until address=$(sed -n 's/.*listening at //p' said | grep .); do
  kill -0 $service || { cat said >&2; exit 70; }
  sleep 0.1
done

failed=0
# The backend deletes user 42, who is the example in the description.
for caller in --backend 43; do
  token=$("$tool" token $caller --data data)
  without=()
  if [ $caller != --backend ]; then without=(--exclude-method DELETE); fi
  venv/bin/schemathesis run "$address/openapi.json" --checks all --seed 1 \
    --max-examples "${EXAMPLES:-50}" "${without[@]}" --continue-on-failure --header "Authorization: Bearer $token" \
    || failed=1
done
kill -0 $service
exit $failed
