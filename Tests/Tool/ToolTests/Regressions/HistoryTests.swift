import growthloop
import Statistics
import Testing

@Suite("Regressions · the history of a figure")
struct HistoryTests {
  private static func entry(
    _ day: Int, _ value: Double, machine: String = "m", plan: String = "p", figure: String = "p50"
  ) -> HistoryEntry {
    HistoryEntry(
      at: "2026-11-\(day < 10 ? "0" : "")\(day)", commit: "c\(day)", machine: machine, plan: plan,
      figures: [figure: HistoryEntry.Figure(value, from: value * 0.9, to: value * 1.1, unit: "ms")])
  }

  @Test func `a line is read as it was written`() {
    let entry = Self.entry(3, 1.25)
    #expect(
      entry.line == """
        {"at":"2026-11-03","commit":"c3",\
        "figures":{"p50":{"high":1.375,"low":1.125,"unit":"ms","value":1.25}},\
        "machine":"m","plan":"p"}
        """)
    let (entries, mistakes) = HistoryEntry.readAll(Array("\(entry.line)\n\n".utf8))
    #expect(entries == [entry] && mistakes.isEmpty)
  }

  @Test func `every line that is none is told with its number`() {
    let good = Self.entry(3, 1.25).line
    let text = """
      \(good)
      {"at":"2026-11-03",
      []
      {"at":"yesterday","machine":"m","plan":"p","figures":{}}
      {"at":"2026-11-03","plan":"p","figures":{}}
      {"at":"2026-11-03","machine":"m","plan":"p","figures":{"p50":{"value":"1"}}}
      \(good)
      """
    let (entries, mistakes) = HistoryEntry.readAll(Array(text.utf8))
    #expect(entries.count == 2)
    #expect(
      mistakes.map(\.description) == [
        "2:20: error: a key must be here",
        "3: error: a measurement must be an object, not a list",
        "4: error: 'at' must be a day or a second, such as 2026-11-21 or 2026-11-21T15:00:00Z",
        "5: error: 'machine' and 'plan' must be texts",
        "6: error: 'figures.p50.value' must be a number",
      ])
  }

  @Test(arguments: [
    ("2026-11-21", true), ("2024-02-29", true), ("2026-02-29", false), ("1900-02-29", false),
    ("2026-13-01", false), ("2026-00-10", false), ("2026-11-31", false), ("2026-11-00", false),
    ("2026-11-21T23:59:59Z", true), ("2026-11-21T24:00:00Z", false),
    ("2026-11-21T10:60:00Z", false), ("2026-11-21 10:00:00Z", false), ("tomorrow", false),
  ])
  func `a moment is a day of the calendar, perhaps with a time of it`(text: String, isOne: Bool) {
    #expect(HistoryEntry.isMoment(text) == isOne)
  }

  @Test func `machines and plans are not mixed, and moments give the order`() {
    let entries = [
      Self.entry(5, 5), Self.entry(1, 1), Self.entry(2, 9, machine: "other"),
      Self.entry(3, 7, plan: "q"), Self.entry(4, 4), Self.entry(4, 6, figure: "p99"),
    ]
    let series = HistorySeries.all(of: "p50", in: entries)
    #expect(series.map(\.values) == [[1, 4, 5], [9], [7]])
    #expect(series.map(\.machine) == ["m", "other", "m"])
    #expect(series[0].entries.map(\.at) == ["2026-11-01", "2026-11-04", "2026-11-05"])
  }

  @Test func `a step is found with its size, and an outlier is none`() throws {
    let values = [
      1.00, 1.02, 0.99, 1.01, 1.00, 0.98, 3.00, 1.01, 0.99, 1.02, 1.30, 1.31, 1.29, 1.32, 1.30,
      1.28,
      1.31, 1.30,
    ]
    let entries = values.enumerated().map { Self.entry($0 + 1, $1) }
    let series = try #require(
      HistorySeries.all(of: "p50", in: entries, method: .independent(ChangePoints())).first)
    #expect(series.steps.map(\.index) == [10])
    let step = try #require(series.steps.first)
    #expect(abs(try #require(step.rise) - 0.295) < 0.01, "\(step)")
    #expect(try #require(step.pValue) <= 0.01)
    let unsure = try #require(HistorySeries.all(of: "p50", in: entries).first)
    #expect(unsure.course == .tooShort(fewest: 40) && unsure.dependence == nil)
  }
}
