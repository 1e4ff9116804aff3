import Foundation

/// A committed list of mutants: the equivalent ones, which change nothing that a test could see, each
/// with its reason, and the survivors that are known.
///
/// A mutant has a line that begins with its name (the rest is for people), and indented lines with
/// the reason. Lines that begin with `#` are remarks.
struct KnownMutants {
  private(set) var reasons: [String: String] = [:]

  init() {}

  init(_ file: URL, needsReasons: Bool) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let text = try String(contentsOf: file, encoding: .utf8)
    var name: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      if line.first?.isWhitespace == true {
        guard let name else {
          throw MutantsError("\(file.lastPathComponent):\(index + 1): a reason without a mutant")
        }
        let more = String(line).oneLine
        reasons[name] = [reasons[name] ?? "", more].filter { !$0.isEmpty }.joined(separator: " ")
      } else {
        let first = String(line.prefix { !$0.isWhitespace })
        guard reasons[first] == nil else {
          throw MutantsError("\(file.lastPathComponent):\(index + 1): \(first) is named twice")
        }
        reasons[first] = ""
        name = first
      }
    }
    if needsReasons, let bare = reasons.filter({ $0.value.isEmpty }).keys.min() {
      throw MutantsError("\(file.lastPathComponent): \(bare) has no reason")
    }
  }

  /// The names that no mutant of `sources` has: the code has changed, and the entry can go.
  func stale(in sources: [ModuleSource]) -> [String] {
    let names = Set(sources.flatMap(\.mutants).map(\.name))
    return reasons.keys.filter { !names.contains($0) }.sorted()
  }

  func contains(_ mutant: Mutant) -> Bool { reasons[mutant.name] != nil }
}
