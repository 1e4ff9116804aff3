/// How a kind of value is written: its words, its form for a schema, its reader and its printer.
///
/// It is declared once for files, settings and options.
package struct Notation<Value>: Sendable {
  /// The form of a value, in words that complete "must be …".
  package let expects: String
  package let shape: TextShape
  package let print: @Sendable (Value) -> String
  package let parse: @Sendable (String) -> Value?
  /// Returns what to write instead of a wrong text.
  package let remedy: @Sendable (String) -> String?

  package init(
    expects: String, shape: TextShape, print: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) -> Value?,
    remedy: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.expects = expects
    self.shape = shape
    self.print = print
    self.parse = parse
    self.remedy = remedy
  }
}

/// The form of a value that is written as text, for a program that checks it before we do.
///
/// It may accept a value that is then refused; it accepts every valid value.
public indirect enum TextShape: Hashable, Sendable {
  /// `true` or `false`.
  case flag
  /// A whole number in this range; `Int.max` sets no upper limit.
  case integer(ClosedRange<Int>)
  /// A finite number; an excluded bound is itself invalid.
  case real(least: Double?, isLeastExcluded: Bool, most: Double?)
  /// A proportion within this range, or in per cent.
  case share(ClosedRange<Double>)
  /// A time with its unit; where it may lack one, at least so many of a unit that is understood.
  case time(bare: Int?)
  /// Any text of at least so many characters.
  case words(least: Int)
  /// Text of that regular expression; the examples are for the reader of the schema.
  case text(pattern: String, examples: [String])
  /// One of these words.
  case choice([String])
  /// A value of any of these forms.
  case either([TextShape])
  /// Values in a list, or none.
  case list(of: TextShape)
}

extension Notation where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the cases of an enumeration.
  package static var choice: Notation {
    // The key path in place of the closure crashes the optimizer of Swift 6.3.1.
    .choice { $0.rawValue }
  }
}

extension Notation where Value: CaseIterable & Sendable {
  package static func choice(written: @escaping @Sendable (Value) -> String) -> Notation {
    let words = Value.allCases.map(written)
    return Notation(
      expects: words.joined(separator: " | "), shape: .choice(words), print: written,
      parse: { word in Value.allCases.first { written($0) == word } })
  }
}

extension Notation<Bool> {
  /// `true` or `false`; YAML's other words for them are refused, with a remedy.
  package static var flag: Notation {
    Notation(
      expects: "true or false", shape: .flag, print: { String($0) }, parse: { Bool($0) },
      remedy: { text in
        switch text.lowercased() {
        case "true", "yes", "on", "y", "1": "write true"
        case "false", "no", "off", "n", "0": "write false"
        default: "write true or false"
        }
      })
  }
}

extension Notation<Int> {
  /// A whole number within a range: `10_000`, `10k` and `1.5M`; `meant` reads what else people write
  /// for it.
  package static func integer(
    _ range: ClosedRange<Int>, meant: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) -> Notation {
    Notation(
      expects: "a whole number" + words(for: range), shape: .integer(range),
      print: { String($0) },
      parse: { text in ValueText.integer(text).flatMap { range.contains($0) ? $0 : nil } },
      remedy: { text in
        if let number = ValueText.integer(text) {
          return number < range.lowerBound
            ? "write at least \(ValueText.spelt(range.lowerBound))"
            : "write at most \(ValueText.spelt(range.upperBound))"
        }
        if let number = ValueText.real(text), number >= -1e15, number <= 1e15 {
          let whole = Int(number.rounded())
          if range.contains(whole) { return "write \(whole)" }
        }
        if let meant = meant(text), range.contains(meant) {
          return "write \(ValueText.spelt(meant))"
        }
        // Groups of digits, and a superfluous unit: `100,000` and `5000/arm`.
        let digits = text.filter { $0 != "," && $0 != "'" && !$0.isWhitespace }
        if let number = ValueText.beforeUnit(digits).flatMap({ ValueText.integer($0) }),
          range.contains(number)
        {
          return "write \(ValueText.spelt(number))"
        }
        // A small one where large ones are not allowed.
        return range.contains(10_000)
          ? "write 10_000 or 10k"
          : "write \(ValueText.spelt(min(max(30, range.lowerBound), range.upperBound)))"
      })
  }

  package static func integer(_ range: PartialRangeFrom<Int>) -> Notation {
    .integer(range.lowerBound...Int.max)
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): ""
    case (let least, .max): " of at least \(ValueText.spelt(least))"
    case (let least, let most): " from \(ValueText.spelt(least)) to \(ValueText.spelt(most))"
    }
  }
}

extension Notation<Double> {
  package static func real(_ range: ClosedRange<Double>) -> Notation {
    let (least, most) = (range.lowerBound, range.upperBound)
    return .real(
      "a number from \(ValueText.spelt(least)) to \(ValueText.spelt(most))",
      .real(least: least, isLeastExcluded: false, most: most),
      example: [1.5, 0.5].first { range.contains($0) } ?? least, within: range)
  }

  package static func real(_ range: PartialRangeFrom<Double>) -> Notation {
    let least = range.lowerBound
    return .real(
      "a number of at least \(ValueText.spelt(least))",
      .real(least: least, isLeastExcluded: false, most: nil), example: max(least, 1.5),
      within: least ... .infinity)
  }

