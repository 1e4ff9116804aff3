import Diagnostics

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
    /// The place of the value.
    let place: SourceRange
  }

  func read(_ node: YAMLNode, _ place: ValuePlace, _ start: Value?) -> Reading? {
    guard case .mapping(let entries) = node.content else {
      return format.read(node, place, start).map {
        Reading(value: $0, evidence: Evidence(), place: node.range)
      }
    }
    let said = YAMLNode(.mapping(entries.filter(\.isEvidence)), at: node.range)
    let rest = entries.filter { !$0.isEvidence }
    let evidence = SectionReading<Evidence>(said, at: place).read(into: Evidence())
    guard let written = written(node, rest, place),
      let value = format.read(written, place, start), let evidence
    else { return nil }
    return Reading(value: value, evidence: evidence, place: written.range)
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
