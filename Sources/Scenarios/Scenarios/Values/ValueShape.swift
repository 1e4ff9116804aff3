/// The form of a value, as a schema has to tell it.
package indirect enum ValueShape: Sendable {
  case flag
  case integer(ClosedRange<Int>)
  /// A number; a bound that is excluded may not be reached.
  case real(least: Double?, isLeastExcluded: Bool, most: Double?)
  case share(ClosedRange<Double>)
  /// Any text of at least so many characters.
  case words(least: Int)
  /// Text of that regular expression; the examples are for the reader of the schema.
  case text(pattern: String, examples: [String])
  case choice([String])
  /// Any one of the shapes.
  case either([ValueShape])
  /// The shape, or the word `none`.
  case optional(ValueShape)
  case list(ValueShape, counts: ClosedRange<Int>)
  /// A mapping with the declared keys and no others.
  case section([FieldDescription])
  /// A mapping from names, any or these, to values.
  case table(ValueShape, names: [String]?)
  /// What another file says how to read.
  case anything
  /// A mapping from the settings of a profile to their values.
  case settings
  /// The shape by itself, or with a source and a grade.
  case evidence(ValueShape)
}

/// A key that a section declares, without the Swift types behind it.
package struct FieldDescription: Sendable {
  package let key: String
  /// What it means, in a sentence.
  let meaning: String
  /// What a value looks like, in words that complete "must be …".
  let expects: String
  package let shape: ValueShape
  /// What holds where the key is left out; `nil` if it must be given.
  let defaultValue: OrderedJSON?
  /// What the default rests on; `nil` if nothing rests on it.
  var evidence: Evidence?

  var isRequired: Bool { defaultValue == nil }
}
