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
