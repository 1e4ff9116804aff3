/// The notation of numbers in scenarios.
package enum NumberParser {
  /// Parses `10_000`, `-3`, `10k`, `1.5M`.
  ///
  /// `k` is a thousand and `M` a million. A small `m` is refused, since it may as well mean a
  /// thousandth or a minute.
  static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    var digits = isNegative ? text.dropFirst() : text[...]
    let factor: Int
    switch digits.last {
    case "k": factor = 1_000
    case "M": factor = 1_000_000
    default: factor = 1
    }
    if factor > 1 { digits = digits.dropLast() }
    guard let number = DecimalText(digits), factor > 1 || number.decimals == 0,
      let value = number.times(factor)
    else { return nil }
    return isNegative ? -value : value
  }

  /// Parses `0.3`, `-2`, `10_000`, `1e-5`; refuses C's further notations, such as `0x10` and `nan`.
  package static func real(_ text: String) -> Double? {
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let unsigned = parts[0].hasPrefix("-") ? parts[0].dropFirst() : parts[0]
    guard isDecimal(unsigned) else { return nil }
    if parts.count == 2 {
      let sign = parts[1].first
      let exponent = sign == "-" || sign == "+" ? parts[1].dropFirst() : parts[1]
      guard (1...3).contains(exponent.utf8.count), isDecimal(exponent), !exponent.contains(".")
      else { return nil }
    }
    return Double(text.filter { $0 != "_" }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Parses `30%` or `0.3`.
  package static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return text.contains("e") ? nil : real(text) }
    let number = text.dropLast()
    // By the exponent and not by a division, so that `0.1%` is the double nearest to 0.001.
    return isDecimal(number) ? Double(number.filter { $0 != "_" } + "e-2") : nil
  }

  /// Returns the number before a unit that is superfluous: `3` of `3/share` or `3 invites`; `nil` without
  /// one, and before a unit of time, which changes it.
  static func beforeUnit(_ text: String) -> String? {
    let number = text.prefix { $0.isASCII && $0.isNumber || ".,_".contains($0) }
    let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }
    guard unit.hasPrefix("/") || unit.allSatisfy(\.isLetter),
      !DurationText.isUnit(unit.drop { $0 == "/" })
    else { return nil }
    return String(number)
  }

  /// Returns a number with commas in this notation: `0.4` for `0,4`, and `1000` for `1,000`.
  static func withoutCommas(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let areGroups =
      parts[0] != "0" && parts.dropFirst().allSatisfy { $0.prefix { $0.isNumber }.count == 3 }
    return areGroups ? parts.joined() : text.replacing(",", with: ".")
  }

  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, text.utf8.count <= 400 else { return false }
    return parts.enumerated().allSatisfy { index, part in
      let groups = part.split(separator: "_", omittingEmptySubsequences: false)
      return (index == 0 || groups.count == 1)
        && groups.allSatisfy { group in
          !group.isEmpty && group.utf8.allSatisfy { (48...57).contains($0) }
        }
    }
  }
}

extension ValueFormat where Value == Int {
  /// Returns the format of a whole number within a range; it accepts `10_000`, `10k` and `1.5M`.
  public static func integer(_ range: ClosedRange<Int>) -> ValueFormat {
    .integer(range) { _ in nil }
  }

  /// Returns the format of a whole number; `meant` reads what else users write for it.
  static func integer(
    _ range: ClosedRange<Int>, meant: @escaping @Sendable (String) -> Int?
  ) -> ValueFormat {
    .scalar(
      expects: "a whole number" + words(for: range), shape: .integer(range),
      encode: { .integer($0) },
      remedy: { text in
        if let number = NumberParser.integer(text) {
          return number < range.lowerBound
            ? "write at least \(spelt(range.lowerBound))"
            : "write at most \(spelt(range.upperBound))"
        }
        if let number = NumberParser.real(text), number >= -1e15, number <= 1e15 {
          let whole = Int(number.rounded())
          if range.contains(whole) { return "write \(whole)" }
        }
        if let meant = meant(text), range.contains(meant) { return "write \(spelt(meant))" }
        // Groups of digits, and a superfluous unit: `100,000` and `5000/arm`.
        let digits = text.filter { $0 != "," && $0 != "'" && !$0.isWhitespace }
        if let number = NumberParser.beforeUnit(digits), let whole = NumberParser.integer(number),
          range.contains(whole)
        {
          return "write \(spelt(whole))"
        }
        return "write \(example(in: range))"
      },
      parse: { text in NumberParser.integer(text).flatMap { range.contains($0) ? $0 : nil } },
      quantity: .whole(within: range))
  }

