internal import Attribution
internal import Invites
package import GrowthloopFindings
internal import Vocabulary

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
