import Vocabulary

/// A scenario of all keys, with their meanings and defaults.
///
/// Required keys are commented out; without them, it reads as a scenario of defaults.
public enum ReferencePage {
  /// Returns the page of a whole scenario, as YAML.
  public static func text<Root: ScenarioSection>(of root: Root.Type) -> String {
    lines(of: Root().fieldDescriptions, indentation: "").joined(separator: "\n") + "\n"
  }

  private static func lines(of fields: [FieldDescription], indentation: String) -> [String] {
    fields.flatMap { field -> [String] in
      let comment = "\(indentation)# \(field.meaning)"
      guard let value = field.defaultValue else {
        let behind = lines(behind: field, indentation: indentation)
        return [comment + " Must be given: \(field.expects)."]
          + (behind.isEmpty ? ["\(indentation)# \(field.key): …"] : behind)
      }
      let evidence = field.evidence.map { ["\(indentation)# \($0)"] } ?? []
      if let inner = field.shape.section {
        return [comment] + evidence + ["\(indentation)\(field.key):"]
          + lines(of: inner, indentation: indentation + "  ")
      }
      return [comment + " Must be \(field.expects)."] + evidence
        + ["\(indentation)\(field.key): \(value.asYAML)"]
        + lines(behind: field, indentation: indentation)
    }
  }

  /// Returns the contents of a section that is absent by default, as comments.
  private static func lines(behind field: FieldDescription, indentation: String) -> [String] {
    let inner: [String]
    switch field.shape {
    case .optional(.section(let fields)) where field.defaultValue == "none":
      inner = lines(of: fields, indentation: "  ")
    case .table(.section(let fields), names: nil):
      inner = ["  NAME:"] + lines(of: fields, indentation: "    ")
    default: return []
    }
    return (["\(field.key):"] + inner).map { "\(indentation)# \($0)" }
  }
}

extension FieldDescription {
  /// The keys of values that can be changed by themselves, joined by dots.
  var assignableKeys: [String] {
    let inner: [FieldDescription]? =
      if case .optional(let shape) = shape { shape.section } else { shape.section }
    return (inner ?? []).isEmpty
      ? [key] : (inner ?? []).flatMap(\.assignableKeys).map { "\(key).\($0)" }
  }
}

extension ValueShape {
  /// The fields of a value that is a section, with its evidence or without.
  fileprivate var section: [FieldDescription]? {
    switch self {
    case .section(let fields): fields
    case .evidence(let shape): shape.section
    default: nil
    }
  }
}

