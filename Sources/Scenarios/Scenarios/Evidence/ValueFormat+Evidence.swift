import Diagnostics

extension ValueFormat {
  /// A value by itself, or a mapping that also tells its source and grade.
  ///
  /// A value that is itself a mapping takes the two beside its own keys; any other moves under `value`.
  static func sourced<Inner>(_ inner: ValueFormat<Inner>) -> ValueFormat
  where Value == Sourced<Inner> {
    ValueFormat(
      expects: inner.expects,
      shape: { .evidence(inner.shape($0?.value)) },
      encode: { sourced in
        let value = inner.encode(sourced.value)
        let evidence = [
          sourced.source.map { OrderedJSON.Member("source", .text($0)) },
          sourced.grade.map { OrderedJSON.Member("grade", .text($0.rawValue)) },
        ].compactMap(\.self)
        if evidence.isEmpty { return value }
        if inner.takesKeys, case .object(let keys) = value { return .object(keys + evidence) }
        return .object([.init(Evidence.valueKey, value)] + evidence)
      },
      read: { node, place, start in
        guard case .mapping(let entries) = node.content else {
          return inner.read(node, place, start?.value).map { Sourced($0, place: node.range) }
        }
        let (said, rest) = node.separatingEvidence(entries)
        let evidence = SectionReading<Evidence>(said, at: place).read(into: Evidence())
        let written =
          inner.takesKeys
          ? YAMLNode(.mapping(rest), at: node.range)
          : onlyValue(of: node, rest, place, inner.expects)
        guard let written, let value = inner.read(written, place, start?.value), let evidence else {
          return nil
        }
        return Sourced(
          value, source: evidence.source, grade: evidence.grade, place: written.range)
      },
      parameters: { sourced, name in inner.parameters(sourced.value, name) })
  }

  /// Whether a value is itself a mapping.
  private var takesKeys: Bool { shape(nil).takesKeys }

  /// What stands under `value`, the only key that is left beside the evidence.
  private static func onlyValue(
    of node: YAMLNode, _ entries: [YAMLEntry], _ place: ValuePlace, _ expects: String
  ) -> YAMLNode? {
    var isMisspelt = false
    for entry in entries where entry.key != Evidence.valueKey {
      let meant = place.findings.addUnknown(
        entry, called: "\(place.name).\(entry.key)", among: Evidence.reservedKeys)
      if meant == Evidence.valueKey { isMisspelt = true }
    }
    if let value = entries.first(where: { $0.key == Evidence.valueKey })?.value { return value }
    if !isMisspelt {
      place.refuse(
        node, "has no value: it must be \(expects)", remedy: "write value: … beside the source")
    }
    return nil
  }
}

extension ValueShape {
  fileprivate var takesKeys: Bool {
    switch self {
    case .section, .table: true
    case .optional(let shape): shape.takesKeys
    default: false
    }
  }
}

extension Field {
  /// A value on which behaviour rests, and which may tell its source and grade.
  public static func parameter<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Root, Sourced<Value>> & Sendable,
    _ format: ValueFormat<Value>, _ meaning: String
  ) -> Field {
    let plain = Field.value(key, path, .sourced(format), meaning)
    return Field(
      keys: [key], path: path, describe: plain.describe, read: plain.read,
      parameters: { root, prefix in
        let sourced = root[keyPath: path]
        let itself = Parameter(
          name: prefix + key, value: format.encode(sourced.value).asYAML, meaning: meaning,
          source: sourced.source, grade: sourced.grade, place: sourced.place)
        return [itself] + format.parameters(sourced.value, prefix + key)
      })
  }

  /// A section on which behaviour rests as a whole, such as a distribution.
  public static func parameter<Part: ScenarioSection>(
    _ key: String, _ path: any WritableKeyPath<Root, Sourced<Part>> & Sendable, _ meaning: String
  ) -> Field {
    .parameter(key, path, .section(Part.self), meaning)
  }
}
