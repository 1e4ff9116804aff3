public import GrowthloopFindings

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
      value: value, warnings: findings.list, evidence: findings.evidence)
  }
}

/// A scenario that was read, with its warnings.
public struct ScenarioOutcome<Root: ScenarioSection>: Sendable {
  public let value: Root
  public let warnings: DiagnosticList
  let evidence: EvidenceTable

  /// Every parameter, in the order of declaration, with its evidence.
  public var parameters: [Parameter] { value.parameters(written: evidence) }
}
