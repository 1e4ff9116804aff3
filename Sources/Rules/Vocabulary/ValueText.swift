/// How people write numbers, shares and lengths of time, in files, settings and options alike.
package enum ValueText {
  /// Parses `10_000`, `-3`, `10k`, `1.5M`.
  ///
  /// `k` is a thousand and `M` a million. A small `m` is refused, since it may as well mean a
  /// thousandth or a minute.
  package static func integer(_ text: some StringProtocol) -> Int? {
    guard text.hasPrefix("-") else { return natural(text).flatMap { Int(exactly: $0) } }
    return natural(text.dropFirst()).flatMap { Int(exactly: $0) }.map { -$0 }
  }

  /// Parses the same without a sign, up to 2^64 - 1.
  package static func natural(_ text: some StringProtocol) -> UInt64? {
    let factor: UInt64 =
      switch text.last {
      case "k": 1_000
      case "M": 1_000_000
      default: 1
      }
    guard let number = DecimalText(factor > 1 ? text.dropLast() : text[...]),
      factor > 1 || number.decimals == 0
    else { return nil }
    return number.times(factor)
  }

  /// Parses `0.3`, `-2`, `10_000`, `10k`, `1e-5`; refuses C's further notations, such as `0x10` and
  /// `nan`.
  package static func real(_ text: some StringProtocol) -> Double? {
    if text.last == "k" || text.last == "M" { return integer(text).map { Double($0) } }
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let unsigned = parts[0].hasPrefix("-") ? parts[0].dropFirst() : parts[0]
    guard isDecimal(unsigned) else { return nil }
    if parts.count == 2 {
      let sign = parts[1].first
      let exponent = sign == "-" || sign == "+" ? parts[1].dropFirst() : parts[1]
      guard (1...3).contains(exponent.utf8.count), isDecimal(exponent), !exponent.contains(".")
      else { return nil }
    }
    return Double(String(text.filter { $0 != "_" })).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Parses `30%` or `0.3`.
  package static func share(_ text: some StringProtocol) -> Double? {
    guard text.hasSuffix("%") else { return real(text) }
    let number = text.dropLast()
    // By the exponent and not by a division, so that `0.1%` is the double nearest to 0.001.
    return isDecimal(number) ? Double(String(number.filter { $0 != "_" }) + "e-2") : nil
  }

  private static func isDecimal(_ text: some StringProtocol) -> Bool {
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

  /// Returns the digits in groups of three from ten thousand on: `10_000`.
  package static func spelt(_ number: Int) -> String {
    guard number >= 10_000, number < .max else { return String(number) }
    var groups: [Substring] = []
    var digits = String(number)[...]
    while !digits.isEmpty {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return groups.joined(separator: "_")
  }

  package static func spelt(_ number: Double) -> String {
    Int(exactly: number).map(spelt) ?? String(number)
  }
}

// MARK: Times

extension ValueText {
  private static let units: [(name: String, length: Interval)] = [
    ("w", .days(7)), ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
    ("ms", .milliseconds(1)),
  ]

  /// A thousand years: a longer time is meaningless, though it would not overflow.
  package static let longest = Interval.days(365_250)

  /// The regular expression of the texts that `interval` accepts, for the schema.
  package static let timePattern =
    #"^(?=\d)(\d[\d_]*(\.\d+)?w)?(\d[\d_]*(\.\d+)?d)?(\d[\d_]*(\.\d+)?h)?(\d[\d_]*(\.\d+)?m)?"#
    + #"(\d[\d_]*(\.\d+)?s)?(\d[\d_]*(\.\d+)?ms)?$"#

  /// Parses `7d`, `36h`, `1d12h`, `9.5h`, `250ms`: parts from the greatest unit to the least, each
  /// unit once; the sum is whole milliseconds.
  package static func interval(_ text: some StringProtocol) -> Interval? {
    var rest = text[...]
    var total = Interval.zero
    var units = Self.units[...]
    repeat {
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let unit = units.firstIndex(where: { $0.name == name }),
        let part = DecimalText(number)?.times(UInt64(units[unit].length.milliseconds)),
        part <= UInt64((longest - total).milliseconds)
      else { return nil }
      total.milliseconds += Int64(part)
      units = units[(unit + 1)...]
    } while !rest.isEmpty
    return total
  }

  /// Writes an interval in its units from days down: `1d12h`.
  package static func spelt(_ interval: Interval) -> String {
    var rest = interval.milliseconds
    var text = ""
    for (name, length) in units.dropFirst() where rest >= length.milliseconds {
      text += "\(rest / length.milliseconds)\(name)"
      rest %= length.milliseconds
    }
    return text.isEmpty ? "0s" : text
  }

  /// Returns what may be meant by a wrong text, such as `7 days`, `90` or `6 months`, which have 30 days.
  package static func guesses(_ text: String) -> [String] {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    let word = text.dropFirst(number.count).lowercased().filter { !$0.isWhitespace }
    guard let amount = DecimalText(number) else { return [] }
    if word.isEmpty { return ["d", "h", "m", "s"].map { "\(number)\($0)" } }
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    if let days: UInt64 = ["month": 30, "year": 365][singular] {
      return amount.times(days).map { ["\($0)d"] } ?? []
    }
    return (words[word] ?? words[singular]).map { ["\(number)\($0)"] } ?? []
  }

  /// Returns the number of days that a text with a unit of time means, if it is whole.
  package static func days(_ text: String) -> Int? {
    let meant = interval(text) ?? guesses(text).first.flatMap { interval($0) }
    let day = Interval.days(1).milliseconds
    guard text.contains(where: \.isLetter), let time = meant?.milliseconds, time % day == 0
    else { return nil }
    return Int(time / day)
  }

  private static let words = [
    "w": "w", "d": "d", "h": "h", "m": "m", "s": "s", "ms": "ms", "week": "w", "day": "d",
    "hour": "h", "hr": "h", "minute": "m", "min": "m", "second": "s", "sec": "s",
    "millisecond": "ms", "msec": "ms",
  ]

  /// Returns times as a sentence lists them.
  package static func list(_ times: [String]) -> String {
    guard times.count > 1, let last = times.last else { return times.first ?? "" }
    return "\(times.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Returns the number before a unit that is superfluous: `3` of `3/share` or `3 invites`; `nil` without
  /// one, and before a unit of time, which changes it.
  static func beforeUnit(_ text: String) -> String? {
    let number = text.prefix { $0.isASCII && $0.isNumber || ".,_".contains($0) }
    let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }
    let word = unit.drop { $0 == "/" }
    let isTime = !word.isEmpty && !guesses("1\(word)").isEmpty
    guard unit.hasPrefix("/") || unit.allSatisfy(\.isLetter), !isTime else { return nil }
    return String(number)
  }

  /// Returns a number with commas in this notation: `0.4` for `0,4`, and `1000` for `1,000`.
  static func withoutCommas(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let areGroups =
      parts[0] != "0" && parts.dropFirst().allSatisfy { $0.prefix { $0.isNumber }.count == 3 }
    return areGroups ? parts.joined() : parts.joined(separator: ".")
  }
}

/// A decimal number read digit by digit, so that `9.5h` is exact.
private struct DecimalText {
  /// The number without its point: 95 for `9.5`.
  let digits: UInt64
  /// The number of digits after the point.
  let decimals: Int

  /// Parses `12`, `10_000`, `9.5`; an underscore stands only between digits.
  init?(_ text: some StringProtocol) {
    var digits: UInt64 = 0
    var decimals = 0
    var isAfterPoint = false
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        let (shifted, isTooLong) = digits.multipliedReportingOverflow(by: 10)
        let (sum, isTooGreat) = shifted.addingReportingOverflow(UInt64(scalar.value - 48))
        guard !isTooLong, !isTooGreat else { return nil }
        digits = sum
        if isAfterPoint { decimals += 1 }
      case ".":
        guard !isAfterPoint, let previous, previous != "_" else { return nil }
        isAfterPoint = true
      case "_":
        guard let previous, previous != "_", previous != ".", !isAfterPoint else { return nil }
      default: return nil
      }
      previous = scalar
    }
    guard let previous, ("0"..."9").contains(previous) else { return nil }
    self.digits = digits
    self.decimals = decimals
  }

  /// Returns the number times `unit`; `nil` unless the product is whole and fits.
  func times(_ unit: UInt64) -> UInt64? {
    // Zeros at the end of `1.50` have no effect.
    var (digits, divisor): (UInt64, UInt64) = (digits, 1)
    for _ in 0..<decimals {
      if digits % 10 == 0 {
        digits /= 10
      } else {
        let (next, isTooGreat) = divisor.multipliedReportingOverflow(by: 10)
        guard !isTooGreat else { return nil }
        divisor = next
      }
    }
    let (product, isTooGreat) = digits.multipliedReportingOverflow(by: unit)
    return !isTooGreat && product % divisor == 0 ? product / divisor : nil
  }
}
