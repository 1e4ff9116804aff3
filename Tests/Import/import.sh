#!/bin/sh
# Builds a package that depends on this one and has targets of the same names: first one that takes
# the rules alone under their own names, then one with names of the rules too, by module aliases.
# There each rule module stands in a program of its own, which links nothing else than Vocabulary.
# The first has a state saved, a prompt and words of its own, and dates by the trait FoundationBridges.
set -eu
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/.build/import
rm -rf "$work/Sources"
mkdir -p "$work/App" "$work/Sources"
# The name of a package at a path is that of its folder, and a checkout may have another.
ln -sfn "$root" "$work/growthloop"
unset GROWTHLOOP_ROOMS GROWTHLOOP_TESTED

# What no product offers, and what this package had or has under plain names.
own='JSON Terminal Runs Gates Plans Findings Reports Model Transport LinkStore LinkService
  LoadGenerator Contacts Studies Decisions CZlib CSQLite CYAML CICU COpenSSL CSodium CMemory'
# What products offer, so that only an alias tells the two apart.
offered='Vocabulary Prompts Invites Statistics RandomStreams SimulationKernel'
rules='Vocabulary Invites Attribution Prompts Onboarding AddressBooks HomeSections Profiles'

for name in $own $offered; do
  mkdir -p "$work/Sources/$name"
  echo "public enum The$name { public static let isTheApps = true }" > "$work/Sources/$name/$name.swift"
done

quoted() { printf '"%s", ' $1; }

# manifest OWN TARGETS TRAITS
manifest() {
  cat > "$work/Package.swift" <<EOF
// swift-tools-version: 6.2

import PackageDescription

let own = [$(quoted "$1")]
let package = Package(
  name: "App",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(path: "growthloop", traits: [${3:-}])],
  targets: own.map { .target(name: \$0) } + [$2])
EOF
}

fail() {
  echo "import: $1" >&2
  cat "$work/log" >&2
  exit 1
}

build() {
  (cd "$work" && $swift build "$@") >"$work/log" 2>&1 \
    || fail "a package beside this one does not build"
}

mkdir -p "$work/Sources/Plain"
cat > "$work/Sources/Plain/main.swift" <<'EOF'
import Foundation
import JSON
import Prompts
import Vocabulary

extension PromptTrigger { static let finishedWorkout = own1 }

func expect(_ isTrue: Bool, _ what: String) {
  if !isTrue { fatalError(what) }
}

var policy = PromptPolicy.rin
policy.triggers.append(.finishedWorkout)
let morning = Date(timeIntervalSince1970: 1_785_571_200.123)
let berlin = CivilZone(TimeZone(identifier: "Europe/Berlin")!)
var history = PromptHistory()
policy.record(.contactsCounted(64), in: &history, at: Instant(morning))
let decision = policy.meet(.finishedWorkout, in: &history, at: Instant(morning), zone: berlin)
expect(decision.isShown, "a trigger of the app's own")

let saved = try JSONEncoder().encode(Saved(history))
history = try JSONDecoder().decode(Saved<PromptHistory>.self, from: saved).state
expect(history.card?.trigger == .finishedWorkout, "a state that was saved")

let german = ["Share {1}": "{1} teilen", "Dismiss": "Nicht jetzt"]
let card = OwnTexts.$current.withValue(OwnTexts { german[$0] }) {
  policy.card(for: .finishedWorkout, app: .rin)
}
expect(card?.title == "Rin teilen" && card?.dismiss == "Nicht jetzt", "texts of the app's own")

expect(Instant(morning).date == morning, "a date and back")
expect(CivilDate(of: Instant(morning), in: berlin).inWords == "Aug 1, 2026", "a date in a zone")
let winter = Date(timeIntervalSince1970: 1_800_000_000)
expect(berlin.offset(at: Instant(morning)) == Interval(7_200), "summer time")
expect(berlin.offset(at: Instant(winter)) == Interval(3_600), "winter time")
expect(TimeZone(berlin)?.identifier == "Europe/Berlin", "a zone and back")
print(TheJSON.isTheApps, history.contacts)
EOF
manifest "$own" "
  .executableTarget(
    name: \"Plain\",
    dependencies: own.map { .byName(name: \$0) }
      + [.product(name: \"GrowthloopPrompts\", package: \"growthloop\")])" '"FoundationBridges"'
build --product Plain --explicit-target-dependency-import-check error
"$work/.build/debug/Plain" >/dev/null || fail "what it says of its own does not hold"
echo "import: rules alone, beside $(echo $own | wc -w) targets with names of this package"

targets=
aliases=$(for name in $offered; do printf '"%s": "Loop%s", ' "$name" "$name"; done)
for rule in $rules; do
  mkdir -p "$work/Sources/Takes$rule"
  # A target that sees one module of the name imports it by that. Vocabulary is seen twice: in the
  # product, and below the other rule.
  vocabulary=LoopVocabulary
  [ "$rule" != Vocabulary ] || vocabulary=Vocabulary
  printf 'import %s\nimport %s\n\nprint(Instant(milliseconds: 0))\n' "$rule" $vocabulary \
    | uniq > "$work/Sources/Takes$rule/main.swift"
  targets="$targets
  .executableTarget(
    name: \"Takes$rule\",
    dependencies: [
      .product(name: \"Growthloop$rule\", package: \"growthloop\", moduleAliases: aliases)
    ]),"
done
mkdir -p "$work/Sources/TakesSimulation"
printf 'import Prompts\nimport LoopRandomStreams\nimport LoopStatistics\nimport Statistics\n\nprint(TheStatistics.isTheApps, ThePrompts.isTheApps)\n' \
  > "$work/Sources/TakesSimulation/main.swift"
manifest "$own $offered" "$targets
  .executableTarget(
    name: \"TakesSimulation\",
    dependencies: own.map { .byName(name: \$0) } + [
      .product(name: \"GrowthloopSimulation\", package: \"growthloop\", moduleAliases: aliases)
    ]),"
# The check of imports does not know aliases (Swift 6.3).
sed -i "s/^let package/let aliases = [$aliases]\n&/" "$work/Package.swift"
build
for rule in $rules Simulation; do
  "$work/.build/debug/Takes$rule" >/dev/null || fail "Takes$rule does not run"
done
echo "import: each of $(echo $rules | wc -w) rule modules by itself, and the kernel, under aliases"
