import Vocabulary
import GrowthloopFindings
import Profiles

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
