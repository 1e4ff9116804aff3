import GrowthloopFindings

/// A reader of a scenario with those that it extends, the nearest over the farther ones.
struct ExtensionResolver {
  static let key = "extends"
  /// The greatest number of files that one scenario may extend.
  static let deepest = 8

  let loader: SourceLoader
  let limits: YAMLLimits
  let findings: Findings

  /// Returns the document merged over those that it extends; `nil` where one of them cannot be
  /// read.
  func resolve(_ source: SourceText) -> YAMLNode? {
    resolve(source, chain: [source.name])
  }

  private func resolve(_ source: SourceText, chain: [String]) -> YAMLNode? {
    guard let document = YAMLReader.read(source, within: limits, noting: findings) else {
      return nil
    }
    guard document.entries != nil else {
      findings.add(
        Diagnostic(
          .error, "a scenario must be a mapping from keys to values, not \(document.brief)",
          at: document.range, remedy: "write key: value"))
      return nil
    }
    guard let name = document[Self.key] else { return document }
    guard let base = load(name, from: source.name, chain: chain),
      let below = resolve(base, chain: chain + [base.name])
    else { return nil }
    return document.removing(Self.key).mergedAsDocument(over: below)
  }

  private func load(_ node: YAMLNode, from: String, chain: [String]) -> SourceText? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      return refuse(
        node, "\(Self.key.quoted) must be the path of a scenario, not \(node.brief)",
        remedy: "write the path of one file, relative to this one")
    }
    // A mistake shows lines of the file, and only those of scenarios may be shown.
    guard scalar.text.hasSuffix(".yaml") || scalar.text.hasSuffix(".yml") else {
      return refuse(
        node, "\(scalar.text.quoted) is no scenario: its name must end in .yaml or .yml",
        remedy: "the path is relative to this file")
    }
    do throws(SourceLoader.Unreadable) {
      let file = try loader.load(scalar.text, from)
      guard !chain.contains(file.name) else {
        return refuse(
          node, "\(scalar.text.quoted) extends itself: " + inWords(chain + [file.name]))
      }
      guard chain.count <= Self.deepest else {
        return refuse(
          node,
          "more than \(Self.deepest) files extend each other: "
            + inWords(chain + [file.name]))
      }
      return try? source(of: file)
    } catch {
      return refuse(
        node, "\(scalar.text.quoted) cannot be read: \(error.reason)",
        remedy: "the path is relative to this file")
    }
  }

  private func source(of file: SourceLoader.File) throws(Diagnostic) -> SourceText {
    do throws(Diagnostic) {
      return try SourceText(name: file.name, bytes: file.bytes)
    } catch {
      findings.add(error)
      throw error
    }
  }

  private func inWords(_ chain: [String]) -> String { chain.joined(separator: " → ") }

  private func refuse(_ node: YAMLNode, _ message: String, remedy: String? = nil) -> SourceText? {
    if case .unreadable = node.content { return nil }
    findings.add(Diagnostic(.error, message, at: node.range, remedy: remedy))
    return nil
  }
}
