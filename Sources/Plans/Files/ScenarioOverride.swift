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
  /// Whether a fit to what was measured has made it, and no one.
  public private(set) var isFitted = false
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

  /// The same change, made by a fit.
  public var fitted: ScenarioOverride {
    var change = self
    change.isFitted = true
    return change
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

/// A reader of scenarios: files, those that they extend, and changes from the command line.
public struct ScenarioReader<Root: ScenarioSection>: Sendable {
  private let loader: SourceLoader
  private let limits: YAMLLimits
  private let metrics: [MetricName]

  /// Creates a reader; `metrics` are those available to the gates of a growth scenario.
  public init(
    _ root: Root.Type = Root.self, loader: SourceLoader, limits: YAMLLimits = YAMLLimits(),
    metrics: [MetricName] = []
  ) {
    self.loader = loader
    self.metrics = metrics
    self.limits = limits
  }

  /// Reads the scenario of a file, or throws every mistake in it.
  public func read(
    file name: String, overrides: [ScenarioOverride] = []
  ) throws(DiagnosticList) -> ScenarioOutcome<Root> {
    let file: SourceLoader.File
    do throws(SourceLoader.Unreadable) {
      file = try loader.load(name, nil)
    } catch {
      let place = SourceText(argument: name).range(0..<0)
      throw DiagnosticList([
        Diagnostic(.error, "the file cannot be read: \(error.reason)", at: place)
      ])
    }
    let source: SourceText
    do throws(Diagnostic) {
      source = try SourceText(name: file.name, bytes: file.bytes)
    } catch {
      throw DiagnosticList([error])
    }
    return try read(source, overrides: overrides)
  }

  /// Reads the scenario of a text, or throws every mistake in it.
  public func read(
    _ source: SourceText, overrides: [ScenarioOverride] = []
  ) throws(DiagnosticList) -> ScenarioOutcome<Root> {
    let findings = Findings(loader: loader, metrics: metrics)
    let resolver = ExtensionResolver(loader: loader, limits: limits, findings: findings)
    guard let document = resolver.resolve(source) else { throw findings.list }
    let layer = OverrideLayer(fields: Root().fieldDescriptions, limits: limits, findings: findings)
    let whole = layer.lay(overrides, over: document)
    if let mistake = FileKind.mistake(in: whole, readAs: Root.self) {
      throw DiagnosticList([mistake])
    }
    let reading = SectionReading<Root>(whole, at: ValuePlace(name: "", findings: findings))
    guard let value = reading.read(into: Root()), findings.errorCount == 0 else {
      throw findings.list
    }
    return ScenarioOutcome(
      value: value, warnings: findings.list, keys: Set((whole.entries ?? []).map(\.key)),
      evidence: findings.evidence)
  }
}

/// A scenario that was read, with its warnings.
public struct ScenarioOutcome<Root: ScenarioSection>: Sendable {
  public let value: Root
  public let warnings: DiagnosticList
  /// The keys at the top that are written: in the file, in those that it extends, or as changes.
  public let keys: Set<String>
  let evidence: EvidenceTable

  /// Every parameter, in the order of declaration, with its evidence.
  public var parameters: [Parameter] { value.parameters(written: evidence) }
}

extension YAMLNode {
  /// Returns the node merged over another: mappings key by key, anything else as a replacement.
  ///
  /// Every part keeps its place of origin. A value with evidence is replaced as one. Where a part
  /// changes, the evidence of the whole no longer applies to it. A delay of another form takes no
  /// keys from the one that it covers.
  func merged(over base: YAMLNode) -> YAMLNode {
    guard let entries, case .mapping(let below) = base.content,
      !entries.contains(where: { $0.key == Evidence.valueKey }), !isByDay
    else { return self }
    let onlyTellsEvidence = entries.allSatisfy(\.isEvidence)
    let replaced = DelayForm.keys(replacedBy: entries)
    var merged = below
    merged.removeAll { entry in
      !onlyTellsEvidence && entry.isEvidence || replaced.contains(entry.key)
    }
    let positions = Dictionary(
      merged.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      if let position = positions[entry.key] {
        merged[position] = YAMLEntry(
          entry.key, at: entry.keyRange, entry.value.merged(over: merged[position].value))
      } else {
        merged.append(entry)
      }
    }
    return YAMLNode(.mapping(merged), at: range)
  }

  /// Whether it has shares by day, which are one curve: those of a file take the place of all below.
  private var isByDay: Bool {
    entries.map { !$0.isEmpty && $0.allSatisfy { Int($0.key) != nil } } ?? false
  }

  /// Returns the whole document merged over another.
  ///
  /// The upper document decides whether a setting is deliberate: one merely set below may be
  /// deliberate above, and the other way round.
  func mergedAsDocument(over base: YAMLNode) -> YAMLNode {
    let (plain, deliberate) = (PolicyReader.settingsKey, PolicyReader.deliberateKey)
    return merged(
      over: base.removing(keysOf: self[plain], under: deliberate)
        .removing(keysOf: self[deliberate], under: plain))
  }

  /// Returns the mapping without one of its entries.
  func removing(_ key: String) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    return YAMLNode(.mapping(entries.filter { $0.key != key }), at: range)
  }

  private func removing(keysOf other: YAMLNode?, under key: String) -> YAMLNode {
    guard let names = other?.entries.map({ Set($0.map(\.key)) }), !names.isEmpty,
      case .mapping(var entries) = content,
      let position = entries.firstIndex(where: { $0.key == key }),
      case .mapping(let inner) = entries[position].value.content
    else { return self }
    entries[position].value.content = .mapping(inner.filter { !names.contains($0.key) })
    return YAMLNode(.mapping(entries), at: range)
  }
}
