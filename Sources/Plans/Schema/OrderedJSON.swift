import GrowthloopFindings
import Profiles
import Vocabulary

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

extension OrderedJSON {
  /// The value as a scenario spells it in one line: `30d`, `[1, 2]`, `{median: 9h30m}`.
  var asYAML: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.asYAML).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key): \($0.value.asYAML)" }.joined(separator: ", ") + "}"
    case .integer(let number): ValueText.spelt(number)
    case .number(let number): ValueText.spelt(number)
    case .text(let text): Self.isPlain(text) ? text : inOneLine
    case .null, .bool: inOneLine
    }
  }

  /// Returns whether text may stand without quotation marks, anywhere in a document.
  private static func isPlain(_ text: String) -> Bool {
    let letters = text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: " "), UInt8(ascii: "%"):
        true
      default: false
      }
    }
    let first = text.utf8.first.map { (48...57).contains($0) || (65...90).contains($0 & 0xDF) }
    return letters && first == true && text.last != " " && !["null", "Null", "NULL"].contains(text)
  }
}

/// The JSON Schema of a scenario, draft 2020-12, generated from its sections' declarations.
///
/// It may accept a file that the reader then refuses; it accepts every valid file. So it requires
/// keys only where no extended file could supply them.
public enum JSONSchema {
  /// Returns the schema of a whole scenario.
  public static func document<Root: ScenarioSection>(
    _ root: Root.Type, titled title: String, meaning: String
  ) -> OrderedJSON {
    let fields = Root().fieldDescriptions
    let required = fields.filter(\.isRequired).map { OrderedJSON.text($0.key) }
    let extends = OrderedJSON.Member(
      ExtensionResolver.key,
      [
        "description": "A scenario of which this one changes some lines; its path from this file.",
        "type": "string",
      ])
    return OrderedJSON.object([
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .text(title)), .init("description", .text(meaning)),
      .init("type", "object"),
      .init("properties", .object([extends] + properties(of: fields))),
      .init("additionalProperties", false),
    ]).adding(
      required.isEmpty
        ? []
        : [
          ("anyOf", [["required": [.text(ExtensionResolver.key)]], ["required": .array(required)]])
        ]
    )
    .adding([("$defs", definitions)])
  }

  /// The definitions that several values refer to.
  private static var definitions: OrderedJSON {
    [
      "source": described("Who says so.", ["type": "string", "minLength": .integer(1)]),
      "grade": described(
        Evidence.fields.flatMap { $0.describe(Evidence()) }[1].meaning,
        ["enum": .array(EvidenceGrade.allCases.map { .text($0.rawValue) } + ["none"])]),
      "of": described(
        Evidence.fields.flatMap { $0.describe(Evidence()) }[2].meaning,
        Evidence.fields.flatMap { $0.describe(Evidence()) }[2].shape.schema),
      "settings": [
        "type": ["object", "null"], "properties": .object(Setting.all.map(property)),
        "additionalProperties": false,
      ],
    ]
  }

  static func properties(of fields: [FieldDescription]) -> [OrderedJSON.Member] {
    fields.map { field in
      let evidence = field.evidence.map { " \($0)" } ?? ""
      let words = "\(field.meaning) Must be \(field.expects).\(evidence)"
      var schema = described(words, field.shape.schema)
      if let value = field.defaultValue { schema = schema.adding([("default", value)]) }
      return .init(field.key, schema)
    }
  }

  private static func property(of setting: Setting) -> OrderedJSON.Member {
    let rule = RuleBook.rule(setting.conflict.description).map { $0.meaning + " " } ?? ""
    return .init(
      setting.name,
      described(
        "\(rule)Must be \(setting.expects). (\(setting.conflict))", setting.shape.schema
      ).adding([("default", .text(setting.value(in: .rin)))]))
  }

  private static func described(_ words: String, _ schema: OrderedJSON) -> OrderedJSON {
    OrderedJSON.object([.init("description", .text(words))]).adding(schema.members)
  }
}

extension OrderedJSON {
  /// The members of an object, as they are added to another.
  fileprivate var members: [(String, OrderedJSON)] {
    if case .object(let members) = self { members.map { ($0.key, $0.value) } } else { [] }
  }
}
