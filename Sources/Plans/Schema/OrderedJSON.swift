import GrowthloopFindings

/// A JSON value whose members keep their order, so that a schema reads as it was declared.
public enum OrderedJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([OrderedJSON])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let key: String
    public let value: OrderedJSON

    public init(_ key: String, _ value: OrderedJSON) {
      self.key = key
      self.value = value
    }
  }
}

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(arrayLiteral elements: OrderedJSON...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, OrderedJSON)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension OrderedJSON {
  /// Returns the object with further members at its end.
  func adding(_ members: [(String, OrderedJSON)]) -> OrderedJSON {
    guard case .object(let first) = self else { preconditionFailure("\(self) is no object") }
    return .object(first + members.map { Member($0.0, $0.1) })
  }

  /// The value under a key of an object.
  public subscript(key: String) -> OrderedJSON? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }
}

extension OrderedJSON: CustomStringConvertible {
  /// The document over several lines; short lists of plain values stay in one.
  public var description: String { written(indentation: "") }

  /// The value in one line; scalars that need them have quotation marks.
  var inOneLine: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.inOneLine).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)): \($0.value.inOneLine)" }.joined(separator: ", ")
        + "}"
    case .null: "null"
    case .bool(let flag): String(flag)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .text(let text): Self.quoted(text)
    }
  }

  private func written(indentation: String) -> String {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where elements.contains { $0.isNested }:
      let lines = elements.map { inner + $0.written(indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        "\(inner)\(Self.quoted($0.key)): \($0.value.written(indentation: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    default:
      return inOneLine
    }
  }

  private var isNested: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .integer, .number, .text: false
    }
  }

  private static func quoted(_ text: String) -> String { JSONValue.text(text).json }
}
