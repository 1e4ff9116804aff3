public import Diagnostics

extension Field {
  /// Returns a field for a behavioural value, with the evidence for its default.
  ///
  /// A file may state the source and grade of the value that it writes. A value that it changes
  /// without them counts as assumed; a repeated default keeps the evidence of the default.
  public static func parameter<Value>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String, source: String? = nil,
    grade: EvidenceGrade = .d
  ) -> Field {
    precondition(source != nil || grade == .d, "\(key): no source is named for grade \(grade)")
    let standing = Evidence(source: source, grade: grade)
    return Field(
      keys: [key], path: path,
      describe: { root in
        let value = root[keyPath: path]
        return [
          FieldDescription(
            key: key, meaning: meaning, expects: format.expects,
            shape: .evidence(format.shape(value)), defaultValue: format.encode(value),
            evidence: standing)
        ]
      },
      read: { reading, root in
        guard let node = reading.mapping[key] else { return }
        let place = reading.place(of: key)
        let usual = root[keyPath: path]
        guard let read = EvidenceReader(format: format).read(node, place, usual) else { return }
        root[keyPath: path] = read.value
        let isUsual = read.evidence.isEmpty && format.encode(read.value) == format.encode(usual)
        place.findings.evidence[place.name] = EvidenceTable.Entry(
          evidence: isUsual ? standing : read.evidence, place: read.place)
      },
      parameters: { root, prefix, written in
        let name = prefix + key
        let value = root[keyPath: path]
        let evidence = written[name]?.evidence ?? standing
        let itself = Parameter(
          name, format.encode(value).asYAML, meaning: meaning, source: evidence.source,
          grade: evidence.grade, at: written[name]?.place)
        return [itself] + format.parameters(value, name, written)
      })
  }

  /// Returns a field for a behavioural section as a whole, such as a distribution.
  public static func parameter<Part: ScenarioSection>(
    _ key: String, _ path: any WritableKeyPath<Root, Part> & Sendable, _ meaning: String,
    source: String? = nil, grade: EvidenceGrade = .d
  ) -> Field {
    .parameter(key, path, .section(Part.self), meaning, source: source, grade: grade)
  }
}
