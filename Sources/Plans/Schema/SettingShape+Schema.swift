import Profiles

extension SettingShape {
  /// The JSON Schema of the values.
  var schema: OrderedJSON {
    switch self {
    case .choice(let words): return ValueShape.choice(words).schema
    case .flag: return ValueShape.flag.schema
    case .whole(let range): return ValueShape.integer(range).schema
    case .number(let least):
      return ValueShape.real(least: least, isLeastExcluded: false, most: nil).schema
    case .share: return ValueShape.share(0...1).schema
    case .time(let least):
      return [
        "anyOf": [
          ["type": "integer", "minimum": .integer(least)], .pattern(#"^\d+(d|h|m|s|ms)?$"#),
        ]
      ]
    case .text(let pattern):
      return pattern.map { .pattern($0) } ?? ValueShape.words(least: 1).schema
    case .either(let shapes): return ["anyOf": .array(shapes.map(\.schema))]
    case .list(let element):
      return [
        "anyOf": [
          ["type": "array", "items": element.schema], element.schema, ["const": "none"],
          .pattern(","),
        ]
      ]
    }
  }
}
