#!/bin/sh
# Runs the tool TOOL among 1, 2, 3, 4 and 8 ranks, and holds its results to the bytes of one process;
# stops a rank on the way.
#
#   Tests/MPI/ranks.sh TOOL
set -eu
tool=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# More ranks than cores, and a container's user: no harm to a test.
mpi="mpirun --oversubscribe"
[ "$(id -u)" != 0 ] || mpi="$mpi --allow-run-as-root"

fail() {
  echo "ranks: $*" >&2
  exit 1
}

# Everything but about.json, which has durations. One rank alone prints as a process of its own does: in
# colour, on the terminal that mpirun lends it.
same() {
  diff -r -x about.json "$folder/one" "$folder/many" >&2 || fail "$1: the files differ from one process"
  [ "$2" = 1 ] || cmp "$folder/one.txt" "$folder/many.txt" >&2 || fail "$1: the text differs from one process"
}

small='--set market.people=2_000 --set days=20 --set sharing.visit=10%'
compare() {
  words=$1
  shift
  "$tool" "$@" $small --workers 2 --out "$folder/one" >"$folder/one.txt"
  for ranks in 1 2 3 4 8; do
    $mpi -n $ranks "$tool" "$@" $small --out "$folder/many" >"$folder/many.txt" 2>"$folder/log" \
      || { cat "$folder/log" >&2; fail "$words among $ranks ranks failed"; }
    same "$words among $ranks ranks" $ranks
    rm -rf "$folder/many"
  done
  rm -rf "$folder/one"
  echo "ranks: $words among 1, 2, 3, 4 and 8 ranks: the bytes of one process"
}

compare simulate simulate --replications 40
compare 'simulate --until' simulate --replications 400 --until sends.recipients=5%
compare compare compare defaults prompts.lifetimeMax=5 --replications 10 --measure-pairing
town=$small
small='--set market.people=1_000_000 --set days=20 --set sharing.visit=10%'
compare 'one population' simulate --replications 1
small=$town
compare sweep sweep --vary prompts.lifetimeMax=1,3 --replications 6

# A rank that is stopped, as by a machine that hangs, is given up after five seconds; the others finish.
"$tool" simulate $small --replications 3_000 --out "$folder/one" >"$folder/one.txt"
$mpi -n 3 "$tool" simulate $small --replications 3_000 --out "$folder/many" \
  >"$folder/many.txt" 2>"$folder/log" &
job=$!
# Once all three are there, the last one is not the first rank, without which nobody can go on.
until ranks=$(pgrep -P "$job" -x "$(basename "$tool")") && [ "$(echo "$ranks" | wc -l)" = 3 ]; do
  kill -0 $job 2>/dev/null || fail 'the run ended before a rank could be stopped'
done
lost=$(echo "$ranks" | tail -1)
sleep 1
kill -STOP "$lost"
wait $job || { cat "$folder/log" >&2; fail 'a stopped rank ended the run'; }
grep -q '^growthloop: rank [12] on .* is lost' "$folder/log" || fail 'the loss of a rank is not named'
same 'a run with a lost rank' 3
echo 'ranks: a rank stopped on the way: named, and the bytes of one process'

# A server that answers anything; the requests of three agents are those of the plan. On a busy machine
# the generator is too late: that is code 2.
mkdir "$folder/empty"
python3 -u -m http.server 0 --bind 127.0.0.1 -d "$folder/empty" >"$folder/server" 2>/dev/null &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
until port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$folder/server") && [ -n "$port" ]; do
  kill -0 $server || fail 'there is no server to load'
done
cat >"$folder/plan.yaml" <<'PLAN'
plan: load
title: a server that answers anything
arrivals: {rate: 100}
length: 3s
warmUp: 1s
mix: {landingTap: 0, previewFetch: 0, directOpen: 0, deferredResolution: 0, sharing: 0, accept: 0, dashboard: 0, paths: {/: 1}}
PLAN
for words in "" "$mpi -n 3"; do
  $words "$tool" load "$folder/plan.yaml" --target "http://127.0.0.1:$port" >"$folder/load" 2>"$folder/log" \
    || [ $? = 2 ] || { cat "$folder/log" >&2; fail 'a load failed'; }
  awk '/^get \// { print $3 }' "$folder/load" >>"$folder/planned"
done
[ "$(wc -l <"$folder/planned")" = 2 ] && [ "$(uniq "$folder/planned" | wc -l)" = 1 ] \
  || fail 'three agents plan other requests than one'
grep -q '; 3 agents' "$folder/load" || fail 'the report is not of three agents'
echo 'ranks: load among 3 ranks: one report, the requests of the plan'

code=0
$mpi -n 2 "$tool" check nothing.yaml >"$folder/log" 2>&1 || code=$?
[ "$code" = 64 ] && [ "$(grep -c 'makes no use of 2 ranks' "$folder/log")" = 1 ] \
  || fail 'a command without use for ranks is not refused once'
echo 'ranks: a command that makes no use of them is refused, once'
