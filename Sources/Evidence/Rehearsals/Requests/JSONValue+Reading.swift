import JSON

extension JSONValue {
  /// A member of an object.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? { if case .text(let text) = self { text } else { nil } }
  var int: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
