internal import CGrowthloopYAML
import GrowthloopFindings

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
