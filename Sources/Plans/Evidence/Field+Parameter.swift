public import GrowthloopFindings

extension Field {
  /// Returns a field for a behavioural value, with the evidence for its default.
  ///
  /// A file may state the source and grade of the value that it writes. A value that it changes
  /// without them counts as assumed; a repeated default keeps the evidence of the default. `range`
  /// are the lowest and the highest value that its sources give. They are a spread if they are those of
  /// different apps, which says little of how well the value of one is known.
  public static func parameter<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String, source: String? = nil,
    grade: EvidenceGrade = .d, range: (low: Value, high: Value)? = nil, isSpread: Bool = false
  ) -> Field {
    precondition(source != nil || grade == .d, "\(key): no source is named for grade \(grade)")
    let standing = Evidence(source: source, grade: grade)
    let ends = range.flatMap { format.ends(from: $0.low, to: $0.high) }
    precondition(range == nil || ends != nil, "\(key): the range has no numbers")
    return Field(
      keys: [key], path: path,
      describe: { root in
        let value = root[keyPath: path]
        var evidence = standing
        evidence.range = format.range(of: value, stated: ends)?.description
        return [
          FieldDescription(
            key: key, meaning: meaning, expects: format.expects,
            shape: .evidence(format.shape(value)), defaultValue: format.encode(value),
            evidence: evidence)
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
          evidence: isUsual ? standing : read.evidence, range: read.range, place: read.place)
      },
      parameters: { root, prefix, written in
        let name = prefix + key
        let value = root[keyPath: path]
        let evidence = written[name]?.evidence ?? standing
        let itself = Parameter(
          name, format.encode(value).asYAML, meaning: meaning, source: evidence.source,
          grade: evidence.grade,
          range: format.range(
            of: value, stated: written[name]?.range ?? ends,
            isSourced: written[name]?.range == nil || evidence.source != nil,
            isSpread: isSpread && written[name]?.range == nil),
          at: written[name]?.place)
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

extension ValueFormat where Value: Sendable {
  /// Returns the numbers of two values; `nil` where they have none, or no length between them.
  fileprivate func ends(from low: Value, to high: Value) -> ClosedRange<Double>? {
    guard let quantity else { return nil }
    let ends = (quantity.number(low), quantity.number(high))
    return ends.0 < ends.1 ? ends.0...ends.1 : nil
  }

  /// Returns the stated range if it contains the value, else an assumed one around the value.
  ///
  /// A value beyond what its sources give is no longer what they speak of.
  fileprivate func range(
    of value: Value, stated: ClosedRange<Double>?, isSourced: Bool = true, isSpread: Bool = false
  ) -> ParameterRange? {
    guard let quantity else { return nil }
    let number = quantity.number(value)
    let kept = stated.flatMap { $0.contains(number) ? $0 : nil }
    guard let ends = kept ?? quantity.assumedRange(around: number) else { return nil }
    func axis(from ends: ClosedRange<Double>) -> ParameterAxis {
      ParameterAxis(quantity.kind, at: number, within: ends) {
        encode(quantity.replacing(value, $0)).asYAML
      }
    }
    let whole = axis(from: ends)
    // A number of few digits may have no other between half and double.
    guard whole.spell(ends.lowerBound) != whole.spell(ends.upperBound) else { return nil }
    return ParameterRange(
      whole, isAssumed: kept == nil || !isSourced,
      ofOne: isSpread && kept != nil
        ? quantity.assumedRange(around: number).map(axis) : nil)
  }
}
