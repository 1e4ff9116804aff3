public import GrowthloopFindings

/// A part of a YAML document, with its place.
public struct YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// The entries in the order of the file; no key comes twice.
    case mapping([YAMLEntry])
    /// A refused part; its error has been reported.
    case unreadable
  }

  public var content: Content
  public var range: SourceRange

  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}

/// A single value of a YAML document, as text.
public struct YAMLScalar: Hashable, Sendable {
  public enum Style: Sendable {
    case plain
    case quoted
    /// Lines after `|` or `>`.
    case block
  }

  public var text: String
  public var style: Style

  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether the scalar is empty, or a plain word for null.
  public var isNull: Bool {
    style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
  public var key: String
  public var keyRange: SourceRange
  public var value: YAMLNode

  public init(_ key: String, at keyRange: SourceRange, _ value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

extension YAMLNode {
  /// The entries of a mapping; empty for a null value, `nil` for anything else.
  public var entries: [YAMLEntry]? {
    switch content {
    case .mapping(let entries): entries
    case .scalar(let scalar) where scalar.isNull: []
    case .scalar, .sequence, .unreadable: nil
    }
  }

  /// The value under a key of a mapping.
  public subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key == key }?.value
  }

  /// Whether the value is null.
  var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.isNull } else { false }
  }

  /// The kind of the node, in words that complete "not …".
  var brief: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "nothing" : scalar.text.quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .unreadable: "something unreadable"
    }
  }
}

extension YAMLNode {
  /// Returns the list with the elements of another after its own; anything else is replaced.
  func followed(by other: YAMLNode) -> YAMLNode {
    guard case .sequence(let first) = content, case .sequence(let second) = other.content else {
      return other
    }
    return YAMLNode(.sequence(first + second), at: other.range)
  }

  /// The value in one line, as an option of the command line takes it.
  var inOneLine: String {
    if case .scalar(let scalar) = content, scalar.style == .plain { return scalar.text }
    return json.asYAML
  }

  /// The value without its places.
  private var json: OrderedJSON {
    switch content {
    case .scalar(let scalar): .text(scalar.text)
    case .sequence(let elements): .array(elements.map(\.json))
    case .mapping(let entries):
      .object(entries.map { OrderedJSON.Member($0.key, $0.value.json) })
    case .unreadable: .null
    }
  }
}

extension SourceText {
  /// Throws if the text is too long, or contains characters that YAML does not allow.
  func admit(within limits: YAMLLimits) throws(Diagnostic) {
    guard text.utf8.count <= limits.bytes else {
      throw Diagnostic(.error, "the file has more than \(limits.bytes) bytes", at: range(0..<0))
    }
    for (offset, scalar) in text.unicodeScalars.enumerated() where !scalar.isAllowedInYAML {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      throw Diagnostic(
        .error, "the character \(name) is not allowed", at: range(offset..<offset + 1),
        remedy: "remove it, or write it as an escape in double quotes")
    }
  }
}

extension Unicode.Scalar {
  /// Whether YAML 1.2, rule 1, allows the character; a byte order mark may only begin a file.
  fileprivate var isAllowedInYAML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }
}

/// The limits beyond which a document is refused: people write scenarios, not attackers.
public struct YAMLLimits: Hashable, Sendable {
  /// The greatest number of bytes in a file.
  public var bytes = 4 << 20
  /// The greatest depth of nested mappings and lists.
  public var depth = 64
  /// The greatest number of keys, values, mappings and lists together.
  public var nodes = 100_000

  public init() {}
}

/// A reader of the one document of a text into a tree; it reports every mistake and goes on where
/// it can.
///
/// Of YAML it accepts what a scenario needs: mappings, lists and scalars. Anchors, aliases, merge
/// keys and tags are refused; with them a small file could expand to a huge one.
struct YAMLReader: ~Copyable {
  private var parser: YAMLParser
  private let source: SourceText
  private let limits: YAMLLimits
  private let findings: Findings
  private var nodes = 0

  /// Returns the document of a text; `nil` where it is unreadable.
  static func read(
    _ source: SourceText, within limits: YAMLLimits, noting findings: Findings
  ) -> YAMLNode? {
    do throws(Diagnostic) {
      try source.admit(within: limits)
      var reader = YAMLReader(source, limits, findings)
      return try reader.readDocument()
    } catch {
      findings.add(error)
      return nil
    }
  }

