import Statistics
import Diagnostics
import Funnels
import Terminal

/// The rows of an experiment, by unit: a CSV with a header.
struct ExperimentData {
  /// A row without its texts: the places of its unit and cluster, and what it adds to them.
  struct Row {
    let unit: Int
    /// Negative without that column.
    let cluster: Int
    let numerator, denominator, before: Double
    /// The day, counted from any day; 0 without that column.
    let day: Int
  }

  /// A unit, or a cluster of them, with the sums of its rows.
  struct Sums {
    let arm: Int
    var numerator = 0.0
    var denominator = 0.0
    var before = 0.0

    mutating func add(_ row: Row) {
      numerator += row.numerator
      denominator += row.denominator
      before += row.before
    }
  }

  static let needed = ["unit", "arm", "numerator"]
  static let optional = ["cluster", "denominator", "covariate", "time"]
  private static let longestLine = 1 << 16
  private static let mostComplaints = 20
  private static let mostArms = 100

  /// The names of the arms, in the order of their first rows.
  private(set) var arms: [String] = []
  /// The units, in the order of their first rows.
  private(set) var units: [Sums] = []
  /// The clusters likewise; empty without that column.
  private(set) var clusters: [Sums] = []
  private(set) var ignoredColumns: [String] = []
  private(set) var hasBefore = false
  /// The rows that count, in their order.
  private(set) var rows: [Row] = []
  /// Whether several rows of a unit were summed to one value, without denominators.
  private(set) var hasSummedRows = false
  /// Whether every numerator lies between nought and its denominator.
  private(set) var isShare = true
  var hasTime: Bool { columns["time"] != nil }
  private var hasDenominators: Bool { columns["denominator"] != nil }
  private var unitPlaces: [String: (place: Int, cluster: Int?)] = [:]
  /// What each unit did before, with the line that said so first.
  private var befores: [Int: (value: Double, line: Int)] = [:]
  private var clusterPlaces: [String: Int] = [:]
  private var columns: [String: Int] = [:]
  private var width = 0
  private let name: String
  private var mistakes: [String] = []
  private var mistakeCount = 0

  /// Reads the file at `path`; `-` is the standard input.
  ///
  /// - Throws: `UnfitInput` with all mistakes.
  init(_ path: String, on console: any Console) throws {
    var source = try InputSource(path)
    name = source.name
    var lines = LineReader(limit: Self.longestLine)
    var number = 0
    while let line = try lines.next(reading: { try source.next(on: console) }) {
      number += 1
      try read(line, number)
    }
    if columns.isEmpty { refuse("there is no header; it names the columns: unit,arm,numerator", 1) }
    guard mistakes.isEmpty else { throw UnfitInput(description: complaint) }
    if !hasDenominators { isShare = units.allSatisfy { (0...1).contains($0.numerator) } }
  }

  private mutating func read(_ line: LineReader.Line, _ number: Int) throws {
    guard case .whole(let bytes) = line else {
      return refuse("the line is longer than \(Self.longestLine >> 10) KiB", number)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return refuse("the line is no UTF-8", number)
    }
    guard !text.isEmpty else { return }
    guard let cells = CSVLine.cells(of: text) else {
      return refuse("a quote does not end in this line", number)
    }
    guard !columns.isEmpty else {
      readHeader(cells, number)
      // Without its columns no row can be read.
      if !mistakes.isEmpty { throw UnfitInput(description: complaint) }
      return
    }
    guard cells.count == width else {
      return refuse("\(cells.count) cells where the header has \(width)", number)
    }
    readRow(cells, number)
  }

  private mutating func readHeader(_ cells: [String], _ number: Int) {
    // Spreadsheets mark the beginning of a file.
    let first = cells[0].hasPrefix("\u{feff}") ? String(cells[0].dropFirst()) : cells[0]
    let names = ([first] + cells.dropFirst()).map { $0.lowercased() }
    for (place, name) in names.enumerated() {
      guard columns[name] == nil else {
        refuse("the column '\(name)' is there twice", number)
        continue
      }
      columns[name] = place
    }
    width = names.count
    let known = Self.needed + Self.optional
    ignoredColumns = names.filter { !known.contains($0) }
    for column in Self.needed where columns[column] == nil {
      refuse(
        "the column '\(column)' is missing\(Suggestion.phrase(for: column, among: names))", number)
    }
    hasBefore = columns["covariate"] != nil
  }