  /// A number above a bound.
  package static func real(above bound: Double) -> Notation {
    .real(
      "a number above \(ValueText.spelt(bound))",
      .real(least: bound, isLeastExcluded: true, most: nil), example: max(bound + 1, 1.5),
      within: -.infinity ... .infinity, above: bound)
  }

  private static func real(
    _ expects: String, _ shape: TextShape, example: Double, within range: ClosedRange<Double>,
    above bound: Double = -.infinity
  ) -> Notation {
    Notation(
      expects: expects, shape: shape,
      print: { $0 > 1 ? Int(exactly: $0).map { String($0) } ?? String($0) : String($0) },
      parse: { text in
        ValueText.real(text).flatMap { range.contains($0) && $0 > bound ? $0 : nil }
      },
      remedy: { text in
        if text.hasSuffix("%"), let share = ValueText.share(text), range.contains(share),
          share > bound
        {
          return "write \(ValueText.spelt(share))"
        }
        guard let number = ValueText.real(text), !range.contains(number) else {
          // A decimal comma, and a superfluous unit: `0,4` and `3/share`.
          let written = ValueText.withoutCommas(ValueText.beforeUnit(text) ?? text)
          if let meant = ValueText.real(written), range.contains(meant), meant > bound {
            return "write \(ValueText.spelt(meant))"
          }
          return "write a number such as \(ValueText.spelt(example))"
        }
        return number < range.lowerBound
          ? "write at least \(ValueText.spelt(range.lowerBound))"
          : "write at most \(ValueText.spelt(range.upperBound))"
      })
  }

  /// A proportion, `30%` or `0.3`, within a range that lies between 0 and 1.
  package static func share(_ range: ClosedRange<Double> = 0...1) -> Notation {
    precondition((0...1).contains(range.lowerBound) && (0...1).contains(range.upperBound))
    let (least, most) = (ValueText.spelt(range.lowerBound), ValueText.spelt(range.upperBound))
    return Notation(
      expects: range == 0...1 ? "a share such as 30% or 0.3" : "a share from \(least) to \(most)",
      shape: .share(range), print: { String($0) },
      parse: { text in ValueText.share(text).flatMap { range.contains($0) ? $0 : nil } },
      remedy: { text in
        let digits = text.filter { $0 != "%" && !$0.isWhitespace }
        if let number = ValueText.real(digits), number > 1, number <= 100,
          range.contains(number / 100)
        {
          return "write \(digits)%"
        }
        if let meant = ValueText.share(ValueText.withoutCommas(text)), range.contains(meant) {
          return "write \(ValueText.spelt(meant))"
        }
        if range == 0...1 { return "write a share from 0% to 100%" }
        let isAbove = ValueText.share(text).map { $0 > range.upperBound } ?? false
        return "write \(isAbove ? most : least)"
      })
  }
}

extension Notation<Interval> {
  /// A length of time within a range: `7d`, `36h`, `1d12h`, `9.5h`, `250ms`.
  package static func duration(_ range: ClosedRange<Interval>) -> Notation {
    let (least, most) = (range.lowerBound, range.upperBound)
    let bounds =
      switch (least > .zero, most < ValueText.longest) {
      case (false, false): " such as 7d, 36h or 250ms"
      case (true, false): " of at least \(ValueText.spelt(least))"
      case (false, true): " of at most \(ValueText.spelt(most))"
      case (true, true): " from \(ValueText.spelt(least)) to \(ValueText.spelt(most))"
      }
    return Notation(
      expects: "a time" + bounds, shape: .time(bare: nil), print: { ValueText.spelt($0) },
      parse: { text in ValueText.interval(text).flatMap { range.contains($0) ? $0 : nil } },
      remedy: { text in
        func bound(_ time: Interval) -> String {
          time < least
            ? "write at least \(ValueText.spelt(least))" : "write at most \(ValueText.spelt(most))"
        }
        func fitting(_ times: [String]) -> [String] {
          times.filter { ValueText.interval($0).map(range.contains) ?? false }
        }
        if let interval = ValueText.interval(text) { return bound(interval) }
        let guesses = ValueText.guesses(text)
        let times = fitting(guesses)
        if guesses.count == 1, times.isEmpty, let meant = ValueText.interval(guesses[0]) {
          return bound(meant)
        }
        if text.hasPrefix("-") { return "write at least \(ValueText.spelt(least))" }
        if !times.isEmpty { return "write \(ValueText.list(times))" }
        let examples = fitting(["7d", "36h", "10m", "5s", "250ms"])
        return
          "write \(examples.isEmpty ? ValueText.spelt(least) : ValueText.list(examples))"
      })
  }

  /// The same, where a bare number counts `unit`, of which there is a plural name.
  package static func time(
    in unit: Interval, _ name: String, atLeast least: Interval = .zero
  ) -> Notation {
    Notation(
      expects: "a number of \(name), or a time such as 7d, 36h, 10m, 5s or 250ms",
      shape: .time(bare: least > .zero ? 1 : 0),
      print: { value in
        value.milliseconds % unit.milliseconds == 0
          ? String(value.milliseconds / unit.milliseconds) : value.description
      },
      parse: { text in
        let most = ValueText.longest.milliseconds / unit.milliseconds
        let count = ValueText.integer(text).flatMap { (0...most).contains(Int64($0)) ? $0 : nil }
        let length = count.map { unit * Int64($0) } ?? ValueText.interval(text)
        return length.flatMap { $0 >= least ? $0 : nil }
      })
  }
}
