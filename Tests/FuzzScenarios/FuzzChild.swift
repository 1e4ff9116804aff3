import Foundation
import RandomScenarios

/// The side of the fuzzer that runs scenarios, and may crash.
enum FuzzChild {
  /// For how long one scenario may run before it counts as one that never ends.
  private static let patience: UInt32 = 300

  /// Runs the scenarios of the seeds FIRST, FIRST + STEP … below END, and prints a line when each begins
  /// and one when it ends.
  static func run(seedsFrom words: ArraySlice<String>) async {
    let numbers = words.compactMap { UInt64($0) }
    guard numbers.count == 3 else { exit(64) }
    for seed in stride(from: numbers[0], to: numbers[2], by: Int(numbers[1])) {
      say("begin \(seed)")
      alarm(patience)
      for change in RandomScenario.extremes(drawnBy: seed) {
        // Refused or taken: only a crash would be news.
        _ = RandomScenario([change], seed: seed)
      }
      _ = RandomScenario(RandomScenario.extremes(drawnBy: seed), seed: seed)
      let trial = await ScenarioTrial(RandomScenario(drawnBy: seed))
      for problem in trial.problems { say("problem \(problem)") }
      say("end \(seed) \(trial.events) \(trial.isTooLarge ? "large" : "whole")")
    }
  }

  /// Runs one scenario, SEED and changes; exits with 1 if something did not hold.
  static func tryOne(_ words: ArraySlice<String>) async {
    guard let seed = words.first.flatMap({ UInt64($0) }) else { exit(64) }
    let changes = words.dropFirst().map { word in
      RandomScenario.Change(String(word.dropFirst()), isDeliberate: word.first == "!")
    }
    alarm(patience)
    guard let scenario = RandomScenario(changes, seed: seed) else { exit(65) }
    let trial = await ScenarioTrial(scenario)
    for problem in trial.problems { say(problem) }
    exit(trial.problems.isEmpty ? 0 : 1)
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

extension RandomScenario.Change {
  /// The word by which a child is given it.
  var word: String { (isDeliberate ? "!" : "=") + text }
}