extension TextShape {
  /// The JSON Schema of the values.
  var schema: OrderedJSON {
    switch self {
    case .flag: return ["enum": [true, false, "true", "false"]]
    case .integer(let range):
      return [
        "anyOf": [
          .object(
            [.init("type", "integer")]
              + (range.lowerBound > .min ? [.init("minimum", .integer(range.lowerBound))] : [])
              + (range.upperBound < .max ? [.init("maximum", .integer(range.upperBound))] : [])),
          .pattern(#"^-?\d[\d_]*(\.\d+)?[kM]?$"#),
        ]
      ]
    case .real(let least, let isLeastExcluded, let most):
      let lower = least.map {
        OrderedJSON.Member(isLeastExcluded ? "exclusiveMinimum" : "minimum", .number($0))
      }
      let upper = most.map { OrderedJSON.Member("maximum", .number($0)) }
      return [
        "anyOf": [
          .object([.init("type", "number")] + [lower, upper].compactMap(\.self)),
          .pattern(#"^-?\d[\d_]*(\.\d+)?([kM]|e[-+]?\d{1,3})?$"#),
        ]
      ]
    case .share(let range):
      return [
        "anyOf": [
          [
            "type": "number", "minimum": .number(range.lowerBound),
            "maximum": .number(range.upperBound),
          ], .pattern(#"^\d[\d_]*(\.\d+)?(%|e[-+]?\d{1,3})?$"#),
        ]
      ]
    case .time(let bare):
      let time = OrderedJSON.pattern(ValueText.timePattern)
        .adding([("examples", ["7d", "36h", "1d12h", "250ms"])])
      return bare.map { ["anyOf": [TextShape.integer($0...Int.max).schema, time]] } ?? time
    case .text(let pattern, let examples):
      return OrderedJSON.pattern(pattern)
        .adding(examples.isEmpty ? [] : [("examples", .array(examples.map { .text($0) }))])
    case .words(let least):
      // A text that looks like a number to an editor is still text to the reader.
      return ["type": ["string", "number", "boolean"], "minLength": .integer(least)]
    case .choice(let words):
      // To an editor the plain words `true` and `false` are Booleans, not words.
      let flags = words.compactMap { Bool($0).map { OrderedJSON.bool($0) } }
      return ["enum": .array(words.map { .text($0) } + flags)]
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

extension ValueShape {
  /// The JSON Schema of the values.
  var schema: OrderedJSON {
    switch self {
    case .scalar(let shape): return shape.schema
    case .either(let shapes): return ["anyOf": .array(shapes.map(\.schema))]
    case .optional(let shape): return ["anyOf": [shape.schema, ["const": "none"]]]
    case .list(let shape, let counts):
      return [
        "type": "array", "items": shape.schema, "minItems": .integer(counts.lowerBound),
        "maxItems": .integer(counts.upperBound),
      ]
    case .section(let fields):
      return [
        "type": ["object", "null"], "properties": .object(JSONSchema.properties(of: fields)),
        "additionalProperties": false,
      ]
    case .table(let shape, let names):
      guard let names else {
        return ["type": ["object", "null"], "additionalProperties": shape.schema]
      }
      return [
        "type": ["object", "null"], "properties": .object(names.map { .init($0, shape.schema) }),
        "additionalProperties": false,
      ]
    case .anything: return .object([])
    case .settings: return ["$ref": "#/$defs/settings"]
    case .evidence(let shape): return shape.schemaWithEvidence
    }
  }

  /// Returns the schema of a value that may have a source and a grade.
  private var schemaWithEvidence: OrderedJSON {
    let evidence: [OrderedJSON.Member] =
      [
        .init("source", ["$ref": "#/$defs/source"]), .init("grade", ["$ref": "#/$defs/grade"]),
      ]
      + (takesOthers
        ? [
          .init(Evidence.rangeKey, rangeSchema), .init(Evidence.ofKey, ["$ref": "#/$defs/of"]),
        ] : [])
    switch self {
    case .section(let fields):
      return [
        "type": ["object", "null"],
        "properties": .object(JSONSchema.properties(of: fields) + evidence),
        "additionalProperties": false,
      ]
    case .table(let shape, let names):
      return [
        "type": ["object", "null"],
        "properties": .object((names ?? []).map { .init($0, shape.schema) } + evidence),
        "additionalProperties": names == nil ? shape.schema : false,
      ]
    case .optional(let shape) where takesKeys:
      return ["anyOf": [shape.schemaWithEvidence, ["const": "none"]]]
    case .either(let shapes) where takesKeys:
      let keyed = shapes.map { $0.takesKeys ? $0.schemaWithEvidence : $0.schema }
      return ["anyOf": .array(keyed + [underValue(evidence)])]
    default:
      return ["oneOf": [schema, underValue(evidence)]]
    }
  }
}

extension ValueShape {
  /// The schema of the lowest and the highest value that the sources give.
  private var rangeSchema: OrderedJSON {
    ["type": "array", "items": schema, "minItems": .integer(2), "maxItems": .integer(2)]
  }

  /// Returns the schema of a mapping that contains the value beside its evidence.
  private func underValue(_ evidence: [OrderedJSON.Member]) -> OrderedJSON {
    [
      "type": "object", "properties": .object([.init("value", schema)] + evidence),
      "required": ["value"], "additionalProperties": false,
    ]
  }
}

extension OrderedJSON {
  /// Returns the schema of text that a regular expression describes.
  static func pattern(_ expression: String) -> OrderedJSON {
    ["type": "string", "pattern": .text(expression)]
  }
}
