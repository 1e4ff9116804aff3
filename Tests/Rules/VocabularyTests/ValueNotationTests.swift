import Testing
import Vocabulary

@Suite("Notation · what is taken, how it is written, and what to write instead")
struct ValueNotationTests {
  private enum Fruit: String, CaseIterable, Sendable { case apple, pear }

  /// Holds a notation to the texts that it takes, and to its remedies for others.
  private func expect<Value: Equatable>(
    _ notation: Notation<Value>, takes taken: [(String, Value)], says remedies: [(String, String)]
  ) {
    for (text, value) in taken {
      #expect(notation.parse(text) == value, "\(text)")
    }
    for (text, remedy) in remedies {
      #expect(notation.parse(text) == nil && notation.remedy(text) == remedy, "\(text)")
    }
  }

  @Test func `words and truth`() {
    expect(Notation<Fruit>.choice, takes: [("apple", .apple), ("pear", .pear)], says: [])
    #expect(Notation<Fruit>.choice.parse("plum") == nil)
    #expect(Notation<Fruit>.choice.expects == "apple | pear")
    #expect(Notation<Fruit>.choice.print(.pear) == "pear")
    #expect(Notation<Fruit>.choice.shape == .choice(["apple", "pear"]))
    expect(
      .flag, takes: [("true", true), ("false", false)],
      says: ["yes", "on", "Y", "1", "True"].map { ($0, "write true") }
        + ["no", "off", "n", "0", "FALSE"].map { ($0, "write false") }
        + [("maybe", "write true or false")])
    #expect(Notation.flag.print(true) == "true" && Notation.flag.shape == .flag)
  }

  @Test func `whole numbers within a range`() {
    expect(
      .integer(1...100_000), takes: [("1", 1), ("100k", 100_000), ("10_000", 10_000)],
      says: [
        ("0", "write at least 1"), ("100_001", "write at most 100_000"), ("1.6", "write 2"),
        ("20,000", "write 20_000"), ("5'000", "write 5000"), ("5000/arm", "write 5000"),
        ("3 invites", "write 3"), ("2.5e9", "write 10_000 or 10k"), ("many", "write 10_000 or 10k"),
        ("300/day", "write 10_000 or 10k"), ("-0.4", "write 10_000 or 10k"),
      ])
    expect(
      .integer(1...3_650, meant: { ValueText.days($0) }), takes: [("180", 180)],
      says: [
        ("6months", "write 180"), ("2w", "write 14"), ("1d12h", "write 30"), ("36h", "write 30"),
        ("48h", "write 2"), ("a", "write 30"),
      ])
    expect(.integer(50...60), takes: [], says: [("a", "write 50")])
    expect(.integer(2...9), takes: [], says: [("a", "write 9")])
    expect(.integer(2...9_999), takes: [], says: [("a", "write 30")])
    expect(.integer(2...10_000), takes: [], says: [("a", "write 10_000 or 10k")])
    expect(.integer(3...), takes: [("3", 3), ("9223372036854775807", .max)], says: [])
    #expect(Notation.integer(1...9).expects == "a whole number from 1 to 9")
    #expect(Notation.integer(20_000...).expects == "a whole number of at least 20_000")
    #expect(Notation.integer(.min ... .max).expects == "a whole number")
    #expect(Notation.integer(1...9).print(7) == "7")
    #expect(Notation.integer(1...9).shape == .integer(1...9))
  }

