internal import CGrowthloopYAML
import GrowthloopFindings

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

/// A source of the events of one YAML text; owns libyaml's parser for as long as it lives.
///
/// `@safe`: it owns the parser and the text that the parser reads, and frees them together in
/// `deinit`. Events are copied into Swift values before they are deleted.
@safe
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The text that libyaml reads from; it keeps no copy.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let source: SourceText
  private let scalarCount: Int

  init(_ source: SourceText) {
    self.source = source
    scalarCount = source.text.unicodeScalars.count
    let text = source.text.utf8
    unsafe bytes = .allocate(capacity: max(1, text.count))
    _ = unsafe bytes.initialize(fromContentsOf: text)
    unsafe parser = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      preconditionFailure("no memory is left for a YAML parser")
    }
    // Set explicitly, so that libyaml does not guess it from the first bytes.
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// Returns the next event; must not be called again after an error or the end of the stream.
  mutating func next() throws(Diagnostic) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem.diagnostic }
    defer { unsafe yaml_event_delete(&event) }
    let offsets = unsafe offsets(from: event.start_mark, to: event.end_mark)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, offsets: offsets)
    case YAML_STREAM_END_EVENT: return YAMLEvent(kind: .streamEnd, offsets: offsets)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, offsets: offsets)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, offsets: offsets)
    case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, offsets: offsets)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, offsets: offsets)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, offsets: offsets)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe YAMLEvent(
        kind: .sequenceStart, offsets: offsets, hasAnchor: start.anchor != nil,
        hasTag: start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe YAMLEvent(
        kind: .mappingStart, offsets: offsets, hasAnchor: start.anchor != nil,
        hasTag: start.tag != nil)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return unsafe YAMLEvent(
        kind: .scalar(YAMLScalar(text, style: Self.style(scalar.style))), offsets: offsets,
        hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil)
    default:
      preconditionFailure("libyaml met an event that it does not know")
    }
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  /// The error of libyaml when it cannot continue.
  private var problem: YAMLProblem {
    let words = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    return YAMLProblem(
      problem: words ?? "the text is not YAML", context: context, source: source,
      offset: unsafe offset(parser.pointee.problem_mark),
      contextOffset: unsafe offset(parser.pointee.context_mark))
  }

  private func offsets(from start: yaml_mark_t, to end: yaml_mark_t) -> Range<Int> {
    let first = offset(start)
    return first..<max(first, offset(end))
  }

  /// Returns the scalars before a mark.
  ///
  /// Its line and column are unusable here: libyaml also ends lines where editors do not, at
  /// U+0085, U+2028 and U+2029.
  private func offset(_ mark: yaml_mark_t) -> Int {
    min(Int(clamping: mark.index), scalarCount)
  }
}

/// The reason why a parser cannot continue, translated from libyaml's words.
struct YAMLProblem {
  let problem: String
  /// The element being read: "while parsing a block mapping".
  let context: String?
  let source: SourceText
  let offset: Int
  /// The start of that element.
  let contextOffset: Int

  var diagnostic: Diagnostic {
    switch problem {
    case "found character that cannot start any token":
      return wrongCharacter
    case "found a tab character that violates indentation":
      return at(offset, "a tab cannot indent", "write spaces")
    case "mapping values are not allowed in this context":
      return at(
        offset, "a ':' cannot stand here", "put the text in quotes, or begin a new line")
    case "could not find expected ':'":
      return at(
        contextOffset, "this is neither 'key: value' nor a part of the value before",
        "write key: value")
    case "did not find expected key":
      return begun(
        "this does not line up with the keys before it", "indent it like its neighbours",
        "its neighbours begin here")
    case "did not find expected '-' indicator":
      return begun(
        "this does not line up with the list before it", "begin it with '- ', or indent it less",
        "the list begins here")
    case "did not find expected ',' or ']'":
      return begun("the list is not closed", "write , or ]", "the list begins here")
    case "did not find expected ',' or '}'":
      return begun("the mapping is not closed", "write , or }", "the mapping begins here")
    case "found unexpected end of stream", "found unexpected document indicator":
      return at(contextOffset, "the quotation mark is never closed", "close it")
    case "found unknown escape character", "did not find expected hexdecimal number":
      return at(
        offset, "double quotes know no such escape", "write \\\\, or use single quotes")
    case "did not find expected node content":
      return at(offset, "a value is missing", nil)
    case "block sequence entries are not allowed in this context":
      return at(offset, "a list cannot begin here", "begin it in a line of its own")
    case "did not find expected <document start>":
      return at(offset, "the document has ended before this", "write one document in a file")
    case "found undefined tag handle":
      return at(offset, "tags are not read", "leave the tag out")
    default:
      return at(offset, context.map { "\(problem) \($0)" } ?? problem, nil)
    }
  }

  private var wrongCharacter: Diagnostic {
    let scalars = source.text.unicodeScalars
    let index = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
    guard let index, index < scalars.endIndex else {
      return at(offset, "a value is missing", nil)
    }
    if scalars[index] == "\t" { return at(offset, "a tab cannot indent", "write spaces") }
    return at(
      offset, "\(String(scalars[index]).quoted) cannot begin a value", "put the value in quotes")
  }

  /// Returns a diagnostic about an element that began elsewhere.
  private func begun(_ message: String, _ remedy: String, _ note: String) -> Diagnostic {
    var diagnostic = at(offset, message, remedy)
    diagnostic.notes = [Diagnostic(.note, note, at: source.range(contextOffset..<contextOffset))]
    return diagnostic
  }

  private func at(_ offset: Int, _ message: String, _ remedy: String?) -> Diagnostic {
    Diagnostic(.error, message, at: source.range(offset..<offset), remedy: remedy)
  }
}
