/// Any JSON value, so that it can be checked field by field and every mistake in it be reported.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// The value in few words, for messages.
  public var brief: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .text(let value): value.count > 40 ? "'\(value.prefix(37))…'" : "'\(value)'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// The text, if it is one.
  public var word: String? {
    guard case .text(let word) = self else { return nil }
    return word
  }

  /// The number, if it is one.
  public var amount: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The number as JSON Schema counts whole ones, to which 1.0 belongs; `nil` for any other value.
  public var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    case .null, .bool, .text, .array, .object: nil
    }
  }

  /// The member of that name, if it is an object that has one.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The elements, if it is a list.
  public var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}

extension JSONValue {
  /// The value as JSON on one line, the members of objects in the order of their names.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value):
      precondition(value.isFinite, "JSON has no \(value)")
      text += "\(value)"
    case .text(let value): Self.writeQuoted(value, to: &text)
    case .array(let elements):
      text += "["
      for (place, element) in elements.enumerated() {
        if place > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if place > 0 { text += "," }
        Self.writeQuoted(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func writeQuoted(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

// Literals in our own sources.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: members))
  }
}
