import Diagnostics
import GrowthModel

extension Field<Market> {
  /// Who knows whom, from a file of pairs beside the scenario.
  static func edgeList(_ key: String, _ meaning: String) -> Field {
    let expects = "the path of a CSV file of pairs, or none"
    return Field(
      keys: [key], path: \.acquaintances,
      describe: { market in
        [
          FieldDescription(
            key: key, meaning: meaning, expects: expects,
            shape: .optional(.words(least: 1)),
            defaultValue: market.acquaintances.map { .text($0.name) } ?? "none")
        ]
      },
      read: { reading, market in
        guard let node = reading.mapping[key] else { return }
        let place = reading.place(of: key)
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
          place.refuse(node, expecting: expects)
          return
        }
        guard scalar != YAMLScalar("none") else {
          market.acquaintances = nil
          return
        }
        guard let source = place.load(scalar.text, namedBy: node) else { return }
        let reader = EdgeListReader(
          source: source, people: market.people, findings: place.findings)
        if let edges = reader.read() {
          market.acquaintances = EdgeList(edges, called: scalar.text)
        }
      },
      parameters: { _, _, _ in [] })
  }
}

extension ValuePlace {
  /// The text of a file that a value names, relative to the file that the value stands in; `nil`, and
  /// told, if it cannot be had.
  func load(_ path: String, namedBy node: YAMLNode) -> SourceText? {
    guard let loader = findings.loader else {
      refuse(node, "cannot name a file here")
      return nil
    }
    let source = node.range.source
    let isInFile = source.isFile
    do throws(SourceLoader.Unreadable) {
      let file = try loader.load(path, isInFile ? source.name : nil)
      do throws(Diagnostic) {
        let text = try SourceText(name: file.name, bytes: file.bytes)
        try text.admit(within: YAMLLimits())
        return text
      } catch {
        findings.add(error)
        return nil
      }
    } catch {
      refuse(
        node, "cannot be read: \(error.reason)",
        remedy: isInFile ? "the path is relative to this file" : nil)
      return nil
    }
  }
}
