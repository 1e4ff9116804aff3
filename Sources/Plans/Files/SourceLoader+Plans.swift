import GrowthloopFindings

extension SourceLoader {
  /// Returns the kind of plan in a file's key `plan`; `nil` for a scenario.
  public func planKind(_ name: String, within limits: YAMLLimits = YAMLLimits()) -> String? {
    guard let file = try? load(name, nil),
      let source = try? SourceText(name: file.name, bytes: file.bytes),
      let document = YAMLReader.read(source, within: limits, noting: Findings())
    else { return nil }
    guard let node = document["plan"] else { return nil }
    guard case .scalar(let scalar) = node.content else { return "" }
    return scalar.text
  }
}
