import Profiles

extension SettingShape {
  /// The JSON Schema of the values.
  var schema: OrderedJSON {
    switch self {
    case .choice(let words): return ["enum": .array(words.map { .text($0) })]
    case .flag: return ["enum": [true, false, "true", "false"]]
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
      // What looks like a number to an editor is still the text that somebody wrote.
      return pattern.map { .pattern($0) } ?? ["type": ["string", "number"]]
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
