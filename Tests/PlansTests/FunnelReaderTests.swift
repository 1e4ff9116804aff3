import GrowthloopFindings
import GrowthloopPlans
import Testing

@Suite("Funnel tables")
struct FunnelReaderTests {
  private func read(_ text: String, release: String? = nil) throws -> FunnelTable {
    try FunnelReader.read(
      SourceText(name: "funnel.csv", text: text), release: release.flatMap { DayText($0) })
  }

  private func complaint(about text: String, release: String? = nil) -> String {
    do {
      _ = try read(text, release: release)
      return ""
    } catch { return "\(error)" }
  }

  @Test("a cohort table has the counts of each day's invites by lag")
  func cohorts() throws {
    let table = try read(
      """
      cohort,stage,lag,count
      2026-01-05,sent,0,200
      2026-01-06,sent,0,180
      2026-01-05,tapped,0,60
      2026-01-05,tapped,1,15
      2026-01-06,tapped,0,55
      2026-01-05,launched,2,4
      """)
    #expect(table.form == .cohorts)
    #expect(table.days == 3)
    #expect(table.stages == [.sent, .tapped, .launched])
    #expect(table.firstDay == "2026-01-05")
    #expect(table[.tapped, 0, 1] == 15)
    #expect(table[.launched, 0, 2] == 4)
    #expect(table.total(.tapped, on: 1) == 70)
  }

  @Test(
    "a row that is not there is nought, an empty count is missing, a stage without rows is not logged"
  )
  func missing() throws {
    let table = try read(
      "cohort,stage,lag,count\n1,sent,0,200\n2,sent,0,100\n1,tapped,0,\n1,tapped,1,3\n")
    #expect(table[.tapped, 0, 0] == nil)
    #expect(table[.tapped, 1, 0] == 0)
    #expect(table[.launched, 0, 0] == nil)
    #expect(table.total(.tapped, on: 0) == nil)
  }

  @Test("a spreadsheet's semicolons, tabs and mark at the beginning are read as well")
  func separators() throws {
    let text = "cohort,stage,lag,count\n1,sent,0,200\n1,tapped,0,40\n"
    for mark in [";", "\t"] {
      let table = try read("\u{feff}" + text.replacing(",", with: mark))
      #expect(table[.sent, 0, 0] == 200 && table[.tapped, 0, 0] == 40)
    }
    #expect(
      complaint(about: "cohort;stage;count\n").contains(
        "the column 'lag' is missing\n    cohort;stage;count"))
    #expect(complaint(about: "").contains("the table is empty"))
  }

  @Test("totals by day have no lags")
  func totals() throws {
    let table = try read("day,stage,count\n1,sent,200\n2,sent,210\n1,tapped,60\n2,tapped,85\n")
    #expect(table.form == .totals)
    #expect(table[.tapped, 1] == 85)
  }

  @Test("totals of several days are one count each")
  func periods() throws {
    let text = """
      day,stage,count
      1..28,sent,5333
      1..14,tapped,1000
      15..28,tapped,1135
      1..28,launched,285

      """
    let table = try read(text)
    #expect(table.form == .totals && table.days == 28)
    #expect(table.total(.sent, on: 0..<28) == 5_333)
    #expect(table.total(.tapped, on: 14..<28) == 1_135)
    #expect(table.total(.tapped, on: 0..<28) == 2_135)
    #expect(table.total(.tapped, on: 0..<7) == nil, "no one knows which week they were of")
    #expect(table.csv == text)
    let dates = try read("day,stage,count\n2026-01-05..2026-02-01,sent,5333\n")
    #expect(dates.days == 28 && dates.firstDay == "2026-01-05")
    #expect(
      complaint(about: text + "28,sent,3\n").contains(
        "funnel.csv:6:1: error: the invites of this day are there twice"))
    #expect(complaint(about: "day,stage,count\n9..3,sent,3\n").contains("ends before it begins"))
    #expect(complaint(about: "day,stage,count\n1..x,sent,3\n").contains("'1..x' is no day"))
    #expect(
      complaint(about: text.replacing("285", with: "2850")).contains(
        "the table has 2850 launches of 2135 taps"))
    #expect(complaint(about: "cohort,stage,lag,count\n1..3,sent,0,3\n").contains("is no day"))
  }

  @Test("a table without days is of as many as are said")
  func whole() throws {
    let text = "stage,count\nsent,5333\ntapped,2135\n"
    let table = try FunnelReader.read(SourceText(name: "funnel.csv", text: text), days: 28)
    #expect(table.csv == "day,stage,count\n1..28,sent,5333\n1..28,tapped,2135\n")
    #expect(complaint(about: text).contains("the column 'day' is missing"))
  }

  @Test("what is written is read back the same")
  func roundTrip() throws {
    var table = FunnelTable(.cohorts, days: 4, stages: [.launched, .sent, .tapped])
    for (day, sent) in [30, 0, 20, 10].enumerated() { table[.sent, day] = sent }
    table[.tapped, 0, 2] = 7
    table.add(.tapped, 2, 1)
    table[.launched, 0, 3] = nil
    #expect(try read(table.csv) == table)
    #expect(table.totals.total(.tapped, on: 2) == 7)
    #expect(table.keeping([.sent]).stages == [.sent])
  }

  @Test("all mistakes are said at once, with their lines and remedies")
  func mistakes() {
    let text = complaint(
      about: """
        cohort,stage,lag,count
        soon,sent,0,200
        1,opened,0,12
        1,tapped,-1,12
        1,tapped,0,many
        1,sent,2,5
        1,sent,0
        """)
    for words in [
      "funnel.csv:2:1: error: 'soon' is no day", "funnel.csv:3:1: error: unknown stage 'opened'",
      "'-1' is no lag", "'many' is no count", "invites of a cohort are those of its day",
      "3 cells where the header has 4",
    ] { #expect(text.contains(words), "\(words) in \(text)") }
  }

  @Test("stages that contradict each other are refused")
  func contradictions() {
    let text = complaint(
      about: "cohort,stage,lag,count\n1,sent,0,20\n1,tapped,0,5\n1,launched,0,4\n1,launched,1,2\n")
    #expect(text.contains("funnel.csv:5:1: error: the cohort 1 has 6 launches of 5 taps"))
    let totals = complaint(about: "day,stage,count\n1,sent,20\n1,tapped,25\n")
    #expect(totals.contains("the table has 25 taps of 20 invites"))
  }

  @Test("a share has several invites")
  func shares() throws {
    let table = try read("cohort,stage,lag,count\n1,shared,0,20\n1,sent,0,90\n")
    #expect(table[.sent, 0] == 90)
  }

  @Test("a count that is there twice is refused, with the place of the first")
  func doubles() {
    let text = complaint(about: "cohort,stage,lag,count\n1,sent,0,20\n1,sent,0,21\n")
    #expect(text.contains("funnel.csv:3:1: error: the invites of this day are there twice"))
    #expect(text.contains("funnel.csv:2:1: note: the first time here"))
  }

  @Test("days before the release are refused")
  func release() {
    let text = complaint(
      about: "cohort,stage,lag,count\n2026-01-04,sent,0,20\n2026-01-05,sent,0,21\n",
      release: "2026-01-05")
    #expect(text.contains("funnel.csv:2:1: error: the day 2026-01-04 is before the release"))
  }

  @Test(
    "a file without the columns says which are missing", arguments: ["", "cohort,stag,lag,count\n"])
  func header(text: String) {
    #expect(
      complaint(about: text).contains("header")
        || complaint(about: text).contains("'stage' is missing"))
  }
}

