public import GrowthloopFindings

/// A reader of funnel tables: values with commas, semicolons or tabs between them, below a header.
///
/// A stage without any row is not logged. Of a logged stage a row that is not there counts nought,
/// as in a grouped query, and a row with an empty count is missing.
public struct FunnelReader {
  private static let cohortColumns = ["cohort", "stage", "lag", "count"]
  private static let totalColumns = ["day", "stage", "count"]
  private static let mostComplaints = 20

  private let source: SourceText
  private let release: DayText?
  /// Whether a table may have one count of each stage, of no day.
  private let isWhole: Bool
  /// The days that such a table is of; `nil` where it is of no day.
  private let days: Int?
  private var mistakes: [Diagnostic] = []
  private var form = FunnelTable.Form.cohorts
  private var columns: [String: Int] = [:]
  private var rows: [Row] = []

  private struct Row {
    let day, lag: Int
    /// The last day of a period of totals; else the day.
    let lastDay: Int
    let stage: FunnelStage
    let count: Int?
    let text: Substring
    let place: SourceRange
  }

  private struct Key: Hashable {
    let day, lag: Int
    let stage: FunnelStage
  }

  private init(_ source: SourceText, release: DayText?, isWhole: Bool, days: Int?) {
    self.source = source
    self.release = release
    self.isWhole = isWhole
    self.days = days
  }

  /// Reads a table.
  ///
  /// There can be no invites before the day `release`. A table that may be whole may have the columns
  /// stage,count alone, and so may one that is of `days`, from the first.
  ///
  /// - Throws: `DiagnosticList` with all mistakes.
  public static func read(
    _ source: SourceText, release: DayText? = nil, isWhole: Bool = false, days: Int? = nil
  ) throws(DiagnosticList) -> FunnelTable {
    var reader = FunnelReader(source, release: release, isWhole: isWhole, days: days)
    return try reader.read()
  }

