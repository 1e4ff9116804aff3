import Foundation
import TestSupport
import Testing

/// A page of the documentation, or the README: a Markdown file with its fenced blocks.
struct Page: Sendable, CustomTestStringConvertible {
  let url: URL
  let text: String
  let blocks: [Block]

  /// A fenced block: ```` ```KIND WORDS ````.
  struct Block: Sendable {
    let kind: Substring
    /// The words after the kind: a file's name, or a command line.
    let words: String
    let text: String
    /// The line of the opening fence, counted from 1.
    let line: Int
  }

  static let root = packageFolder
  static let catalogue = root.appending(path: "Sources/Tool/growthloop/Growthloop.docc")
  static let readme = try? Page(at: root.appending(path: "README.md"))
  /// The pages of the catalogue, by name.
  static let all: [Page] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap {
      try? Page(at: catalogue.appending(path: $0))
    }
  }()

  init(at url: URL) throws {
    self.url = url
    text = try String(contentsOf: url, encoding: .utf8)
    blocks = Self.blocks(of: text)
  }

  var name: String { url.deletingPathExtension().lastPathComponent }
  var testDescription: String { name }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (info: Substring, line: Int, lines: [Substring])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      if let block = open {
        if line == "```" {
          let parts = block.info.split(separator: " ", maxSplits: 1)
          blocks.append(
            Block(
              kind: parts.first ?? "", words: parts.count > 1 ? String(parts[1]) : "",
              text: block.lines.map { $0 + "\n" }.joined(), line: block.line))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3), place + 1, [])
      }
    }
    return blocks
  }
}
