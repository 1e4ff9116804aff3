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
