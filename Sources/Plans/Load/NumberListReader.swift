import GrowthloopFindings

/// A reader of numbers from a file with one on each line.
struct NumberListReader {
  let source: SourceText
  let findings: Findings

  /// Returns the numbers; reports every mistake, and returns `nil` if there is any.
  func read() -> [Double]? {
    let before = findings.errorCount
    var numbers: [Double] = []
    var offset = 0
    let text = source.text.unicodeScalars
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      let word = String(String.UnicodeScalarView(line)).filter { !$0.isWhitespace }
      guard !word.isEmpty else { continue }
      if let number = NumberParser.real(word), number.isFinite, abs(number) < 1e12 {
        numbers.append(number)
      } else {
        findings.add(
          Diagnostic(
            .error, "a line must hold a number of seconds, not \(word.quoted)",
            at: source.range(offset..<offset + line.count)))
      }
    }
    if numbers.isEmpty, findings.errorCount == before {
      findings.add(
        Diagnostic(
          .error, "there are no moments", at: source.range(0..<0),
          remedy: "write a number of seconds on each line"))
    }
    return findings.errorCount == before ? numbers : nil
  }
}