  private mutating func read() throws(DiagnosticList) -> FunnelTable {
    var offset = 0
    var isHeader = true
    var separator: Character = ","
    for line in source.text.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let place = source.range(offset..<offset + line.count)
      offset += line.count + 1
      // Spreadsheets mark the beginning of a file.
      let text = String(String.UnicodeScalarView(line)).filter { $0 != "\r" && $0 != "\u{feff}" }
      guard !text.isEmpty else { continue }
      if isHeader { separator = CSVLine.separator(of: text) }
      guard let cells = CSVLine.cells(of: text, separatedBy: separator) else {
        refuse("a quote does not end in this line", place)
        continue
      }
      if isHeader {
        readHeader(cells, place)
        isHeader = false
        guard mistakes.isEmpty else { break }
      } else {
        read(cells, place)
      }
    }
    if isHeader {
      refuse(
        "the table is empty", source.range(0..<0),
        remedy: isWhole
          ? "write the header stage,count, and a row such as sent,200 below it"
          : "write the header cohort,stage,lag,count, and a row such as 1,sent,0,200 below it")
    }
    try throwMistakes()
    let table = try table()
    checkParts(of: table)
    try throwMistakes()
    return table
  }

  private func throwMistakes() throws(DiagnosticList) {
    guard mistakes.isEmpty else {
      throw DiagnosticList(Array(mistakes.prefix(Self.mostComplaints)))
    }
  }

  private mutating func refuse(_ words: String, _ place: SourceRange, remedy: String? = nil) {
    mistakes.append(Diagnostic(.error, words, at: place, remedy: remedy))
  }

  private mutating func readHeader(_ cells: [String], _ place: SourceRange) {
    let names = cells.map { $0.lowercased().filter { $0 != " " } }
    for (number, name) in names.enumerated() { columns[name] = columns[name] ?? number }
    form = columns["cohort"] != nil ? .cohorts : .totals
    let needsNoDay = isWhole || (days != nil && columns.count == 2)
    let needed =
      form == .cohorts
      ? Self.cohortColumns
      : Self.totalColumns.filter { !needsNoDay || columns["day"] != nil || $0 != "day" }
    for column in needed where columns[column] == nil {
      refuse(
        "the column '\(column)' is missing\(Suggestion.phrase(for: column, among: names))", place,
        remedy: isWhole
          ? "write stage,count" : "write cohort,stage,lag,count, or day,stage,count for totals")
    }
  }

  private mutating func read(_ cells: [String], _ place: SourceRange) {
    let width = columns.count
    guard cells.count >= width else {
      return refuse("\(cells.count) cells where the header has \(width)", place)
    }
    if isWhole, cells.count > width {
      return refuse(
        "\(cells.count) cells where the header has \(width)", place,
        remedy: "write numbers without marks between their thousands, such as 12400")
    }
    func cell(_ column: String) -> String {
      columns[column].map { cells[$0].filter { $0 != " " } } ?? ""
    }
    let column = form == .cohorts ? "cohort" : "day"
    let dayText = columns[column] == nil ? days.map { "1..\($0)" } ?? "1" : cell(column)
    let ends = form == .totals ? dayText.split(separator: "..", maxSplits: 1) : [dayText[...]]
    let day = DayText(String(ends.first ?? ""))
    let lastDay = DayText(String(ends.last ?? ""))
    if day == nil || lastDay == nil {
      refuse(
        "'\(dayText)' is no day", place,
        remedy: "write 2026-11-24, or a number of days"
          + (form == .totals ? "; for a total of several days, 1..28" : ""))
    } else if let day, let lastDay, lastDay.number < day.number {
      refuse("'\(dayText)' ends before it begins", place, remedy: "write the first day first")
    } else if let release, let day, day.number < release.number {
      refuse(
        "the day \(dayText) is before the release", place, remedy: "leave out what was before it")
    }
    let stageText = cell("stage")
    let stage = FunnelStage.allCases.first {
      $0.rawValue.lowercased() == stageText.lowercased()
    }
    if stage == nil {
      let known = FunnelStage.allCases.map(\.rawValue)
      refuse(
        "unknown stage '\(stageText)'\(Suggestion.phrase(for: stageText, among: known))", place,
        remedy: "the stages are \(known.joined(separator: ", "))")
    }
    let lagText = form == .cohorts ? cell("lag") : "0"
    let lag = Int(lagText)
    if lag.map({ $0 < 0 || $0 >= FunnelTable.mostDays }) ?? true {
      refuse(
        "'\(lagText)' is no lag", place,
        remedy: "write the whole days since the day of sending, from 0")
    }
    let countText = cell("count")
    let count = Int(countText)
    if !countText.isEmpty, count.map({ $0 < 0 || $0 > 1_000_000_000 }) ?? true {
      refuse(
        "'\(countText)' is no count", place,
        remedy: Self.plain(countText).map { "write \($0)" }
          ?? "write a whole number, or nothing where it is missing")
      return
    }
    guard let day, let lastDay, let stage, let lag, (0..<FunnelTable.mostDays).contains(lag) else {
      return
    }
    if lag > 0, stage == .shared || stage == .sent {
      return refuse(
        "\(stage.words) of a cohort are those of its day, not \(lag) days later", place,
        remedy: "write the lag 0, or the day of sending as the cohort")
    }
    rows.append(
      Row(
        day: day.number, lag: lag, lastDay: lastDay.number, stage: stage, count: count,
        text: ends[0], place: place))
  }

  /// Returns the number that is written with marks between its thousands; `nil` for any other text.
  private static func plain(_ text: String) -> Int? {
    let groups = text.split(separator: /[.,_' ]/, omittingEmptySubsequences: false)
    guard groups.count > 1, groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    return Int(groups.joined()).flatMap { $0 >= 0 ? $0 : nil }
  }

  private mutating func table() throws(DiagnosticList) -> FunnelTable {
    guard let first = rows.min(by: { $0.day < $1.day }) else {
      refuse(
        "there are no rows", source.range(0..<0), remedy: "write 1,sent,0,200 below the header")
      throw DiagnosticList(mistakes)
    }
    let last = rows.reduce(Int.min) { max($0, $1.lastDay + $1.lag) }
    let days = last - first.day + 1
    guard days <= FunnelTable.mostDays else {
      refuse(
        "the days from \(first.text) on are \(days)", first.place,
        remedy: "write at most \(FunnelTable.mostDays)")
      throw DiagnosticList(mistakes)
    }
    var table = FunnelTable(
      form, days: days, stages: Array(Set(rows.map(\.stage))))
    table.firstDay = Int(first.text) == nil ? String(first.text) : nil
    var seen: [Key: SourceRange] = [:]
    let ofPeriods = Set(rows.filter { $0.lastDay > $0.day }.map(\.stage))
    for row in rows {
      let twice = (row.day...row.lastDay).compactMap {
        seen.updateValue(row.place, forKey: Key(day: $0, lag: row.lag, stage: row.stage))
      }
      if let earlier = twice.first {
        mistakes.append(
          Diagnostic(
            .error, "the \(row.stage.words) of this day are there twice", at: row.place,
            notes: [Diagnostic(.note, "the first time here", at: earlier)]))
      }
      if ofPeriods.contains(row.stage) {
        let days = row.day - first.day..<row.lastDay - first.day + 1
        table.periods.append(FunnelTable.Period(row.stage, days, row.count))
      } else {
        table[row.stage, row.day - first.day, row.lag] = row.count
      }
    }
    return table
  }

  /// Reports stages with more than the stage before them has.
  private mutating func checkParts(of table: FunnelTable) {
    let first = rows.reduce(Int.max) { min($0, $1.day) }
    for (earlier, later) in FunnelStage.steps(of: table.stages) where later.isPartOf(earlier) {
      func sum(_ stage: FunnelStage, _ days: Range<Int>) -> Int {
        let periods = table.periods.filter { $0.stage == stage }
        guard periods.isEmpty else { return periods.reduce(0) { $0 + ($1.count ?? 0) } }
        return days.reduce(0) { sum, day in
          sum
            + (0..<(form == .cohorts ? table.days - day : 1)).reduce(0) {
              $0 + (table[stage, day, $1] ?? 0)
            }
        }
      }
      func isMissing(_ stage: FunnelStage, _ days: Range<Int>) -> Bool {
        let periods = table.periods.filter { $0.stage == stage }
        guard periods.isEmpty else {
          return periods.reduce(0) { $0 + ($1.count == nil ? 0 : $1.days.count) } < table.days
        }
        return days.contains { day in
          (0..<(form == .cohorts ? table.days - day : 1)).contains {
            table[stage, day, $0] == nil
          }
        }
      }
      func check(_ days: Range<Int>, _ place: SourceRange, _ name: String) {
        let (more, fewer) = (sum(later, days), sum(earlier, days))
        guard more > fewer, !isMissing(earlier, days) else { return }
        refuse(
          "\(name) has \(more) \(later.words) of \(fewer) \(earlier.words)", place,
          remedy: "count each invite once in each stage, under the day that it was sent")
      }
      switch form {
      case .totals: check(0..<table.days, rows[0].place, "the table")
      case .cohorts:
        for day in 0..<table.days {
          guard let row = rows.last(where: { $0.day == first + day && $0.stage == later }) else {
            continue
          }
          check(day..<day + 1, row.place, "the cohort \(row.text)")
        }
      }
    }
  }
}

/// A line of values with commas, semicolons or tabs between them.
public enum CSVLine {
  /// Returns what stands between the cells: spreadsheets in many languages write a semicolon.
  public static func separator(of header: String) -> Character {
    let counts = [",", ";", "\t"].map { mark in header.count { $0 == mark } }
    return counts[0] >= max(counts[1], counts[2]) ? "," : counts[1] >= counts[2] ? ";" : "\t"
  }

  /// Returns the cells of a line; `nil` where a quote does not end.
  public static func cells(of line: String, separatedBy separator: Character = ",") -> [String]? {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if isQuoted {
        if character == "\"" {
          (isQuoted, wasQuote) = (false, true)
        } else {
          cell.append(character)
        }
        continue
      }
      switch character {
      case "\"":
        // Two quotes within quotes are one.
        if wasQuote { cell.append(character) }
        isQuoted = true
      case separator:
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
      wasQuote = false
    }
    return isQuoted ? nil : cells + [cell]
  }
}

/// A day of data: a date such as `2026-11-24`, with or without a time of day after it, or a
/// number of days.
public struct DayText: Hashable, Sendable {
  /// The days since any day.
  public let number: Int

  /// Reads a day; `nil` for any other text.
  public init?(_ text: String) {
    if let days = Double(text) {
      // No other notations of C, such as 0x10.
      guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.".utf8.contains($0) }),
        days.magnitude < 1e9
      else { return nil }
      number = Int(days.rounded(.down))
      return
    }
    let date = text.utf8.prefix(10)
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    let rest = text.dropFirst(10).first
    guard date.count == 10, parts.count == 3, rest == nil || rest == "T" || rest == " ",
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year > 0, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // The civil calendar, by years that begin in March (Hinnant, 2013).
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    number = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
  }
}
