import Statistics
import Testing

@Suite("Numbers as people read them, at the ends")
struct NumberEndTests {
  @Test(arguments: [
    (0.0, "0.00"), (-0.000_000_04, "≈ 0"), (1e-17, "≈ 0"), (0.000_002, "0.00000200"),
    (1_604_993_682, "1.60e9"), (-9.999e12, "-1.00e13"), (999_999_999, "999999999"),
    (.infinity, "∞"),
  ])
  func `what is as good as zero says so, and what is huge has a power of ten`(
    number: Double, text: String
  ) {
    #expect(NumberText.significant(number) == text)
  }

  @Test func `as good as zero has no sign`() {
    #expect(NumberStyle.ratio.signed(4e-8) == "≈ 0")
    #expect(NumberStyle.ratio.signed(0.4) == "+0.400")
  }

  @Test func `a difference is as good as zero beside a base a hundred thousand times it`() {
    #expect(NumberStyle.ratio.text(-0.000_004, besides: 0.5, isSigned: true) == "≈ 0")
    #expect(NumberStyle.ratio.text(0.000_04, besides: 0.5, isSigned: true) == "+0.0000400")
    #expect(NumberStyle.ratio.text(0.000_04, besides: 0.5) == "0.0000400")
    #expect(NumberStyle.ratio.text(0.000_04, besides: nil) == "0.0000400")
    #expect(NumberStyle.ratio.text(0, besides: 0.5, isSigned: true) == "0.00")
    #expect(NumberStyle.ratio.text(0.3, besides: 0, isSigned: true) == "+0.300")
  }
}

@Suite("Numbers as people write them")
struct DecimalTests {
  @Test(arguments: ["0x10", "0x1p-2", "nan", "inf", "1_000", " 1", ""])
  func `what only C takes for a number is none`(text: String) {
    #expect(NumberText.number(text) == nil)
  }

  @Test(arguments: [("0.5", 0.5), ("-2", -2), ("+1e6", 1e6), (".25", 0.25)])
  func `decimal notation is read`(text: String, number: Double) {
    #expect(NumberText.number(text) == number)
  }
}
