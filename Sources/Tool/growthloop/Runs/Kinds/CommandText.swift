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
