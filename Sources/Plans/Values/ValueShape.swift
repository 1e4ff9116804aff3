/// The form of a value, as a schema describes it.
package indirect enum ValueShape: Sendable {
  case flag
  case integer(ClosedRange<Int>)
  /// A number; an excluded bound is itself invalid.
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
  /// A value whose form another file defines.
  case anything
  /// A mapping from the settings of a profile to their values.
  case settings
  /// The shape by itself, or with a source and a grade.
  case evidence(ValueShape)
}

/// A key that a section declares, without the Swift types behind it.
package struct FieldDescription: Sendable {
  package let key: String
  /// Its meaning, in a sentence.
  let meaning: String
  /// The form of a value, in words that complete "must be …".
  let expects: String
  package let shape: ValueShape
  /// The value in effect where the key is left out; `nil` for a required key.
  let defaultValue: OrderedJSON?
  /// The evidence for the default; `nil` for a value that needs none.
  var evidence: Evidence?

  var isRequired: Bool { defaultValue == nil }
}
