import GrowthloopFindings
import GrowthloopModel

/// A reader of pairs of people, piece by piece: two numbers a line, under a line `from,to` if commas
/// separate them, and under any or none if tabs or blanks do.
///
/// Lines that begin with # or % are comments, as in public collections of networks.
struct EdgeListReader {
  static let header = "from,to"
  /// The greatest number of mistakes after which reading ends.
  private static let mostMistakes = 100
  /// The longest line: two numbers need twenty bytes, a comment some more.
  private static let longestLine = 65_536
  /// The most pairs: places of contacts have 32 bits, and mutual pairs take two.
  static let mostPairs = 2_000_000_000

  let name: String
  let open: () throws(SourceLoader.Unreadable) -> SourceLoader.Pieces
  /// The number of people; they are numbered from 0.
  let people: Int
  let areMutual: Bool
  let findings: Findings

  /// Returns the pairs; reports every mistake, and returns `nil` if there is any.
  func read() throws(SourceLoader.Unreadable) -> EdgeList? {
    let before = findings.errorCount
    var edges = GatheredEdges()
    let file = try forEachPair { edge, _, _ in
      edges.append(edge)
      return findings.errorCount - before < Self.mostMistakes && edges.count <= Self.mostPairs
    } orElse: { text, number, form, file in
      tell(text, number, form, in: file)
      return findings.errorCount - before < Self.mostMistakes
    }
    guard edges.count <= Self.mostPairs else {
      refuse(file, 1, "", "there are more than \(Self.mostPairs) pairs")
      return nil
    }
    if edges.count == 0, findings.errorCount == before {
      refuse(
        file, 1, "", "there are no pairs",
        remedy: "write \(Self.header), and below it a line such as 0,1 for each pair")
    }
    let list = EdgeList(edges, called: name, areMutual: areMutual)
    let repeated = list.repeated(atMost: Self.mostMistakes)
    if !repeated.isEmpty { try refuse(repeated) }
    return findings.errorCount == before ? list : nil
  }
}

extension EdgeListReader {
  /// How a file separates the numbers of a line.
  private enum Form {
    case commas
    case blanks

    /// The form of a file by its first line that is no comment.
    init(ofFirst line: Span<UInt8>) {
      self = (0..<line.count).contains { line[$0] == UInt8(ascii: ",") } ? .commas : .blanks
    }

    /// Reads a line of two numbers; `nil` for any other.
    func edge(in line: Span<UInt8>, people: Int) -> EdgeList.Edge? {
      var place = 0
      guard let from = Self.number(in: line, &place, below: people) else { return nil }
      let end = place
      switch self {
      case .commas: if place < line.count, line[place] == UInt8(ascii: ",") { place += 1 }
      case .blanks: Self.skipBlanks(in: line, &place)
      }
      guard place > end, let to = Self.number(in: line, &place, below: people) else { return nil }
      if self == .blanks { Self.skipBlanks(in: line, &place) }
      return place == line.count && from != to ? EdgeList.Edge(from: from, to: to) : nil
    }

    private static func skipBlanks(in line: Span<UInt8>, _ place: inout Int) {
      while place < line.count, line[place] == 9 || line[place] == 32 { place += 1 }
    }

    /// Reads digits from `place` on.
    private static func number(
      in line: Span<UInt8>, _ place: inout Int, below limit: Int
    ) -> UInt32? {
      let start = place
      var number = 0
      while place < line.count, case let digit = line[place] &- UInt8(ascii: "0"), digit < 10,
        place - start < 12
      {
        number = number * 10 + Int(digit)
        place += 1
      }
      return place > start && number < limit ? UInt32(truncatingIfNeeded: number) : nil
    }
  }