  private mutating func readRow(_ cells: [String], _ number: Int) {
    let places = columns
    func cell(_ column: String) -> String? { places[column].map { cells[$0] } }
    guard let unit = cell("unit"), let armName = cell("arm"), !unit.isEmpty, !armName.isEmpty else {
      return refuse("a row needs a unit and an arm", number)
    }
    let numbers = numbers(cell, number)
    let day = day(cell("time"), number)
    // Also of a row that is refused: its arm may contradict another's.
    guard let arm = place(ofArm: armName, number),
      let clusterPlace = place(ofCluster: cell("cluster"), in: arm, number),
      let unitPlace = place(ofUnit: unit, in: arm, cluster: clusterPlace, number),
      let numbers, let day
    else { return }
    // Without denominators a unit is one value, however many rows it has.
    let isFirst = befores[unitPlace] == nil
    if !isFirst, !hasDenominators { hasSummedRows = true }
    guard let before = before(numbers.before, of: unitPlace, unit, number) else { return }
    let row = Row(
      unit: unitPlace, cluster: clusterPlace, numerator: numbers.numerator,
      denominator: hasDenominators ? numbers.denominator : isFirst ? 1 : 0, before: before, day: day
    )
    if hasDenominators, !(0...row.denominator).contains(row.numerator) { isShare = false }
    rows.append(row)
    units[unitPlace].add(row)
    if clusterPlace >= 0 { clusters[clusterPlace].add(row) }
  }

  /// Returns the numbers of a row; `nil` after a mistake in one.
  private mutating func numbers(
    _ cell: (String) -> String?, _ line: Int
  ) -> (numerator: Double, denominator: Double, before: Double)? {
    var numbers = ["denominator": 1.0, "covariate": 0]
    var isSound = true
    for column in ["numerator", "denominator", "covariate"] {
      guard let text = cell(column) else { continue }
      guard let value = NumberText.number(text), value.isFinite, value.magnitude < 1e150 else {
        refuse(
          "'\(text)' in the column '\(column)' is no number; write it as 0.5, and 0 where nothing "
            + "came: a unit that is left out is missed in the mean", line)
        isSound = false
        continue
      }
      numbers[column] = value
    }
    let denominator = numbers["denominator"] ?? 1
    if denominator < 0 {
      refuse(
        "a denominator is not negative, unlike \(denominator); it counts chances, 0 where there was "
          + "none", line)
      isSound = false
    }
    return isSound ? (numbers["numerator"] ?? 0, denominator, numbers["covariate"] ?? 0) : nil
  }

  private mutating func day(_ text: String?, _ line: Int) -> Int? {
    guard let text else { return 0 }
    guard let day = DayText(text) else {
      refuse(
        "'\(text)' in the column 'time' is no day; write 2026-11-24, or the days since the start",
        line)
      return nil
    }
    return day.number
  }

  /// Returns what the row adds to what the unit did before: it counts once, on the first row.
  private mutating func before(
    _ value: Double, of place: Int, _ name: String, _ line: Int
  ) -> Double? {
    guard let known = befores[place] else {
      befores[place] = (value, line)
      return value
    }
    guard known.value == value else {
      refuse(
        "the covariate of the unit '\(name)' is \(known.value) in line \(known.line) and \(value) in "
          + "line \(line); it is one number of the unit, the same on each of its rows", line)
      return nil
    }
    return 0
  }

  private mutating func place(ofArm name: String, _ number: Int) -> Int? {
    if let place = arms.firstIndex(of: name) { return place }
    guard arms.count < Self.mostArms else {
      refuse("'\(name)' would be one arm more than \(Self.mostArms)", number)
      return nil
    }
    arms.append(name)
    return arms.count - 1
  }

  /// Returns the place of the row's cluster; a negative one without that column, `nil` after a
  /// mistake.
  private mutating func place(ofCluster name: String?, in arm: Int, _ number: Int) -> Int? {
    guard let name else { return -1 }
    guard !name.isEmpty else {
      refuse("the cluster is missing; a unit that stands alone is a cluster of its own", number)
      return nil
    }
    guard let place = clusterPlaces[name] else {
      clusterPlaces[name] = clusters.count
      clusters.append(Sums(arm: arm))
      return clusters.count - 1
    }
    guard clusters[place].arm == arm else {
      refuse(
        "the cluster '\(name)' has units of '\(arms[clusters[place].arm])' and '\(arms[arm])'; "
          + "a cluster is what was assigned together", number)
      return nil
    }
    return place
  }

  private mutating func place(
    ofUnit name: String, in arm: Int, cluster: Int, _ number: Int
  ) -> Int? {
    guard let known = unitPlaces[name] else {
      unitPlaces[name] = (units.count, cluster)
      units.append(Sums(arm: arm))
      return units.count - 1
    }
    guard units[known.place].arm == arm else {
      refuse(
        "the unit '\(name)' was in '\(arms[units[known.place].arm])' and is in '\(arms[arm])' here; "
          + "leave out units that changed, and count how many they are", number)
      return nil
    }
    guard known.cluster == cluster else {
      refuse("the unit '\(name)' is in another cluster than before", number)
      return nil
    }
    return known.place
  }

  private mutating func refuse(_ problem: String, _ line: Int) {
    mistakeCount += 1
    if mistakes.count < Self.mostComplaints {
      mistakes.append("\(name):\(line): error: \(problem)")
    }
  }

  private var complaint: String {
    let more = mistakeCount - mistakes.count
    return (mistakes + (more > 0 ? ["and \(more) more such lines"] : [])).joined(separator: "\n")
  }
}
