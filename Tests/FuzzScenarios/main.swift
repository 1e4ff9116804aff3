import Foundation
import RandomScenarios

// Runs random valid scenarios and holds each to what must be true of any. Each runs in a child process,
// so that a crash is a finding like any other; what fails is made as small as it goes and printed as a
// command.
//
//   fuzz-scenarios [COUNT] [FIRST-SEED]       COUNT scenarios (default: 2000) from a seed (default: 1)

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "--seeds": await FuzzChild.run(seedsFrom: words.dropFirst())
case "--try": await FuzzChild.tryOne(words.dropFirst())
default:
  let numbers = words.map { UInt64($0.filter { $0 != "_" }) }
  guard numbers.count <= 2, !numbers.contains(nil), numbers.first != 0 else {
    FileHandle.standardError.write(Data("usage: fuzz-scenarios [COUNT] [FIRST-SEED]\n".utf8))
    exit(64)
  }
  let count = (numbers.first ?? nil) ?? 2_000
  let first = numbers.count > 1 ? numbers[1] ?? 1 : 1
  exit(await FuzzRun(count: Int(count), first: first).run() ? 0 : 1)
}