  @Test func `numbers within a range`() {
    expect(
      .real(0...10), takes: [("0", 0), ("10", 10), ("1e-3", 0.001)],
      says: [
        ("-1", "write at least 0"), ("11", "write at most 10"), ("30%", "write 0.3"),
        ("0,4", "write 0.4"), ("3/share", "write 3"), ("2 invites", "write 2"),
        ("3/day", "write a number such as 1.5"), ("x", "write a number such as 1.5"),
      ])
    expect(
      .real(0...1), takes: [],
      says: [("x", "write a number such as 0.5"), ("2", "write at most 1")])
    expect(.real(2...3), takes: [], says: [("x", "write a number such as 2")])
    expect(
      .real(2...), takes: [("2", 2), ("1e9", 1e9)],
      says: [("1", "write at least 2"), ("x", "write a number such as 2")])
    expect(
      .real(above: 0), takes: [("0.1", 0.1)],
      says: [("0", "write a number such as 1.5"), ("30%", "write 0.3")].filter { $0.0 == "0" })
    #expect(Notation.real(above: 0).remedy("30%") == "write 0.3")
    #expect(Notation.real(above: 2).remedy("x") == "write a number such as 3")
    #expect(Notation.real(0...10).expects == "a number from 0 to 10")
    #expect(Notation.real(2...).expects == "a number of at least 2")
    #expect(Notation.real(above: 0.5).expects == "a number above 0.5")
    #expect([0.5, 1, 2, 2.5].map(Notation.real(0...10).print) == ["0.5", "1.0", "2", "2.5"])
    #expect(
      Notation.real(above: 1).shape == .real(least: 1, isLeastExcluded: true, most: nil)
        && Notation.real(1...).shape == .real(least: 1, isLeastExcluded: false, most: nil)
        && Notation.real(1...2).shape == .real(least: 1, isLeastExcluded: false, most: 2))
  }

  @Test func `shares`() {
    expect(
      .share(), takes: [("30%", 0.3), ("0.3", 0.3), ("0", 0), ("1", 1)],
      says: [
        ("30", "write 30%"), ("100", "write 100%"), ("30 %", "write 30%"), ("0,4", "write 0.4"),
        ("101", "write a share from 0% to 100%"), ("x", "write a share from 0% to 100%"),
        ("-1", "write a share from 0% to 100%"),
      ])
    expect(
      .share(0.2...0.5), takes: [("20%", 0.2), ("0.5", 0.5)],
      says: [("10%", "write 0.2"), ("60%", "write 0.5"), ("x", "write 0.2"), ("30", "write 30%")])
    #expect(Notation.share().expects == "a share such as 30% or 0.3")
    #expect(Notation.share(0.2...0.5).expects == "a share from 0.2 to 0.5")
    #expect(Notation.share().print(0.25) == "0.25")
    #expect(Notation.share(0...0.5).shape == .share(0...0.5))
  }

  @Test func `lengths of time, and numbers of a unit`() {
    let upToADay = Notation.duration(.seconds(10)...(.days(1)))
    expect(
      upToADay, takes: [("10s", .seconds(10)), ("24h", .days(1))],
      says: [
        ("9s", "write at least 10s"), ("25h", "write at most 1d"), ("5 secs", "write at least 10s"),
        ("2 days", "write at most 1d"), ("-1h", "write at least 10s"), ("90 minutes", "write 90m"),
        ("15", "write 15h, 15m or 15s"), ("soon", "write 10m"),
      ])
    #expect(upToADay.expects == "a time from 10s to 1d" && upToADay.print(.hours(36)) == "1d12h")
    #expect(Notation.duration(.zero ... .days(1)).expects == "a time of at most 1d")
    #expect(Notation.duration(.seconds(1)...ValueText.longest).expects == "a time of at least 1s")
    #expect(
      Notation.duration(.zero...ValueText.longest).expects == "a time such as 7d, 36h or 250ms")
    #expect(
      Notation.duration(.zero...ValueText.longest).remedy("soon")
        == "write 7d, 36h, 10m, 5s or 250ms")
    #expect(Notation.duration(.milliseconds(1)...(.milliseconds(9))).remedy("soon") == "write 1ms")
    let days = Notation.time(in: .days(1), "days", atLeast: .days(1))
    expect(days, takes: [("7", .days(7)), ("36h", .hours(36)), ("1", .days(1))], says: [])
    #expect(days.parse("0") == nil && days.parse("-1") == nil && days.parse("12h") == nil)
    #expect(days.parse("365250") == .days(365_250) && days.parse("365251") == nil)
    #expect(days.print(.days(2)) == "2" && days.print(.hours(36)) == Interval.hours(36).description)
    #expect(days.shape == .time(bare: 1) && days.expects.hasPrefix("a number of days, or a time"))
    #expect(Notation.time(in: .days(1), "days").shape == .time(bare: 0))
  }

  @Test func `numbers are spelt in groups of three from ten thousand on`() {
    #expect([0, 999, 9_999].map { ValueText.spelt($0) } == ["0", "999", "9999"])
    #expect(ValueText.spelt(10_000) == "10_000" && ValueText.spelt(1_234_567) == "1_234_567")
    #expect(ValueText.spelt(Int.max) == "\(Int.max)" && ValueText.spelt(-5) == "-5")
    #expect(ValueText.spelt(20_000.0) == "20_000" && ValueText.spelt(0.5) == "0.5")
    let zeros = String(repeating: "0", count: 400)
    #expect(ValueText.real(zeros) == 0 && ValueText.real(zeros + "0") == nil)
    #expect(ValueText.natural("18446744073709551615") == .max && ValueText.natural("-1") == nil)
  }
}
