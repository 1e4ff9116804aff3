import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies

/// The commands that repeat a run with a change.
package struct Repetition {
  /// The command that runs it alone.
  let alone: ChangeableCommand
  /// The command that runs it in its place: among the stages of a plan, or alone.
  let here: ChangeableCommand

  package init(_ alone: ChangeableCommand, within plan: ChangeableCommand? = nil) {
    self.alone = alone
    here = plan ?? alone
  }
}

/// A command line whose keys can be changed.
package struct ChangeableCommand {
  private let command: String
  private let words: [String]
  /// The prefix of a key, such as the name of its stage.
  private let prefix: String
  private var changes: [Change]
  private let options: [String]

  /// A key with its value, and the option that sets it.
  package struct Change {
    let option: String
    let key: String
    let value: String

    package init(_ key: String, _ value: String, by option: String = "--set") {
      self.option = option
      self.key = key
      self.value = value
    }
  }

  package init(
    _ command: String, _ words: [String], changes: [Change] = [], options: [String] = [],
    prefix: String = ""
  ) {
    self.command = command
    self.words = words
    self.changes = changes
    self.options = options
    self.prefix = prefix
  }

  /// Returns the same command with one more key changed.
  func changing(_ key: String, to value: String) -> ChangeableCommand {
    var command = self
    command.changes.removeAll { $0.key == prefix + key }
    command.changes.append(Change(prefix + key, value))
    return command
  }

  /// Returns the command as a user may type it, with further options.
  package func text(_ further: String...) -> String {
    CommandText(
      command,
      words + changes.flatMap { [$0.option, "\($0.key)=\($0.value)"] } + options + further
    ).description
  }
}

extension ScenarioOverride {
  /// The option that makes the change.
  var option: String { isDeliberate ? CommandOption.deliberately.name : "--set" }

  /// The change as two words of a command line.
  var words: [String] { [option, "\(key)=\(value)"] }
}

/// A command line that a user may type again.
package struct CommandText: CustomStringConvertible {
  package private(set) var description: String

  package init(_ command: String, _ words: [String]) {
    description = (["growthloop", command] + words.map(Self.quoted)).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:%+@".contains($0))
    }
    return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}

extension [JudgedGate] {
  /// Returns the same gates, each that is not kept with the command that examines it.
  ///
  /// What has to grow to decide a gate is `key`, such as `experiment.replications`. A missed gate is
  /// examined by the same run, alone, or by the command that `examine` returns.
  func withNextCommands(
    _ repetition: Repetition, growing key: String, examine: ((JudgedGate) -> String)? = nil
  ) -> [JudgedGate] {
    map { gate in
      var gate = gate
      gate.next =
        switch gate.verdict {
        case .kept: nil
        case .missed: examine?(gate) ?? repetition.alone.text()
        case .undecided:
          gate.replicationsToDecide.map { repetition.here.changing(key, to: "\($0)").text() }
        }
      return gate
    }
  }
}
