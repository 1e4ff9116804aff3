internal import Attribution
package import GrowthloopFindings
internal import Invites
internal import Vocabulary

/// An error in one field of a body.
package struct FieldMistake: Hashable {
  /// The place, as a JSON Pointer (RFC 6901); empty for the whole body.
  package let pointer: String
  package let detail: String

  package var json: JSONValue {
    Members(ProblemAnswer.pointer("#\(pointer)"), ProblemAnswer.mistake(detail)).json
  }
}

extension Shape {
  /// The greatest number of listed errors.
  private static let mostMistakes = 20

  /// Returns the errors of `value` against this form, up to a number.
  package func mistakes(in value: JSONValue) -> [FieldMistake] {
    var found: [FieldMistake] = []
    check(value, "", &found)
    return Array(found.prefix(Self.mostMistakes))
  }

  private func check(_ value: JSONValue, _ place: String, _ found: inout [FieldMistake]) {
    switch (self, value) {
    case (.orNull, .null): break
    case (.orNull(let shape), _): shape.check(value, place, &found)
    case (.object(let members, _), .object(let values)):
      Self.check(values, members, place, &found)
    case (.phone, _), (.emailAddress, _):
      if !accepts(value) { found.append(FieldMistake(pointer: place, detail: expectation)) }
    case (.list(let shape, let longest), .array(let elements)):
      if elements.count > longest {
        found.append(FieldMistake(pointer: place, detail: expectation))
      }
      for (index, element) in elements.prefix(longest).enumerated() {
        shape.check(element, "\(place)/\(index)", &found)
      }
    default:
      if !accepts(value) {
        found.append(
          FieldMistake(pointer: place, detail: "\(expectation), not \(value.brief)\(near(value))"))
      }
    }
  }

  private static func check(
    _ values: [String: JSONValue], _ members: [Member], _ place: String,
    _ found: inout [FieldMistake]
  ) {
    for member in members {
      let pointer = "\(place)/\(member.name)"
      if let value = values[member.name] {
        member.shape.check(value, pointer, &found)
      } else if member.isRequired {
        found.append(
          FieldMistake(pointer: pointer, detail: "is missing: it \(member.shape.expectation)"))
      }
    }
    let known = members.map(\.name)
    for name in values.keys.sorted() where !known.contains(name) {
      let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
      found.append(
        FieldMistake(
          pointer: "\(place)/\(escaped)",
          detail: "is unknown" + Suggestion.phrase(for: name, among: known)))
    }
  }

  /// Returns whether a value without nested values has this form.
  private func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.flag, .bool), (.number, .integer), (.number, .number), (.word, .text): true
    case (.integer(let range), .integer), (.integer(let range), .number):
      value.wholeNumber.map(range.contains) == true
    case (.text(let longest), .text(let text)):
      text.unicodeScalars.count <= longest
        && !text.unicodeScalars.contains { $0 < " " || $0 == "\u{7F}" }
    case (.personName(let longest), .text(let text)):
      text.unicodeScalars.count <= longest && PersonNameCheck.mayBeShown(text)
    case (.visible(let longest), .text(let text)):
      (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    case (.opaqueName, .text(let text)): OpaqueID(text) != nil
    case (.user, .text(let text)): OpaqueID(text)?.principal != nil
    case (.phone, .text(let text)): E164Number(text) != nil
    case (.emailAddress, .text(let text)):
      EmailAddress(text) != nil && text.trimmed.utf8.count == text.utf8.count
    case (.moment, .text(let text)): Instant(rfc3339: text) != nil
    case (.choice(let words, _), .text(let text)): words.contains(text)
    default: false
    }
  }

  /// The most words of a choice that are all said.
  private static let mostWords = 40

  /// Returns the word of a long choice that was probably meant.
  private func near(_ value: JSONValue) -> String {
    guard case (.choice(let words, _), .text(let text)) = (self, value),
      words.count > Self.mostWords
    else { return "" }
    return Suggestion.phrase(for: text, among: words)
  }

  /// The valid values, in words.
  private var expectation: String {
    switch self {
    case .text(let longest):
      "must be text of at most \(longest) characters, without control characters"
    case .personName(let longest):
      "must be a name of at most \(longest) characters, without control characters, characters "
        + "that turn the direction of writing, and web addresses"
    case .word: "must be text"
    case .visible(let longest): "must be 1 to \(longest) visible ASCII characters"
    case .opaqueName: "must be 1 to 64 letters, digits, '_' or '-'"
    case .user:
      "must be the id of a user, a UUID of version 8 with the user's number such as "
        + "\(OpaqueID(PrincipalID(rawValue: 42))) for 42 (no other UUID is one)"
    case .phone: "must be a telephone number in international form, a plus sign and 7 to 15 digits"
    case .emailAddress: "must be an email address such as name@example.com"
    case .moment: "must be a moment such as 2026-02-12T09:30:00Z"
    case .flag: "must be true or false"
    case .integer(let range):
      "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "must be a number"
    case .choice(let words, let name) where words.count > Self.mostWords:
      "must be a \(name ?? "word") that the description lists, such as \(words[words.count / 2])"
    case .choice(let words, _): "must be one of \(words.joined(separator: ", "))"
    case .list(_, let longest): "must be a list of at most \(longest)"
    case .object: "must be an object"
    case .orNull(let shape): "\(shape.expectation), or null"
    }
  }
}
