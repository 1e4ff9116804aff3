import GrowthloopFindings
import GrowthloopPlans
import Testing

@Suite("Scenarios · the range that a parameter's sources give")
struct ParameterRangeTests {
  private func range(_ name: String, in text: String = "", set: [String] = []) throws -> String? {
    let outcome = try readGrowth("title: x\n" + text, set: set)
    return outcome.parameters.first { $0.name == name }?.range?.description
  }

  @Test(arguments: [
    ("market.contactsMedian", "47 to 664"), ("use.retention.1", "0.22 to 0.29"),
    ("sharing.recipients", "4.5 to 7"), ("recipients.install", "0.01 to 1"),
    ("recipients.tap", "0.36 to 0.56"),
    // Half to double, of a chance its odds: 1 to 3, from 1 to 6 up to 2 to 3.
    ("sharing.skip", "0.1765 to 0.4615, assumed"),
    ("market.people", "50_000 to 200_000, assumed"),
    ("recipients.tapDelay", "{median: 1h, sigma: 1.6} to {median: 4h, sigma: 1.6}, assumed"),
  ])
  func `each parameter has its sources' range, or an assumed one`(
    _ name: String, _ range: String
  ) throws {
    let outcome = try readGrowth("title: x\nsharing: {skip: 30%}\n")
    let found = outcome.parameters.first { $0.name == name }?.range
    #expect(found?.description == range)
  }

  @Test func `where sources tell apps apart, the range of one app is an assumed one`() throws {
    func ofOneApp(_ name: String, set: [String] = []) throws -> String? {
      try readGrowth("title: x\n", set: set).parameters.first { $0.name == name }?.range?.ofOneApp
        .description
    }
    #expect(try ofOneApp("recipients.install") == "0.1429 to 0.4, assumed")
    #expect(try ofOneApp("sharing.promptTap") == "0.1111 to 0.3333, assumed")
    #expect(try ofOneApp("recipients.tap") == "0.36 to 0.56")
    #expect(try ofOneApp("sharing.skip") == "0.3333 to 0.6667, assumed")
    // A source of one's own speaks of one's own app.
    let own = "recipients.install={value: 30%, source: our own, range: [20%, 45%]}"
    #expect(try ofOneApp("recipients.install", set: [own]) == "0.2 to 0.45")
  }

