import GrowthloopFindings
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

// MARK: Fields

extension CaseReader {
  /// The id of the case: text or a whole number, returned as given.
  var id: JSONValue {
    asked.insert("id")
    switch members["id"] {
    case .text, .integer: return members["id"] ?? .null
    case nil:
      note("id", "is missing: the answer carries it")
    case .null, .bool, .number, .array, .object:
      note("id", "must be text or a whole number")
    }
    return .null
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  func text(_ key: String) -> String { required(key, "must be text", textValue) ?? "" }

  /// Reads the name of a person or object: text that is not empty.
  func name(_ key: String) -> String {
    required(key, "must be text that is not empty") { value in
      textValue(value).flatMap { $0.isEmpty ? nil : $0 }
    } ?? ""
  }

  func optionalText(_ key: String) -> String? { optional(key, "must be text", textValue) }

  func flag(_ key: String) -> Bool { required(key, "must be true or false", flagValue) ?? false }

  func flag(_ key: String, otherwise: Bool) -> Bool {
    optional(key, "must be true or false", flagValue) ?? otherwise
  }

  func count(_ key: String) -> Int { required(key, expected(of: key), countValue) ?? 0 }

  func count(_ key: String, otherwise: Int) -> Int {
    optional(key, expected(of: key), countValue) ?? otherwise
  }

  func optionalCount(_ key: String) -> Int? { optional(key, expected(of: key), countValue) }

  /// The most of anything that a case counts: what is made of several counts stays a number.
  private static let mostCounted = 1_000_000_000_000

  private func expected(of key: String) -> String {
    guard case .integer(let number)? = members[key], number > Self.mostCounted else {
      return Self.numberExpected
    }
    return "must be at most 1_000_000_000_000"
  }

  private static let numberExpected = "must be a whole number of at least 0"

  /// Reads a number that names something, of any size.
  func number(_ key: String) -> Int { required(key, Self.numberExpected, numberValue) ?? 0 }

  /// Reads the number of an account.
  func principal(_ key: String) -> PrincipalID { PrincipalID(rawValue: UInt64(number(key))) }

  func optionalPrincipal(_ key: String) -> PrincipalID? {
    optional(key, Self.numberExpected, numberValue).map { PrincipalID(rawValue: UInt64($0)) }
  }

  /// Reads a moment, and returns it with its text.
  func instant(_ key: String) -> (moment: Instant, text: String) {
    required(key, Self.momentExpected, momentValue) ?? (Instant(milliseconds: 0), "")
  }

  func optionalInstant(_ key: String) -> Instant? {
    optional(key, Self.momentExpected, momentValue)?.moment
  }

  /// Reads the clock by which the user's days and weeks end.
  func zone() -> CivilZone {
    let minutes =
      optional("utcOffsetMinutes", "must be a whole number of minutes from -840 to 840") { value in
        if case .integer(let minutes) = value, (-840...840).contains(minutes) {
          minutes
        } else {
          nil as Int64?
        }
      }
    guard let name = optionalText("zone") else {
      return minutes.map { CivilZone(offset: .minutes($0)) } ?? .utc
    }
    if minutes != nil { note("zone", "must not stand beside 'utcOffsetMinutes': leave one out") }
    if let zone = CivilZone(named: name) { return zone }
    note(
      "zone",
      "must be a time zone by its name, such as Europe/Berlin, not \(JSONValue.text(name).brief)"
        + Suggestion.phrase(for: name, among: CivilZone.names))
    return .utc
  }

  /// Returns the meaning of `zone` for the contract of a subject, in lines indented by `indent`.
  static func zoneMeaning(at indent: Int) -> String {
    """
    the clock by which days and weeks end, by name: "Europe/Berlin". In its place
    "utcOffsetMinutes" gives a clock that is never set. Without both it is UTC.
    """.replacing("\n", with: "\n" + String(repeating: " ", count: indent))
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> Choice {
    required(key, mustBeOne(of: type, key), { choiceValue($0, type) })
      ?? Choice.allCases[Choice.allCases.startIndex]
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type, otherwise: Choice
  ) -> Choice {
    optional(key, mustBeOne(of: type, key), { choiceValue($0, type) }) ?? otherwise
  }

  func optionalChoice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> Choice? {
    optional(key, mustBeOne(of: type, key), { choiceValue($0, type) })
  }

  /// Reads a list of words of an enumeration.
  func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> [Choice] {
    values(key, of: words(of: type), each: words(of: type)) { choiceValue($0, type) }
  }

  /// Reads a list of texts in which null stands for an unknown one.
  func textsOrNulls(_ key: String) -> [String?] {
    values(key, of: "texts and nulls", each: "text or null") { value -> String?? in
      value == .null ? .some(nil) : textValue(value).map { .some($0) }
    }
  }

  /// Reads a list of whole numbers.
  func counts(_ key: String) -> [Int] {
    values(
      key, of: "whole numbers of at least 0", each: "a whole number of at least 0", numberValue)
  }

  /// Reads a list of texts.
  func texts(_ key: String) -> [String] { values(key, of: "texts", each: "text", textValue) }
}

// MARK: Values

extension CaseReader {
  /// Reads a list of `kind`, and notes each element that is not `expected` with its place.
  private func values<Element>(
    _ key: String, of kind: String, each expected: String, _ read: (JSONValue) -> Element?
  ) -> [Element] {
    let elements: [JSONValue]? = optional(key, "must be a list of \(kind)") { value in
      if case .array(let elements) = value { elements } else { nil }
    }
    return (elements ?? []).enumerated().compactMap { place, element in
      checked("\(key)[\(place)]", element, "must be \(expected)", read)
    }
  }

  private static let momentExpected =
    "must be a moment such as 2026-02-12T09:30:00Z, with at most three decimals"

  private func textValue(_ value: JSONValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  private func flagValue(_ value: JSONValue) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  private func numberValue(_ value: JSONValue) -> Int? {
    guard case .integer(let number) = value, number >= 0 else { return nil }
    return Int(exactly: number)
  }

  private func countValue(_ value: JSONValue) -> Int? {
    numberValue(value).flatMap { $0 <= Self.mostCounted ? $0 : nil }
  }

  private func momentValue(_ value: JSONValue) -> (moment: Instant, text: String)? {
    guard case .text(let text) = value else { return nil }
    return Instant(iso8601: text).map { ($0, text) }
  }

  private func choiceValue<Choice: RawRepresentable<String>>(
    _ value: JSONValue, _ type: Choice.Type
  ) -> Choice? {
    textValue(value).flatMap { Choice(rawValue: $0) }
  }

  private func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: " | ")
  }

  private func mustBeOne<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type, _ key: String
  ) -> String {
    "must be " + words(of: type)
  }
}
