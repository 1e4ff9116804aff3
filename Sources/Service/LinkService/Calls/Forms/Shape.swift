internal import Attribution
package import GrowthloopFindings
internal import Invites
internal import Vocabulary

/// The form of a JSON value, for checking bodies, for answers, and for the OpenAPI document.
package indirect enum Shape: Sendable {
  case text(longest: Int)
  /// The name of a user, as other users see it.
  case personName(longest: Int)
  /// A word without a further definition by the service: a rule, a link.
  case word
  /// Visible ASCII characters, at least one.
  case visible(longest: Int)
  /// 1 to 64 of `[A-Za-z0-9_-]`.
  case opaqueName
  /// The id of a user: a UUID of version 8 that spells the user's number.
  case user
  /// A telephone number in international form; no message repeats one.
  case phone
  /// An email address, without spaces around it; no message repeats one.
  case emailAddress
  /// A moment in the notation of RFC 3339.
  case moment
  case flag
  case integer(ClosedRange<Int64>)
  case number
  /// One of some words; it may be described by a name, as objects are.
  case choice([String], name: String? = nil)
  case list(Shape, longest: Int)
  case object([Member], name: String)
  case orNull(Shape)

  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    package let isRequired: Bool
    package let meaning: String?
  }
}

extension Shape {
  static let count = Shape.integer(0...Int64.max)
}

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

extension Shape {
  /// The form as a JSON Schema (draft 2020-12), as in OpenAPI 3.1; what has a name is a reference.
  package var schema: JSONValue {
    switch self {
    case .text(let longest):
      return [
        "type": "string", "maxLength": .integer(Int64(longest)),
        "pattern": "^[^\\u0000-\\u001f\\u007f]*$",
      ]
    case .personName(let longest):
      return [
        "type": "string", "maxLength": .integer(Int64(longest)),
        "pattern": .text(PersonNameCheck.pattern),
      ]
    case .word: return ["type": "string"]
    case .visible(let longest):
      return ["type": "string", "pattern": .text("^[!-~]{1,\(longest)}$")]
    case .opaqueName: return ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"]
    case .user: return Self.reference(to: Self.userName)
    case .phone:
      return [
        "type": "string", "pattern": .text(E164Number.pattern), "examples": ["+12025550123"],
      ]
    case .emailAddress:
      return [
        "type": "string", "maxLength": .integer(Int64(EmailAddress.longest)),
        "pattern": .text(EmailAddress.pattern),
      ]
    case .moment: return ["type": "string", "format": "date-time"]
    case .flag: return ["type": "boolean"]
    case .integer(let range):
      return [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .number: return ["type": "number"]
    case .choice(let words, let name):
      return name.map(Self.reference) ?? Self.schema(of: words)
    case .list(let shape, let longest):
      return [
        "type": "array", "items": shape.schema, "maxItems": .integer(Int64(longest)),
      ]
    case .object(_, let name): return Self.reference(to: name)
    case .orNull(let shape): return ["anyOf": [shape.schema, ["type": "null"]]]
    }
  }

  /// The schemas of the named forms in this one.
  ///
  /// Only objects of requests are closed: an unknown member there is a mistake, and a new one in an
  /// answer should break no client.
  package func components(ofRequest isRequest: Bool) -> [String: JSONValue] {
    switch self {
    case .user: return [Self.userName: Self.userSchema]
    case .choice(let words, let name?): return [name: Self.schema(of: words)]
    case .list(let shape, _), .orNull(let shape): return shape.components(ofRequest: isRequest)
    case .object(let members, let name):
      let own = [name: Self.schema(of: members, isClosed: isRequest)]
      return members.reduce(own) { $0.joined(with: $1.shape.components(ofRequest: isRequest)) }
    default: return [:]
    }
  }

  package static func reference(to name: String) -> JSONValue {
    ["$ref": .text("#/components/schemas/\(name)")]
  }

  private static let userName = "UserID"

  private static var userSchema: JSONValue {
    let example = OpaqueID(PrincipalID(rawValue: 42)).text
    return [
      "type": "string", "pattern": "^00000000-0000-800[0-3]-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
      "description": .text(
        "A user: the user's number, from 0 to 2^64 - 1, spelled as a UUID of version 8. \(example) is "
          + "42, in hexadecimal digits; bits 62 and 63 stand in the third group. No other UUID is the id "
          + "of a user: a random one is refused."),
      "examples": [.text(example)],
    ]
  }

  private static func schema(of words: [String]) -> JSONValue {
    ["type": "string", "enum": .array(words.map { .text($0) })]
  }

  private static func schema(of members: [Member], isClosed: Bool) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for member in members {
      var schema = member.shape.schema
      if let meaning = member.meaning, case .object(var parts) = schema {
        parts["description"] = .text(meaning)
        schema = .object(parts)
      }
      properties[member.name] = schema
    }
    var schema: [String: JSONValue] = [
      "type": "object", "properties": .object(properties),
      "required": .array(members.filter(\.isRequired).map { .text($0.name) }),
    ]
    if isClosed { schema["additionalProperties"] = false }
    return .object(schema)
  }
}

extension [String: JSONValue] {
  /// Returns the schemas of both; a name stands for one schema.
  package func joined(with others: [String: JSONValue]) -> [String: JSONValue] {
    merging(others.map { ($0.key, $0.value) }) { one, other in
      precondition(one == other, "two schemas have one name: \(one.json) and \(other.json)")
      return one
    }
  }
}

extension EmailAddress {
  /// The form as a regular expression of ECMA-262, but for the length of the whole.
  fileprivate static var pattern: String {
    let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    return "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@\(label)(\\.\(label))+$"
  }
}

/// A check of names shown to strangers on a page: no control characters, and no link.
enum PersonNameCheck {
  static func mayBeShown(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(mayStand) && !holdsAddress(name.lowercased())
  }

  /// The same check as a regular expression of ECMA-262.
  static let pattern =
    #"^(?!.*(://|(^|\s)[wW]{3}\.))[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"#

  private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    switch scalar.value {
    // Marks, embeddings, overrides and isolates of the direction of writing.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return false
    default: return true
    }
  }

  /// Returns whether `text` has a scheme, or a word that begins as addresses of the web do.
  private static func holdsAddress(_ text: String) -> Bool {
    text.contains("://")
      || text.split(whereSeparator: \.isWhitespace).contains { $0.hasPrefix("www.") }
  }
}
