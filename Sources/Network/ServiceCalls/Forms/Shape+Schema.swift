internal import Attribution
internal import Invites
package import JSON

extension Shape {
  /// The form as a JSON Schema (draft 2020-12), as in OpenAPI 3.1.
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
    case .user:
      return [
        "type": "string", "format": "uuid",
        "pattern": "^00000000-0000-800[0-3]-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
      ]
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
    case .choice(let words): return ["type": "string", "enum": .array(words.map { .text($0) })]
    case .list(let shape, let longest):
      return [
        "type": "array", "items": shape.schema, "maxItems": .integer(Int64(longest)),
      ]
    case .object(let members): return Self.schema(of: members)
    case .orNull(let shape): return ["anyOf": [shape.schema, ["type": "null"]]]
    }
  }

  private static func schema(of members: [Member]) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for member in members {
      var schema = member.shape.schema
      if let meaning = member.meaning, case .object(var parts) = schema {
        parts["description"] = .text(meaning)
        schema = .object(parts)
      }
      properties[member.name] = schema
    }
    return [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
      "required": .array(members.filter(\.isRequired).map { .text($0.name) }),
    ]
  }
}

extension EmailAddress {
  /// The form as a regular expression of ECMA-262, but for the length of the whole.
  fileprivate static var pattern: String {
    let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    return "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@\(label)(\\.\(label))+$"
  }
}
