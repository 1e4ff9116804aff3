/// A scenario with everything in it: every key, what it means, and its default.
///
/// Without the keys that must be given, which are commented out, it reads as a scenario of defaults.
public enum ReferencePage {
  /// The page of a whole scenario, as YAML.
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

  /// What a section would hold that is not there by default, as comments.
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
