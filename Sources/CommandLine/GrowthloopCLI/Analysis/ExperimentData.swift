import Diagnostics
import Terminal

/// The rows of an experiment, by unit: a CSV with a header.
struct ExperimentData {
  /// A unit, or a cluster of them, with the sums of its rows.
  struct Sums {
    let arm: Int
    var numerator = 0.0
    var denominator = 0.0
    var before = 0.0
  }

  static let needed = ["unit", "arm", "numerator"]
  static let optional = ["cluster", "denominator", "covariate"]
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
  /// Whether every numerator lies between nought and its denominator.
  private(set) var isShare = true
  private var unitPlaces: [String: (place: Int, cluster: Int?)] = [:]
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
  }

  private mutating func read(_ line: LineReader.Line, _ number: Int) throws {
    guard case .whole(let bytes) = line else {
      return refuse("the line is longer than \(Self.longestLine >> 10) KiB", number)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return refuse("the line is no UTF-8", number)
    }
    guard !text.isEmpty else { return }
    guard let cells = Self.cells(of: text) else {
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
    func cell(_ column: String) -> String? { columns[column].map { cells[$0] } }
    guard let unit = cell("unit"), let armName = cell("arm"), !unit.isEmpty, !armName.isEmpty else {
      return refuse("a row needs a unit and an arm", number)
    }
    var numbers: [String: Double] = ["denominator": 1, "covariate": 0]
    for column in ["numerator", "denominator", "covariate"] {
      guard let text = cell(column) else { continue }
      guard let value = Double(text), value.isFinite, value.magnitude < 1e150 else {
        return refuse("'\(text)' in the column '\(column)' is no number", number)
      }
      numbers[column] = value
    }
    let (numerator, denominator) = (numbers["numerator"] ?? 0, numbers["denominator"] ?? 1)
    guard denominator >= 0 else {
      return refuse("a denominator is not negative, unlike \(denominator)", number)
    }
    if !(0...denominator).contains(numerator) { isShare = false }
    guard let arm = place(ofArm: armName, number) else { return }
    guard let clusterPlace = place(ofCluster: cell("cluster"), in: arm, number) else { return }
    guard let unitPlace = place(ofUnit: unit, in: arm, cluster: clusterPlace, number) else {
      return
    }
    func add(to sums: inout Sums) {
      sums.numerator += numerator
      sums.denominator += denominator
      sums.before += numbers["covariate"] ?? 0
    }
    add(to: &units[unitPlace])
    if clusterPlace >= 0 { add(to: &clusters[clusterPlace]) }
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

  /// Returns the cells of a line; `nil` where a quote does not end.
  private static func cells(of line: String) -> [String]? {
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
      case ",":
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
      wasQuote = false
    }
    return isQuoted ? nil : cells + [cell]
  }
}
