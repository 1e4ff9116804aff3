/// A key of a plan with the value that holds, whether it was written or not.
public struct WrittenKey: Hashable, Sendable {
  /// The dotted name.
  public let name: String
  /// The value as a file spells it.
  public let value: String
  /// What it means, in a sentence.
  public let meaning: String
}

extension ScenarioSection {
  /// All keys that have a default, those of inner sections too, as they would be written down.
  ///
  /// A profile is its name alone: what differs from it is not among them.
  public var writtenKeys: [WrittenKey] { fieldDescriptions.flatMap { $0.written(in: "") } }
}

extension FieldDescription {
  fileprivate func written(in section: String) -> [WrittenKey] {
    guard let value = defaultValue else { return [] }
    let name = section + key
    switch (shape, value) {
    case (.settings, _): return []
    case (.section(let fields), _), (.optional(.section(let fields)), .object):
      return fields.flatMap { $0.written(in: name + ".") }
    default: return [WrittenKey(name: name, value: value.asYAML, meaning: meaning)]
    }
  }
}