  @Test func `a file states a range in the value's own notation`() throws {
    let text = "sharing: {visit: {value: 2%, source: a study, range: [1%, 5%]}}\n"
    #expect(try range("sharing.visit", in: text) == "0.01 to 0.05")
    #expect(
      try range("sharing.visit", in: "sharing: {visit: {value: 2%, range: [1%, 5%]}}\n")
        == "0.01 to 0.05, assumed")
    #expect(
      try range(
        "recipients.tapDelay",
        in: "recipients: {tapDelay: {mean: 1d, source: a study, range: [12h, 3d]}}\n")
        == "{mean: 12h} to {mean: 3d}")
  }

  @Test func `a value beyond its sources has an assumed range around it`() throws {
    #expect(
      try range("market.contactsMedian", set: ["market.contactsMedian=1000"])
        == "500 to 2000, assumed")
    #expect(
      try range("market.contactsMedian", set: ["market.contactsMedian=100"])
        == "50 to 200, assumed")
  }

  @Test func `a measured share has the interval of its count, by Wilson`() throws {
    func measured(_ value: String, of cases: Int) throws -> ClosedRange<Double>? {
      let text = "recipients: {install: {value: \(value), source: ours, of: \(cases)}}\n"
      return try readGrowth("title: x\n" + text).parameters
        .first { $0.name == "recipients.install" }?.range?.axis?.ends
    }
    // Newcombe, 1998, table I, method 3.
    for (value, cases, low, high) in [
      ("0.307984790874525", 263, 0.2553, 0.3662), ("0.101351351351351", 148, 0.0624, 0.1605),
      ("0", 20, 0, 0.1611), ("0.0344827586206897", 29, 0.0061, 0.1718),
    ] {
      let ends = try #require(try measured(value, of: cases))
      #expect(abs(ends.lowerBound - low) < 0.000_05 && abs(ends.upperBound - high) < 0.000_05)
    }
    let own = "recipients: {install: {value: 20%, source: ours, of: 41_200, grade: A}}\n"
    #expect(try range("recipients.install", in: own) == "0.1962 to 0.2039, measured")
    let parameter = try #require(
      try readGrowth("title: x\n" + own).parameters.first { $0.name == "recipients.install" })
    #expect(parameter.range?.cases == 41_200 && !parameter.isAssumed)
  }

  @Test func `a measured number of arrivals a day has that of a Poisson number`() throws {
    let text = "arrivals: {organicPerDay: {value: 10, source: ours, of: 1}}\n"
    // The score: 10 + z²/2 ± z √(10 + z²/4).
    #expect(try range("arrivals.organicPerDay", in: text) == "5.432 to 18.41, measured")
  }

  @Test func `a grade neither narrows nor widens, and a source of one's own has no other's range`()
    throws
  {
    func install(_ words: String) throws -> String? {
      try range("recipients.install", in: "recipients: {install: \(words)}\n")
    }
    for own in [
      "20%", "{value: 20%, grade: A}", "{value: 20%, source: ours}",
      "{value: 20%, source: ours, grade: A}",
    ] {
      #expect(try install(own) == "0.1111 to 0.3333, assumed")
    }
    for usual in ["25%", "{value: 25%, grade: A}"] { #expect(try install(usual) == "0.01 to 1") }
    #expect(try install("{value: 25%, source: ours}") == "0.1429 to 0.4, assumed")
  }

  @Test func `a count is refused where it says nothing of the spread`() {
    let text = """
      title: x
      sharing:
        recipients: {value: 5, source: ours, of: 300}
        visit: {value: 2%, source: ours, of: 0}
        copy: {value: 5%, source: ours, of: 300, range: [1%, 9%]}
        again: {value: 5%, of: 300}
      """
    let mistakes = growthMistakes(in: text)
    for words in [
      "loop.yaml:3:44: error: 'sharing.recipients.of' is of no use: only a share and a number of arrivals",
      "write range: [low, high] instead",
      "loop.yaml:4:40: error: 'sharing.visit.of' must be a whole number from 1",
      "loop.yaml:5:39: error: 'sharing.copy.of' cannot stand beside a range",
      "loop.yaml:6:26: warning: 'sharing.again.of' says that the value was measured",
    ] {
      #expect(mistakes.contains(words), "\(mistakes)")
    }
  }

  @Test func `a value without a multiple has none`() throws {
    #expect(try range("sharing.visit", set: ["sharing.visit=0"]) == nil)
    #expect(try range("sharing.visit", set: ["sharing.visit=100%"]) == nil)
    #expect(try range("devices.models") == nil)
  }

  @Test func `the ends stay within what the format allows`() throws {
    #expect(
      try range("market.contactsMedian", set: ["market.contactsMedian=50000"])
        == "25_000 to 60_000, assumed")
  }

  @Test func `a wrong range is refused at its place`() {
    let text = """
      title: x
      sharing:
        visit: {value: 2%, range: [5%, 1%]}
        skip: {value: 2%, range: 5%}
        again: {value: 2%, range: [1%, no]}
        copy: {value: 50%, range: [1%, 5%]}
      devices:
        models: {count: 3, range: [1, 2]}
      """
    let mistakes = growthMistakes(in: text)
    for words in [
      "loop.yaml:3:29: error: 'sharing.visit.range' must have the lower value first",
      "loop.yaml:4:28: error: 'sharing.skip.range' must be two values, the lower one first, not '5%'",
      "loop.yaml:5:34: error: 'sharing.again.range' must be a share such as 30% or 0.3, not 'no'",
      "loop.yaml:6:29: warning: 'sharing.copy.range' does not contain the value",
      "loop.yaml:8:29: error: 'devices.models.range' is of no use: the value is no number",
    ] {
      #expect(mistakes.contains(words), "\(mistakes)")
    }
  }

  @Test func `contradictions are set apart from values that cannot be read`() {
    func contradictions(_ changes: [String]) -> Int? {
      do {
        _ = try readGrowth("title: x\n", set: changes)
        return nil
      } catch let mistakes as DiagnosticList {
        return mistakes.contradictions.count
      } catch {
        return -1
      }
    }
    #expect(contradictions(["sharing.promptTap=80%"]) == 1)
    #expect(contradictions(["use.retention.14=90%"]) == 1)
    #expect(contradictions(["sharing.promptTap=often"]) == 0)
    #expect(contradictions(["sharing.promptTap=80%", "days=none"]) == 0)
    #expect(contradictions([]) == nil)
  }
}
