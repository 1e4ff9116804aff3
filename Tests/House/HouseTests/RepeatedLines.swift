/// The runs of lines that stand in two places of a tree.
///
/// Blank lines, comments, imports and lines of brackets alone are passed over.
struct RepeatedLines {
  struct Place {
    let file: Int
    /// The index of the first line among the lines of the file that count.
    let line: Int
  }

  struct Pair {
    let first, second: Place
    /// How many lines that count are the same.
    let length: Int
  }

  let tree: SourceTree
  /// For each file, its lines that count: a number for the text, and the line number.
  private let lines: [[(text: Int, number: Int)]]
  let pairs: [Pair]

  /// Finds every pair of places that share at least `least` lines in a row.
  ///
  /// - Complexity: O(*n* + *p*) for *n* lines and *p* pairs of places that share `least` lines.
  init(in tree: SourceTree, least: Int = 6) {
    self.tree = tree
    var numbers: [Substring: Int] = [:]
    let lines = tree.files.map { file in
      var counted: [(text: Int, number: Int)] = []
      for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let text = Self.trimmed(line)
        guard Self.counts(text) else { continue }
        let fresh = numbers.count
        let known = numbers[text] ?? fresh
        if known == fresh { numbers[text] = fresh }
        counted.append((known, index + 1))
      }
      return counted
    }
    var places: [[Int]: [Place]] = [:]
    for (file, counted) in lines.enumerated() where counted.count >= least {
      for line in 0...(counted.count - least) {
        places[counted[line..<line + least].map(\.text), default: []]
          .append(Place(file: file, line: line))
      }
    }
    var pairs: [Pair] = []
    for shared in places.values where shared.count > 1 {
      for (index, first) in shared.enumerated() {
        for second in shared[(index + 1)...] {
          let (one, other) = (lines[first.file], lines[second.file])
          // Where the lines before are the same too, the run was counted at its start.
          if first.line > 0, second.line > 0,
            one[first.line - 1].text == other[second.line - 1].text
          {
            continue
          }
          var most = min(one.count - first.line, other.count - second.line)
          // The two places of a run do not overlap.
          if first.file == second.file { most = min(most, second.line - first.line) }
          let length =
            (0..<most).first {
              one[first.line + $0].text != other[second.line + $0].text
            } ?? most
          if length >= least { pairs.append(Pair(first: first, second: second, length: length)) }
        }
      }
    }
    self.lines = lines
    self.pairs = pairs.sorted {
      (-$0.length, $0.first.file, $0.first.line, $0.second.file, $0.second.line)
        < (-$1.length, $1.first.file, $1.first.line, $1.second.file, $1.second.line)
    }
  }

  /// Both places of each pair, the longest run first.
  var report: String {
    pairs.map {
      "\($0.length) lines: \(text($0.first, $0.length)) and \(text($0.second, $0.length))"
    }
    .joined(separator: "\n")
  }

  private func text(_ place: Place, _ length: Int) -> String {
    let counted = lines[place.file]
    let (start, end) = (counted[place.line].number, counted[place.line + length - 1].number)
    return "\(tree.files[place.file].path):\(start)-\(end)"
  }

  private static func trimmed(_ line: Substring) -> Substring {
    let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }
    return line[indent.endIndex...]
  }

  private static func counts(_ line: Substring) -> Bool {
    let brackets = "(){}[],"
    return !line.hasPrefix("//") && !isImport(line)
      && !line.utf8.allSatisfy { brackets.utf8.contains($0) }
  }

  private static func isImport(_ line: Substring) -> Bool {
    ["import ", "public import ", "package import ", "internal import ", "@testable import "]
      .contains { line.hasPrefix($0) }
  }
}
