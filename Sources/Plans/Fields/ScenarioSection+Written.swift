/// A key of a plan with the value in effect, written or not.
public struct WrittenKey: Hashable, Sendable {
  /// The dotted name.
  public let name: String
  /// The value as a file spells it.
  public let value: String
  /// Its meaning, in a sentence.
  public let meaning: String
}

extension ScenarioSection {
  /// All keys that have a default, those of inner sections too, in written form.
  ///
  /// A profile is represented by its name alone: overrides of it are not included.
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
