import Scenarios

/// A command as someone may type it again.
struct CommandText: CustomStringConvertible {
  private(set) var description: String

  init(_ command: String, _ words: [String]) {
    description = (["growthloop", command] + words.map(Self.quoted)).joined(separator: " ")
  }

  /// The options that change a scenario, as they were given.
  static func changes(_ arguments: Arguments) -> [String] {
    arguments.all("--set", "--deliberately").flatMap { [$0.option, $0.value] }
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:%+@".contains($0))
    }
    return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