  private init(_ source: SourceText, _ limits: YAMLLimits, _ findings: Findings) {
    parser = YAMLParser(source)
    self.source = source
    self.limits = limits
    self.findings = findings
  }

  private mutating func readDocument() throws(Diagnostic) -> YAMLNode {
    _ = try parser.next()
    let first = try parser.next()
    guard case .documentStart = first.kind else { throw emptyFile }
    let root = try readNode(try parser.next(), depth: 1)
    _ = try parser.next()
    let after = try parser.next()
    if case .documentStart = after.kind {
      throw Diagnostic(
        .error, "a second document begins here", at: source.range(after.offsets),
        remedy: "write one document in a file")
    }
    if root.isNull { throw emptyFile }
    return root
  }

  private var emptyFile: Diagnostic {
    Diagnostic(.error, "the file says nothing", at: source.range(0..<0))
  }

  private mutating func readNode(
    _ event: YAMLEvent, depth: Int
  ) throws(Diagnostic) -> YAMLNode {
    nodes += 1
    guard nodes <= limits.nodes else {
      throw refusal("the file holds more than \(limits.nodes) values", event)
    }
    guard depth <= limits.depth else {
      throw refusal("mappings and lists lie more than \(limits.depth) deep in each other", event)
    }
    if event.hasAnchor { findings.add(refusal("anchors are not read", event, "write it out")) }
    if event.hasTag { findings.add(refusal("tags are not read", event, "leave the tag out")) }
    switch event.kind {
    case .scalar(let scalar):
      return YAMLNode(.scalar(scalar), at: source.range(event.offsets))
    case .sequenceStart:
      return try readSequence(from: event, depth: depth)
    case .mappingStart:
      return try readMapping(from: event, depth: depth)
    case .alias:
      findings.add(refusal("aliases are not read", event, "write the value out"))
      return YAMLNode(.unreadable, at: source.range(event.offsets))
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      preconditionFailure("libyaml gave \(event.kind) where a value begins")
    }
  }

  private mutating func readSequence(
    from start: YAMLEvent, depth: Int
  ) throws(Diagnostic) -> YAMLNode {
    var elements: [YAMLNode] = []
    while true {
      let event = try parser.next()
      if case .sequenceEnd = event.kind {
        return YAMLNode(.sequence(elements), at: range(from: start, to: event))
      }
      elements.append(try readNode(event, depth: depth + 1))
    }
  }

  private mutating func readMapping(
    from start: YAMLEvent, depth: Int
  ) throws(Diagnostic) -> YAMLNode {
    var entries: [YAMLEntry] = []
    var firstPlaces: [String: SourceRange] = [:]
    while true {
      let event = try parser.next()
      if case .mappingEnd = event.kind {
        return YAMLNode(.mapping(entries), at: range(from: start, to: event))
      }
      let key = try readNode(event, depth: depth + 1)
      let value = try readNode(try parser.next(), depth: depth + 1)
      guard let name = self.name(of: key) else { continue }
      if let first = firstPlaces[name] {
        findings.add(
          Diagnostic(
            .error, "\(name.quoted) is given twice", at: key.range, remedy: "keep one of the two",
            notes: [Diagnostic(.note, "it was first given here", at: first)]))
      } else {
        firstPlaces[name] = key.range
        entries.append(YAMLEntry(name, at: key.range, value))
      }
    }
  }

  /// Returns the name in a key; reports an invalid one and returns `nil`.
  private func name(of key: YAMLNode) -> String? {
    guard case .scalar(let scalar) = key.content, !scalar.isNull else {
      findings.add(
        Diagnostic(.error, "a key must be a word, not \(key.brief)", at: key.range))
      return nil
    }
    guard scalar != YAMLScalar("<<") else {
      findings.add(
        Diagnostic(
          .error, "merge keys are not read", at: key.range, remedy: "name another file by extends"))
      return nil
    }
    return scalar.text
  }

  private func range(from start: YAMLEvent, to end: YAMLEvent) -> SourceRange {
    source.range(start.offsets.lowerBound..<end.offsets.upperBound)
  }

  private func refusal(_ message: String, _ event: YAMLEvent, _ remedy: String? = nil) -> Diagnostic
  {
    Diagnostic(.error, message, at: source.range(event.offsets), remedy: remedy)
  }
}