@Suite("Days of data")
struct DayTextTests {
  @Test(
    "days are dates or numbers",
    arguments: [
      ("2026-03-01", "2026-02-28", 1), ("2028-03-01", "2028-02-28T10:00", 2),
      ("2027-01-01", "2026-01-01", 365), ("3.9", "1", 2), ("0", "-0.5", 1),
    ])
  func days(later: String, earlier: String, distance: Int) throws {
    let (to, from) = (try #require(DayText(later)), try #require(DayText(earlier)))
    #expect(to.number - from.number == distance)
  }

  @Test(
    "other texts are no day",
    arguments: ["2026-13-01", "2026-1-01", "24.11.2026", "", "today", "2026-11-24x"])
  func others(text: String) {
    #expect(DayText(text) == nil)
  }
}

@Suite("Funnels of events")
struct FunnelEventsTests {
  private func table(
    _ rows: [(stage: FunnelStage, at: String, key: String?)]
  ) throws -> (table: FunnelTable, unmatched: Int) {
    var events = FunnelEvents()
    for row in rows {
      let isMoment = events.add(row.stage, at: row.at, key: row.key)
      #expect(isMoment)
    }
    return try #require(events.table())
  }

  @Test("an event belongs to the day of the latest invite of its key")
  func cohorts() throws {
    let (table, unmatched) = try table([
      (.tapped, "2026-01-07T09:00:00Z", "a"), (.sent, "2026-01-05T10:00:00Z", "a"),
      (.sent, "2026-01-06T10:00:00Z", "a"), (.sent, "2026-01-05T23:59:00Z", "b"),
      (.launched, "2026-01-09", "a"), (.tapped, "2026-01-06T00:01:00Z", "b"),
    ])
    #expect(table.form == .cohorts && table.days == 5 && table.firstDay == "2026-01-05")
    #expect(table[.sent, 0] == 2 && table[.sent, 1] == 1)
    #expect(table[.tapped, 1, 1] == 1 && table[.tapped, 0, 1] == 1)
    #expect(table[.launched, 1, 3] == 1)
    #expect(unmatched == 0)
  }

  @Test("a second tap of an invite counts nothing, and one before any invite is left out")
  func repeated() throws {
    let (table, unmatched) = try table([
      (.tapped, "1", "b"), (.sent, "2", "a"), (.tapped, "2", "a"), (.tapped, "3", "a"),
      (.sent, "4", "a"), (.tapped, "5", "a"),
    ])
    #expect(table[.tapped, 1, 0] == 1)
    #expect(table[.tapped, 1, 1] == 0)
    #expect(table[.tapped, 3, 1] == 1)
    #expect(unmatched == 1)
  }

  @Test("one event without a key makes totals by day")
  func totals() throws {
    let (table, _) = try table([(.sent, "1", "a"), (.tapped, "2", nil), (.tapped, "2", "a")])
    #expect(table.form == .totals)
    #expect(table[.tapped, 1] == 2)
  }

  @Test("what is no moment is refused")
  func moments() {
    var events = FunnelEvents()
    let isMoment = events.add(.sent, at: "yesterday", key: nil)
    #expect(!isMoment)
    #expect(events.table() == nil)
  }
}
