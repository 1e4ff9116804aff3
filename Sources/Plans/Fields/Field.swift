import GrowthloopFindings

/// One key of a section: its name, its place in the section's value, its format and its meaning.
///
/// Most fields own one key; a field may own several that must be read together.
public struct Field<Root: ScenarioSection>: Sendable {
  /// The keys that the field reads, its representative first.
  let keys: [String]
  let path: any PartialKeyPath<Root> & Sendable
  let describe: @Sendable (Root) -> [FieldDescription]
  let read: @Sendable (SectionReading<Root>, inout Root) -> Void
  /// The parameters in a section whose name ends in a prefix, with the evidence from a file.
  let parameters: @Sendable (Root, _ prefix: String, EvidenceTable) -> [Parameter]
  private(set) var isRequired = false

  init(
    keys: [String], path: any PartialKeyPath<Root> & Sendable,
    describe: @escaping @Sendable (Root) -> [FieldDescription],
    read: @escaping @Sendable (SectionReading<Root>, inout Root) -> Void,
    parameters: @escaping @Sendable (Root, String, EvidenceTable) -> [Parameter]
  ) {
    precondition(!keys.isEmpty, "a field without a key cannot be written")
    precondition(
      Root.self == Evidence.self || !keys.contains(where: Evidence.reservedKeys.contains),
      "\(keys) of \(Root.self): \(Evidence.reservedKeys) belong to evidence")
    self.keys = keys
    self.path = path
    self.describe = describe
    self.read = read
    self.parameters = parameters
  }

  var key: String { keys[0] }

  /// The same field for a key without a default: a missing key is an error.
  public var required: Field {
    var field = Field(
      keys: keys, path: path,
      describe: { root in
        describe(root).map { description in
          FieldDescription(
            key: description.key, meaning: description.meaning, expects: description.expects,
            shape: description.shape, defaultValue: nil, evidence: description.evidence)
        }
      }, read: read, parameters: parameters)
    field.isRequired = true
    return field
  }
}

extension Field {
  /// Returns a field for a plain value.
  public static func value<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String
  ) -> Field {
    Field(
      keys: [key], path: path,
      describe: { root in
        let value = root[keyPath: path]
        return [
          FieldDescription(
            key: key, meaning: meaning, expects: format.expects, shape: format.shape(value),
            defaultValue: format.encode(value))
        ]
      },
      read: { reading, root in
        guard let node = reading.mapping[key] else { return }
        if let value = format.read(node, reading.place(of: key), root[keyPath: path]) {
          root[keyPath: path] = value
        }
      },
      parameters: { root, prefix, written in
        format.parameters(root[keyPath: path], prefix + key, written)
      })
  }

  /// Returns a field for a section within the section.
  public static func section<Part: ScenarioSection>(
    _ key: String, _ path: any WritableKeyPath<Root, Part> & Sendable, _ meaning: String
  ) -> Field {
    .value(key, path, .section(Part.self), meaning)
  }
}
