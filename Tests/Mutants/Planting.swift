/// Writes a file anew so that every place asks the switch which code is meant.
///
/// Every line stays where it was: what the compiler says of a line of the copy is said of the source.
struct Planting {
  /// How a place is written; what the compiler refuses in one way it may take in the next.
  enum Style: Int, Codable, Comparable {
    /// A call of a generic function: quick to check, and nothing is written twice.
    case call
    /// `switch ? mutated : original`: takes operands of two types, or of no protocol.
    case choice
    /// The place is left as it was.
    case none

    static func < (a: Style, b: Style) -> Bool { a.rawValue < b.rawValue }
  }

  private var prefixes: [Int: String] = [:]
  private var suffixes: [Int: String] = [:]
  private var replacements: [Int: (length: Int, text: String)] = [:]

  /// Returns `source` with `sites` planted, each in its style.
  static func text(_ source: String, sites: [Site], style: (Site) -> Style) -> String {
    var planting = Planting()
    for site in sites { planting.plant(site, style(site)) }
    return planting.applied(to: Array(source.utf8))
  }

  private mutating func plant(_ site: Site, _ style: Style) {
    guard let mutant = site.mutants.first, style != .none else { return }
    let number = mutant.number
    switch (site.form, style) {
    case (.edge(_, _, let mutated), .choice):
      // A comment would swallow the rest of the one line.
      guard !mutated.contains("//"), !mutated.contains("\"\"\"") else { return }
      enclose(site.span, "(mutantOn(\(number)) ? \(mutated.oneLine) : ", ")")
    case (.edge(let edge, let symbol, _), _):
      enclose(site.span, "\(edge.function)(\(number), ", ")")
      replacements[symbol.lowerBound] = (symbol.count, ",")
    case (.number, .choice):
      let greater = "(mutantOn(\(number)) ? \(mutant.after) : "
      let less = site.mutants.dropFirst().first.map { "mutantOn(\($0.number)) ? \($0.after) : " }
      enclose(site.span, greater + (less ?? ""), ")")
    case (.number, _):
      let changed = site.mutants.map(\.after).joined(separator: ", ")
      enclose(site.span, "mutantNumber(\(number), ", ", \(changed))")
    case (.condition, .call): enclose(site.span, "mutantNegated(\(number), ", ")")
    case (.statement, .call): enclose(site.span, "if !mutantOn(\(number)) { ", " }")
    case (.condition, _), (.statement, _): break
    }
  }

  /// An enclosing place is planted before those within it.
  private mutating func enclose(_ span: Range<Int>, _ prefix: String, _ suffix: String) {
    prefixes[span.lowerBound, default: ""] += prefix
    suffixes[span.upperBound, default: ""] = suffix + suffixes[span.upperBound, default: ""]
  }

  private func applied(to source: [UInt8]) -> String {
    var text: [UInt8] = []
    var offset = 0
    while offset <= source.count {
      if let suffix = suffixes[offset] { text += Array(suffix.utf8) }
      if let prefix = prefixes[offset] { text += Array(prefix.utf8) }
      if let replacement = replacements[offset] {
        text += Array(replacement.text.utf8)
        offset += replacement.length
        continue
      }
      if offset < source.count { text.append(source[offset]) }
      offset += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Site {
  /// The last style that the form has.
  func next(after style: Planting.Style) -> Planting.Style {
    switch (form, style) {
    case (.edge, .call), (.number, .call): .choice
    default: .none
    }
  }
}
