/// The contents of `run.json`: the findings, beside the kind of the run and the version that wrote
/// it.
public struct RunFile<Findings: RunFindings>: Codable {
  public let findings: Findings

  private enum Key: String, CodingKey { case kind, version }

  public init(_ findings: Findings) { self.findings = findings }

  public init(from decoder: any Decoder) throws { findings = try Findings(from: decoder) }

  public func encode(to encoder: any Encoder) throws {
    try findings.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(Findings.kind, forKey: .kind)
    try fields.encode(ToolVersion.current, forKey: .version)
  }
}

extension RunFindings {
  /// The text of `run.json`.
  public func json() throws -> String { try RunFile(self).json() }
}
