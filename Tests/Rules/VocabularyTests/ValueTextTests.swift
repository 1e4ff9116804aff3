import Testing
import Vocabulary

@Suite("Values · how they are written")
struct ValueTextTests {
  @Test(arguments: [
    ("7d", 604_800_000), ("36h", 129_600_000), ("10m", 600_000), ("250ms", 250), ("90s", 90_000),
    ("2w", 1_209_600_000), ("1d12h", 129_600_000), ("9.5h", 34_200_000), ("0s", 0),
    ("1w2d3h4m5s6ms", 788_645_006), ("1_000s", 1_000_000), ("1.50s", 1_500), ("0.001s", 1),
    ("365_250d", 31_557_600_000_000),
  ])
  func `lengths of time`(text: String, milliseconds: Int64) {
    #expect(ValueText.interval(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "7", "d", "7 d", "7D", "12h1d", "1d1d", "-1d", "0.0001s", "365_251d", "1e3s", "7days",
    "1.d",
    ".5d", "1__0d", "99999999999999999999d", "٣d", "1d 2h", "365250d1ms",
  ])
  func `what is no length of time`(text: String) {
    #expect(ValueText.interval(text) == nil)
  }

  @Test(arguments: ["1d12h", "9h30m", "250ms", "0s", "180d", "1s1ms"])
  func `a length of time is written as it is read`(text: String) throws {
    #expect(ValueText.spelt(try #require(ValueText.interval(text))) == text)
  }

  @Test(arguments: [
    ("7 days", "7d"), ("1 week", "1w"), ("90 Minutes", "90m"), ("2hrs", "2h"), ("5 msecs", "5ms"),
    ("7", "7d, 7h, 7m or 7s"), ("1.5", "1.5d, 1.5h, 1.5m or 1.5s"), ("6months", "180d"),
    ("1.5 years", ""), ("soon", ""),
  ])
  func `what was meant by another length of time`(text: String, meant: String) {
    #expect(ValueText.list(ValueText.guesses(text)) == meant)
  }

  @Test(arguments: [
    ("0", 0), ("-3", -3), ("10_000", 10_000), ("10k", 10_000), ("1.5M", 1_500_000),
    ("1.25k", 1_250), ("9223372036854775807", Int.max), ("007", 7),
  ])
  func `whole numbers`(text: String, number: Int) {
    #expect(ValueText.integer(text) == number)
  }

  @Test(arguments: [
    "", "-", "1.0", "1.2345k", "10m", "10K", "1_", "_1", "1__0", "0x10", "1e3", "+1", "١",
    "9223372036854775808", "9223372036854775807k", "k", "1 000", "1,000",
  ])
  func `what is no whole number`(text: String) {
    #expect(ValueText.integer(text) == nil)
  }

  @Test(arguments: [
    ("0.3", 0.3), ("-2", -2), ("10_000", 10_000), ("1e-5", 1e-5), ("2.5e+3", 2_500), ("0", 0),
  ])
  func numbers(text: String, number: Double) {
    #expect(ValueText.real(text) == number)
  }

  @Test(arguments: [
    "", ".5", "5.", "1e", "1e1.0", "nan", "inf", "0x1p3", "1e999", "+1", "1,5", "1.5.2", "e5",
    "1e5e5",
    "1.0_0",
  ])
  func `what is no number`(text: String) {
    #expect(ValueText.real(text) == nil)
  }

  @Test(arguments: [
    ("30%", 0.3), ("0.3", 0.3), ("0.1%", 0.001), ("12.5%", 0.125), ("100%", 1), ("0", 0), ("1", 1),
    ("99.99%", 0.9999), ("1e-2", 0.01),
  ])
  func shares(text: String, share: Double) {
    #expect(ValueText.share(text) == share)
  }

  @Test(arguments: ["%", "30 %", "-5%", "1/3", "30%%", "½"])
  func `what is no share`(text: String) {
    #expect(ValueText.share(text) == nil)
  }
}
