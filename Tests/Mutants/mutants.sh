#!/usr/bin/env bash
# Builds the planter of mutants with the parser that comes with the toolchain, and runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."

swiftc=${SWIFTC:-swiftc}
host=$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/host
if [ ! -e "$host/libSwiftParser.so" ]; then
  echo "mutants: the toolchain has no SwiftParser in $host" >&2
  exit 69
fi
tool=.build/mutants/mutants
if [ ! -x $tool ] || [ -n "$(find Tests/Mutants -name '*.swift' -newer $tool)" ]; then
  mkdir -p .build/mutants
  "$swiftc" -swift-version 6 -warnings-as-errors -I "$host" -L "$host" \
    -lSwiftSyntax -lSwiftParser -lSwiftOperators -Xlinker -rpath -Xlinker "$host" \
    Tests/Mutants/*.swift -o $tool.new
  mv $tool.new $tool
fi
exec $tool "$@"
