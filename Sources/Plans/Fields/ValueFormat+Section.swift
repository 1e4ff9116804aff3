extension ValueFormat where Value: ScenarioSection {
  /// Returns the format of a mapping with a section's keys; omitted keys keep their values.
  public static func section(_ type: Value.Type = Value.self) -> ValueFormat {
    let expects = "a mapping of " + type.fields.flatMap(\.keys).joined(separator: ", ")
    return ValueFormat(
      expects: expects,
      shape: { .section(($0 ?? Value()).fieldDescriptions) },
      encode: { section in
        .object(
          section.fieldDescriptions.compactMap { field in
            field.defaultValue.map { OrderedJSON.Member(field.key, $0) }
          })
      },
      read: { node, place, start in
        guard node.entries != nil else {
          place.refuse(node, expecting: expects)
          return nil
        }
        return SectionReading(node, at: place).read(into: start ?? Value())
      },
      parameters: { section, name, written in section.parameters(in: name, written: written) })
  }
}
