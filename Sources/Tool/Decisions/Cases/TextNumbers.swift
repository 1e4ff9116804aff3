import Vocabulary

/// The texts of a case, mapped to the numbers that the rules compare.
///
/// The comparison is by bytes: texts that only look the same are different, as in any database.
struct TextNumbers {
  private var texts: [String] = []
  private var numbers: [[UInt8]: UInt64] = [:]

  /// Returns the number of `text`, from 1; equal texts have the same.
  mutating func number(of text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return number }
    texts.append(text)
    let number = UInt64(texts.count)
    numbers[bytes] = number
    return number
  }

  /// Returns the person of that name.
  mutating func principal(_ name: String) -> PrincipalID { PrincipalID(rawValue: number(of: name)) }

  /// Returns the text with this number.
  func text(_ number: UInt64) -> String { texts[Int(number) - 1] }
}
