import Diagnostics

extension SourceLoader {
  /// Whether the file of that name is a plan, which says so by its key `plan`, and no scenario.
  public func isPlan(_ name: String, within limits: YAMLLimits = YAMLLimits()) -> Bool {
    guard let file = try? load(name, nil),
      let source = try? SourceText(name: file.name, bytes: file.bytes),
      let document = YAMLReader.read(source, within: limits, noting: Findings())
    else { return false }
    return document["plan"] != nil
  }
}