  /// Returns the format of a whole number with a least value.
  public static func integer(_ range: PartialRangeFrom<Int>) -> ValueFormat {
    .integer(range.lowerBound...Int.max)
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): ""
    case (let least, .max): " of at least \(spelt(least))"
    case (let least, let most): " from \(spelt(least)) to \(spelt(most))"
    }
  }

  /// Returns a number as users may write it; a small one where large ones are not allowed.
  private static func example(in range: ClosedRange<Int>) -> String {
    range.contains(10_000)
      ? "10_000 or 10k" : spelt(min(max(30, range.lowerBound), range.upperBound))
  }

  private static func spelt(_ number: Int) -> String { OrderedJSON.integer(number).asYAML }
}

extension ValueFormat where Value == Double {
  /// Returns the format of a number within a range.
  public static func real(_ range: ClosedRange<Double>) -> ValueFormat {
    .real(
      "a number from \(spelt(range.lowerBound)) to \(spelt(range.upperBound))",
      .real(least: range.lowerBound, isLeastExcluded: false, most: range.upperBound),
      example: [1.5, 0.5].first { range.contains($0) } ?? range.lowerBound,
      least: range.lowerBound, most: range.upperBound
    ) { range.contains($0) }
  }

  /// Returns the format of a number with a least value.
  public static func real(_ range: PartialRangeFrom<Double>) -> ValueFormat {
    .real(
      "a number of at least \(spelt(range.lowerBound))",
      .real(least: range.lowerBound, isLeastExcluded: false, most: nil),
      example: max(range.lowerBound, 1.5), least: range.lowerBound
    ) { range.contains($0) }
  }

  /// Returns the format of a number above a bound.
  public static func real(above bound: Double) -> ValueFormat {
    .real(
      "a number above \(spelt(bound))", .real(least: bound, isLeastExcluded: true, most: nil),
      example: max(bound + 1, 1.5)
    ) { $0 > bound }
  }

  private static func real(
    _ expects: String, _ shape: ValueShape, example: Double, least: Double = -.infinity,
    most: Double = .infinity, isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> ValueFormat {
    .scalar(
      expects: expects, shape: shape, encode: { .number($0) },
      remedy: { text in
        if text.hasSuffix("%"), let share = NumberParser.share(text), isAllowed(share) {
          return "write \(spelt(share))"
        }
        guard let number = NumberParser.real(text), number < least || number > most else {
          // A decimal comma, and a superfluous unit: `0,4` and `3/share`.
          let written = NumberParser.beforeUnit(text) ?? text
          if let meant = NumberParser.real(NumberParser.withoutCommas(written)), isAllowed(meant) {
            return "write \(spelt(meant))"
          }
          return "write a number such as \(spelt(example))"
        }
        return number < least ? "write at least \(spelt(least))" : "write at most \(spelt(most))"
      },
      parse: { text in NumberParser.real(text).flatMap { isAllowed($0) ? $0 : nil } },
      quantity: .number(within: least...most))
  }

  private static func spelt(_ number: Double) -> String { OrderedJSON.number(number).asYAML }

  /// Returns the format of a proportion, `30%` or `0.3`, within a range that lies between 0 and 1.
  public static func share(_ range: ClosedRange<Double> = 0...1) -> ValueFormat {
    precondition((0...1).contains(range.lowerBound) && (0...1).contains(range.upperBound))
    return .scalar(
      expects: range == 0...1
        ? "a share such as 30% or 0.3"
        : "a share from \(spelt(range.lowerBound)) to \(spelt(range.upperBound))",
      shape: .share(range), encode: { .number($0) },
      remedy: { text in
        let digits = text.filter { $0 != "%" && !$0.isWhitespace }
        if let number = NumberParser.real(digits), number > 1, number <= 100,
          range.contains(number / 100)
        {
          return "write \(digits)%"
        }
        if let meant = NumberParser.share(NumberParser.withoutCommas(text)), range.contains(meant) {
          return "write \(spelt(meant))"
        }
        if range == 0...1 { return "write a share from 0% to 100%" }
        let isAbove = NumberParser.share(text).map { $0 > range.upperBound } ?? false
        return "write \(spelt(isAbove ? range.upperBound : range.lowerBound))"
      },
      parse: { text in NumberParser.share(text).flatMap { range.contains($0) ? $0 : nil } },
      quantity: .chance(within: range))
  }
}
