public import GrowthloopFindings

/// A change to a scenario, from the command line or from a plan that runs it.
///
/// On the command line: `--set market.people=10k`.
public struct ScenarioOverride: Sendable {
  public private(set) var key: String
  public let value: String
  /// Whether a setting is deliberate although the profile rules it out.
  public let isDeliberate: Bool
  /// Whether it is appended to an existing list instead of replacing it.
  let isAddition: Bool
  private let origin: Origin

  private enum Origin {
    /// The argument as messages name it, the range of the key in it, and the start of the value.
    case argument(SourceText, key: Range<Int>, valueAt: Int)
    case file(key: SourceRange, YAMLNode)
  }

  /// Creates a change from the text after an option, KEY=VALUE; throws for any other text.
  ///
  /// Without an option the text stands alone in messages.
  public init(
    _ text: String, option: String = "--set", isDeliberate: Bool = false
  ) throws(Diagnostic) {
    let before = option.isEmpty ? "" : option + " "
    let source = SourceText(argument: before + text)
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw Diagnostic(
        .error, "it must be KEY=VALUE, such as prompts.lifetimeMax=5", at: source.range(0..<0))
    }
    key = String(text[..<equals])
    value = String(text[text.index(after: equals)...])
    self.isDeliberate = isDeliberate
    isAddition = false
    let start = before.unicodeScalars.count
    let end = start + key.unicodeScalars.count
    origin = .argument(source, key: start..<end, valueAt: end + 1)
  }

  /// Creates a change from the value of an option for one key, such as `--target`.
  public init(_ key: String, to value: String, option: String) {
    self.key = key
    self.value = value
    isDeliberate = false
    isAddition = false
    let end = option.unicodeScalars.count
    origin = .argument(
      SourceText(argument: "\(option) \(value)"), key: 0..<end, valueAt: end + 1)
  }

  /// Creates a change from a file's value under a key.
  init(_ key: String, at keyRange: SourceRange, _ node: YAMLNode, isAddition: Bool = false) {
    self.key = key
    value = node.inOneLine
    isDeliberate = false
    self.isAddition = isAddition
    origin = .file(key: keyRange, node)
  }

  /// Returns the same change of another key.
  func about(_ key: String) -> ScenarioOverride {
    var change = self
    change.key = key
    return change
  }

  var keyRange: SourceRange {
    switch origin {
    case .argument(let source, let key, _): source.range(key)
    case .file(let range, _): range
    }
  }

  /// Returns the value as YAML reads it.
  ///
  /// A value that begins like a list, a mapping or a quotation is one; any other is a plain word.
  func node(within limits: YAMLLimits, noting findings: Findings) -> YAMLNode? {
    switch origin {
    case .argument(let source, _, let offset):
      node(of: source, from: offset, within: limits, noting: findings)
    case .file(_, let node): node
    }
  }

  private func node(
    of source: SourceText, from offset: Int, within limits: YAMLLimits, noting findings: Findings
  ) -> YAMLNode? {
    guard let first = value.unicodeScalars.first, "[{\"'".unicodeScalars.contains(first) else {
      let length = value.unicodeScalars.count
      return YAMLNode(.scalar(YAMLScalar(value)), at: source.range(offset..<offset + length))
    }
    // Blanks in place of the preceding text keep the places correct.
    let padded = String(repeating: " ", count: offset) + value
    let part = Findings()
    let node = YAMLReader.read(
      SourceText(name: source.name, text: padded), within: limits, noting: part)
    for diagnostic in part.list { findings.add(diagnostic.moved(to: source)) }
    return node?.moved(to: source)
  }
}

extension Diagnostic {
  /// Returns the same diagnostic for another text with the same places.
  fileprivate func moved(to source: SourceText) -> Diagnostic {
    var moved = self
    moved.range = source.range(range.offsets)
    moved.notes = notes.map { $0.moved(to: source) }
    return moved
  }
}

extension YAMLNode {
  fileprivate func moved(to source: SourceText) -> YAMLNode {
    let content: Content =
      switch content {
      case .scalar, .unreadable: content
      case .sequence(let elements): .sequence(elements.map { $0.moved(to: source) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            YAMLEntry(
              $0.key, at: source.range($0.keyRange.offsets), $0.value.moved(to: source))
          })
      }
    return YAMLNode(content, at: source.range(range.offsets))
  }
}
