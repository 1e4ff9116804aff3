import GrowthloopFindings

/// A reader of a value that stands by itself, or in a mapping with its source and grade.
///
/// A value that is itself a mapping takes the two beside its own keys; any other moves under
/// `value`.
struct EvidenceReader<Value> {
  let format: ValueFormat<Value>

  struct Reading {
    let value: Value
    /// The evidence; empty if the file states none.
    let evidence: Evidence
    /// The range that the file states; `nil` if it states none.
    var range: ClosedRange<Double>?
    /// The place of the value.
    let place: SourceRange
  }

  func read(_ node: YAMLNode, _ place: ValuePlace, _ start: Value?) -> Reading? {
    guard case .mapping(let entries) = node.content else {
      return format.read(node, place, start).map {
        Reading(value: $0, evidence: Evidence(), place: node.range)
      }
    }
    let said = YAMLNode(
      .mapping(entries.filter { $0.isEvidence && $0.key != Evidence.rangeKey }), at: node.range)
    let rest = entries.filter { !$0.isEvidence }
    let evidence = SectionReading<Evidence>(said, at: place).read(into: Evidence())
    guard let written = written(node, rest, place),
      let value = format.read(written, place, start), let evidence
    else { return nil }
    var reading = Reading(value: value, evidence: evidence, place: written.range)
    if let range = node[Evidence.rangeKey] {
      guard let ends = ends(range, place.inside(".\(Evidence.rangeKey)"), value) else { return nil }
      reading.range = ends
    }
    return reading
  }

  /// Returns the numbers at the ends of a range, and reports what is none.
  private func ends(_ node: YAMLNode, _ place: ValuePlace, _ value: Value) -> ClosedRange<Double>? {
    guard let quantity = format.quantity else {
      place.refuse(node, "is of no use: the value is no number", remedy: "leave it out")
      return nil
    }
    guard case .sequence(let elements) = node.content, elements.count == 2 else {
      place.refuse(
        node, expecting: "two values, the lower one first", remedy: "write range: [low, high]")
      return nil
    }
    let ends = elements.compactMap { format.read($0, place, value).map(quantity.number) }
    guard ends.count == 2 else { return nil }
    guard ends[0] < ends[1] else {
      place.refuse(node, "must have the lower value first", remedy: "write range: [low, high]")
      return nil
    }
    if !(ends[0]...ends[1]).contains(quantity.number(value)) {
      place.findings.add(
        Diagnostic(
          .warning, "\(place.name.quoted) does not contain the value", at: node.range,
          remedy: "widen it, or change the value"))
    }
    return ends[0]...ends[1]
  }

  /// Returns the node without its evidence.
  private func written(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ place: ValuePlace
  ) -> YAMLNode? {
    let shape = format.shape(nil)
    let hasValue = entries.contains { $0.key == Evidence.valueKey }
    return shape.takesKeys && !(hasValue && shape.takesOthers)
      ? YAMLNode(.mapping(entries), at: node.range) : onlyValue(of: node, entries, place)
  }

  /// Returns the value under `value`, the only key that may stand beside the evidence.
  private func onlyValue(
    of node: YAMLNode, _ entries: [YAMLEntry], _ place: ValuePlace
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
        node, "has no value: it must be \(format.expects)",
        remedy: "write value: … beside the source")
    }
    return nil
  }
}

extension ValueShape {
  /// Whether a value may itself be a mapping.
  var takesKeys: Bool {
    switch self {
    case .section, .table: true
    case .optional(let shape): shape.takesKeys
    case .either(let shapes): shapes.contains(where: \.takesKeys)
    default: false
    }
  }

  /// Whether a value may be anything other than a mapping, or the word `none`.
  var takesOthers: Bool {
    switch self {
    case .section, .table: false
    case .optional(let shape): shape.takesOthers
    case .either(let shapes): shapes.contains(where: \.takesOthers)
    default: true
    }
  }
}
