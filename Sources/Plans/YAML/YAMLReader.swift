import GrowthloopFindings

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