  /// Passes on each pair with its line, and each other line that is no comment and not empty, until a
  /// function returns `false`; returns the name of the file.
  private func forEachPair(
    _ take: (EdgeList.Edge, Span<UInt8>, _ number: Int) -> Bool,
    orElse refuse: (String, _ number: Int, Form, _ file: String) -> Bool
  ) throws(SourceLoader.Unreadable) -> String {
    let pieces = try open()
    var known: Form?
    try forEachLine(of: pieces) { line, number in
      guard line.count > 0, line[0] != UInt8(ascii: "#"), line[0] != UInt8(ascii: "%") else {
        return true
      }
      let form = known ?? Form(ofFirst: line)
      // A file with commas begins with its header; one with blanks may.
      let mayBeHeader = known == nil && (form == .commas || line[0] &- UInt8(ascii: "0") > 9)
      known = form
      if !mayBeHeader, let edge = form.edge(in: line, people: people) {
        return take(edge, line, number)
      }
      let text = String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self)
      guard mayBeHeader else { return refuse(text, number, form, pieces.name) }
      guard form == .commas, text != Self.header else { return true }
      self.refuse(pieces.name, number, text, "the first line must be \(Self.header)")
      return true
    }
    return pieces.name
  }

  /// Passes on each line with its number, without its end, until `take` returns `false`.
  private func forEachLine(
    of pieces: SourceLoader.Pieces, _ take: (Span<UInt8>, Int) -> Bool
  ) throws(SourceLoader.Unreadable) {
    var rest: [UInt8] = []
    var number = 0
    func isTaken(_ line: Span<UInt8>) -> Bool {
      number += 1
      let mark = [0xEF, 0xBB, 0xBF] as [UInt8]
      let hasMark =
        number == 1 && line.count >= 3 && mark.indices.allSatisfy { line[$0] == mark[$0] }
      let start = hasMark ? 3 : 0
      let hasReturn = line.count > start && line[line.count - 1] == UInt8(ascii: "\r")
      return take(line.extracting(start..<line.count - (hasReturn ? 1 : 0)), number)
    }
    while true {
      let piece = try pieces.next()
      guard !piece.isEmpty else { break }
      var start = 0
      while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let goesOn: Bool
        if rest.isEmpty {
          goesOn = isTaken(piece.span.extracting(start..<end))
        } else {
          rest += piece[start..<end]
          goesOn = isTaken(rest.span)
          rest.removeAll(keepingCapacity: true)
        }
        guard goesOn else { return }
        start = end + 1
      }
      rest += piece[start...]
      guard rest.count <= Self.longestLine else {
        throw SourceLoader.Unreadable(
          "line \(number + 1) is longer than \(Self.longestLine) bytes")
      }
    }
    if !rest.isEmpty { _ = isTaken(rest.span) }
  }
}

// The mistakes.
extension EdgeListReader {
  private func tell(_ text: String, _ number: Int, _ form: Form, in file: String) {
    let line = SourceText(name: file, line: text, number: number)
    let scalars = line.text.unicodeScalars
    let cells = scalars.split(omittingEmptySubsequences: form == .blanks) {
      form == .commas ? $0 == "," : $0 == "\t" || $0 == " "
    }
    guard cells.count == 2 else {
      return refuse(file, number, text, "a line must hold two numbers, not \(cells.count)")
    }
    let people = cells.compactMap { cell -> UInt32? in
      let text = String(Substring(cell))
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
      if isNumber, let person = UInt32(text), person < self.people { return person }
      let offset = scalars.distance(from: scalars.startIndex, to: cell.startIndex)
      findings.add(
        Diagnostic(
          .error,
          "must be the number of a person, from 0 to \(self.people - 1), not \(text.quoted)",
          at: line.range(offset..<offset + max(cell.count, 1))))
      return nil
    }
    guard people.count == 2 else { return }
    refuse(
      file, number, text,
      people[0] == people[1]
        ? "person \(people[0]) needs no line to know themselves"
        : "a line must hold two numbers and nothing else")
  }

  /// Reads the file again, to say where pairs were repeated.
  private func refuse(_ repeated: [EdgeList.Edge]) throws(SourceLoader.Unreadable) {
    let repeated = Set(repeated)
    var first: [EdgeList.Edge: SourceRange] = [:]
    var file = name
    file = try forEachPair { edge, line, number in
      let other = EdgeList.Edge(from: edge.to, to: edge.from)
      guard repeated.contains(edge) || areMutual && repeated.contains(other) else { return true }
      let text = String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self)
      let range = SourceText(name: file, line: text, number: number).wholeRange
      // Of mutual pairs both orders are the same.
      let pair = areMutual && edge.from > edge.to ? other : edge
      guard let earlier = first[pair] else {
        first[pair] = range
        return true
      }
      findings.add(
        Diagnostic(
          .error, "person \(edge.from) knows person \(edge.to) already", at: range,
          notes: [Diagnostic(.note, "it was first said here", at: earlier)]))
      return true
    } orElse: { _, _, _, _ in
      true
    }
  }

  private func refuse(
    _ file: String, _ number: Int, _ text: String, _ message: String, remedy: String? = nil
  ) {
    let line = SourceText(name: file, line: text, number: number)
    findings.add(Diagnostic(.error, message, at: line.wholeRange, remedy: remedy))
  }
}
