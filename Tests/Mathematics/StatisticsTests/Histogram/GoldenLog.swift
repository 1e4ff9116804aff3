import Foundation
import Statistics

/// A log that another implementation wrote, with what it said about each interval.
///
/// `Tests/Oracles` holds the programs that wrote them.
struct GoldenLog: Sendable, CustomStringConvertible {
  struct Fact: Sendable {
    let name: String
    let argument: String
    let value: String
  }

  let description: String
  let intervals: [HistogramLogInterval]
  let mistakes: [HistogramLogReader.Mistake]
  private let facts: [String: [Fact]]

  static let java = GoldenLog("java")
  static let python = GoldenLog("python")

  static func text(_ name: String) -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden/\(name)")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  private init(_ name: String) {
    description = name
    (intervals, mistakes) = HistogramLogReader.readAll(Array(Self.text("\(name).hlog").utf8))
    var facts: [String: [Fact]] = [:]
    for line in Self.text("\(name).tsv").split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      facts[columns[0], default: []].append(
        Fact(name: columns[1], argument: columns[2], value: columns[3]))
    }
    self.facts = facts
  }

  /// The intervals by their names, in order, with what is known of each.
  var cases: [(name: String, histogram: HDRHistogram, facts: [Fact])] {
    intervals.map { interval in
      let name = interval.tag?.description ?? ""
      return (name, interval.histogram, facts[name] ?? [])
    }
  }

  func histogram(_ name: String) -> HDRHistogram? { cases.first { $0.name == name }?.histogram }
}

extension HDRHistogram {
  /// The counts as the golden files have them: `highest value:count`, in order.
  var countsAsText: String {
    buckets.map { "\($0.highest):\($0.count)" }.joined(separator: " ")
  }
}

extension GoldenLog.Fact {
  /// The number whose bits the file has in hexadecimal digits.
  static func number(_ text: String) -> Double { Double(bitPattern: UInt64(text, radix: 16) ?? 0) }
}
