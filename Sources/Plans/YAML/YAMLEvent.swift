/// The next event of a parser in a document.
struct YAMLEvent {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias
    case scalar(YAMLScalar)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  let kind: Kind
  /// The scalars from the beginning of the text.
  let offsets: Range<Int>
  var hasAnchor = false
  /// Whether a tag such as `!!int` states the type of the value.
  var hasTag = false
}
