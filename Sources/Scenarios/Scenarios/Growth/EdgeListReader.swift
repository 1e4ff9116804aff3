import Diagnostics
import GrowthModel

/// A reader of pairs of people from a CSV file: a line `from,to`, then two numbers a line.
struct EdgeListReader {
  static let header = "from,to"

  let source: SourceText
  /// The number of people; they are numbered from 0.
  let people: Int
  let findings: Findings

  private struct Line {
    let text: Substring.UnicodeScalarView
    /// The start, in scalars from the beginning of the file.
    let offset: Int
  }

  /// Returns the pairs; reports every mistake, and returns `nil` if there is any.
  func read() -> [EdgeList.Edge]? {
    let before = findings.errorCount
    var edges: [EdgeList.Edge] = []
    var first: [EdgeList.Edge: SourceRange] = [:]
    var hasHeader = false
    for line in lines where !line.text.isEmpty {
      guard hasHeader else {
        hasHeader = true
        if String(Substring(line.text)) != Self.header {
          refuse(line, "the first line must be \(Self.header)")
        }
        continue
      }
      guard let edge = edge(in: line) else { continue }
      if let earlier = first.updateValue(range(of: line), forKey: edge) {
        findings.add(
          Diagnostic(
            .error, "person \(edge.from) knows person \(edge.to) already", at: range(of: line),
            notes: [Diagnostic(.note, "it was first said here", at: earlier)]))
      }
      edges.append(edge)
    }
    if edges.isEmpty, findings.errorCount == before {
      findings.add(
        Diagnostic(
          .error, "there are no pairs", at: source.range(0..<0),
          remedy: "write \(Self.header), and below it a line such as 0,1 for each pair"))
    }
    return findings.errorCount == before ? edges : nil
  }

  private func edge(in line: Line) -> EdgeList.Edge? {
    let cells = line.text.split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count == 2 else {
      refuse(line, "a line must hold two numbers, not \(cells.count)")
      return nil
    }
    let from = person(cells[0], at: line.offset)
    let to = person(cells[1], at: line.offset + cells[0].count + 1)
    guard let from, let to else { return nil }
    guard from != to else {
      refuse(line, "person \(from) needs no line to know themselves")
      return nil
    }
    return EdgeList.Edge(from: from, to: to)
  }

  private func person(_ cell: Substring.UnicodeScalarView, at offset: Int) -> UInt32? {
    let text = String(Substring(cell))
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber, let number = UInt32(text), number < people { return number }
    findings.add(
      Diagnostic(
        .error, "must be the number of a person, from 0 to \(people - 1), not \(text.quoted)",
        at: source.range(offset..<offset + max(cell.count, 1))))
    return nil
  }

  private func refuse(_ line: Line, _ message: String) {
    findings.add(Diagnostic(.error, message, at: range(of: line)))
  }

  private func range(of line: Line) -> SourceRange {
    source.range(line.offset..<line.offset + line.text.count)
  }

  private var lines: [Line] {
    var offset = 0
    return source.text.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { text in
      let line = Line(text: text.last == "\r" ? text.dropLast() : text, offset: offset)
      offset += text.count + 1
      return line
    }
  }
}
