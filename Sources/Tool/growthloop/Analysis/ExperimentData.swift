import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import Statistics

/// The rows of an experiment, by unit: a CSV with a header.
struct ExperimentData {
  private static let longestLine = 1 << 16
  private static let mostComplaints = 20
  private static let mostArms = 100

  /// The names of the arms, in the order of their first rows.
  private(set) var arms: [String] = []
  /// The metrics; one without a name where none is named.
  private(set) var outcomes: [ExperimentOutcome] = []
  private(set) var ignoredColumns: [String] = []
  var hasTime: Bool { places.time != nil }
  var hasClusters: Bool { places.cluster != nil }
  /// The units in the order of their first rows: each with its arm, cluster and last line; and the
  /// clusters likewise.
  private var units: [(arm: Int, cluster: Int, line: Int)] = []
  private var clusterArms: [Int] = []
  private var unitPlaces: [String: Int] = [:]
  private var clusterPlaces: [String: Int] = [:]
  private let columns: ExperimentColumns
  private var places = ExperimentColumns.Places()
  private var separator: Character = ","
  /// The number of columns; 0 before the header.
  private var width = 0
  let name: String
  private var mistakes: [String] = []
  private var mistakeCount = 0

  /// Reads the file at `path`; `-` is the standard input.
  ///
  /// - Throws: `UnfitInput` with all mistakes.
  init(_ path: String, columns: ExperimentColumns, on console: any Console) throws {
    self.columns = columns
    var source = try InputSource(path)
    name = source.name
    var lines = LineReader(limit: Self.longestLine)
    var number = 0
    while let line = try lines.next(reading: { try source.next(on: console) }) {
      number += 1
      try read(line, number)
    }
    if width == 0 { refuse("there is no header; it names the columns: unit,arm,numerator", 1) }
    checkParts()
    guard mistakes.isEmpty else { throw UnfitInput(description: complaint) }
  }

  /// Returns the independent units of a metric: what was assigned, with its sums.
  func groups(_ outcome: ExperimentOutcome) -> [ExperimentOutcome.Sums] {
    groups(of: outcome.capped(outcome.units))
  }

  /// Returns the clusters of units with these sums; without clusters the units themselves.
  func groups(of sums: [ExperimentOutcome.Sums]) -> [ExperimentOutcome.Sums] {
    guard hasClusters else { return sums }
    var clusters = clusterArms.map { ExperimentOutcome.Sums(arm: $0) }
    for (place, sum) in sums.enumerated() { clusters[units[place].cluster].add(sum) }
    return clusters
  }

  /// The place of what was assigned with a unit: its cluster, or itself.
  func group(ofUnit place: Int) -> Int { hasClusters ? units[place].cluster : place }

  /// Caps each metric.
  ///
  /// - Throws: `UsageError` where that is no sense.
  mutating func limit(to cap: ExperimentOutcome.Cap) throws {
    for place in outcomes.indices {
      guard !outcomes[place].isShare else {
        throw UsageError(description: "'--cap' is for means: a share has no outliers")
      }
      guard outcomes[place].limit(to: cap) != nil else {
        throw UsageError(
          description: "'--cap' would leave every unit with the same number; name a higher one")
      }
    }
  }

  private mutating func read(_ line: LineReader.Line, _ number: Int) throws {
    guard case .whole(let bytes) = line else {
      return refuse("the line is longer than \(Self.longestLine >> 10) KiB", number)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return refuse("the line is no UTF-8", number)
    }
    guard !text.isEmpty else { return }
    if width == 0 { separator = CSVLine.separator(of: text) }
    guard let cells = CSVLine.cells(of: text, separatedBy: separator) else {
      return refuse("a quote does not end in this line", number)
    }
    guard width > 0 else {
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
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      refuse("the column '\(name)' is there twice", number)
    }
    width = names.count
    var missing: [String] = []
    places = columns.places(in: names) { missing.append($0) }
    for problem in missing { refuse(problem, number) }
    ignoredColumns = columns.ignored(in: names)
    outcomes = columns.metrics(among: names).map { ExperimentOutcome($0) }
  }

  private mutating func readRow(_ cells: [String], _ number: Int) {
    let (unit, armName) = (cells[places.unit], cells[places.arm])
    guard !unit.isEmpty, !armName.isEmpty else {
      return refuse("a row needs a unit and an arm", number)
    }
    let metrics = places.metrics
    let values = metrics.map { numbers(cells, $0, number) }
    let day = day(places.time.map { cells[$0] }, number)
    // Also of a row that is refused: its arm may contradict another's.
    guard let arm = place(ofArm: armName, number),
      let cluster = place(ofCluster: places.cluster.map { cells[$0] }, in: arm, number),
      let place = place(ofUnit: unit, in: arm, cluster: cluster, number), let day
    else { return }
    for (metric, numbers) in values.enumerated() {
      guard let numbers else { continue }
      // Without denominators a unit is one value, however many rows it has.
      let isFirst = outcomes[metric].befores[place] == nil
      let hasDenominators = outcomes[metric].hasDenominators
      if !isFirst, !hasDenominators { outcomes[metric].hasSummedRows = true }
      guard let before = before(numbers.before, of: place, unit, metric, number) else { continue }
      let row = ExperimentOutcome.Row(
        unit: place, numerator: numbers.numerator,
        denominator: hasDenominators ? numbers.denominator : isFirst ? 1 : 0, before: before,
        day: day)
      outcomes[metric].rows.append(row)
      outcomes[metric].units[place].add(row)
    }
  }

  /// Returns the numbers of a row for a metric; `nil` after a mistake in one.
  private mutating func numbers(
    _ cells: [String], _ metric: ExperimentColumns.Places.Metric, _ line: Int
  ) -> (numerator: Double, denominator: Double, before: Double)? {
    func number(_ place: Int?, _ column: String, else other: Double) -> Double? {
      guard let place else { return other }
      // Where a semicolon stands between cells, a comma stands before decimals.
      let text = separator == ";" ? cells[place].replacing(",", with: ".") : cells[place]
      guard let value = NumberText.number(text), value.isFinite, value.magnitude < 1e150 else {
        refuse(
          "'\(cells[place])' in the column '\(column)' is no number; write it with a point, such as 0.5, and 0 "
            + "where nothing came: the mean misses a unit that is left out", line)
        return nil
      }
      return value
    }
    let numerator = number(metric.numerator, "numerator", else: 0)
    let denominator = number(metric.denominator, "denominator", else: 1)
    let before = number(metric.covariate, "covariate", else: 0)
    if let denominator, denominator < 0 {
      refuse(
        "a denominator is not negative, unlike \(denominator); it counts chances, 0 where there was "
          + "none", line)
      return nil
    }
    guard let numerator, let denominator, let before else { return nil }
    return (numerator, denominator, before)
  }

  /// Reports the units whose numerator is no part of their denominator.
  private mutating func checkParts() {
    for outcome in outcomes where outcome.hasDenominators && outcome.columns.isPart {
      // Sums of decimal fractions miss their own sum by rounding.
      for (place, unit) in outcome.units.enumerated()
      where !(0...(unit.denominator * (1 + 1e-12))).contains(unit.numerator) {
        refuse(
          "a unit has a numerator of \(unit.numerator) and a denominator of \(unit.denominator) up to "
            + "this line, of which it is no part; for a ratio of two numbers write --metric "
            + "NAME=\(outcome.columns.numerator):\(outcome.columns.denominator ?? "denominator")",
          units[place].line)
      }
    }
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
    _ value: Double, of place: Int, _ name: String, _ metric: Int, _ line: Int
  ) -> Double? {
    guard let known = outcomes[metric].befores[place] else {
      outcomes[metric].befores[place] = (value, line)
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

  /// Returns the place of a cluster, −1 in a file without that column, and `nil` after a mistake.
  private mutating func place(ofCluster name: String?, in arm: Int, _ number: Int) -> Int? {
    guard let name else { return -1 }
    guard !name.isEmpty else {
      refuse("the cluster is missing; a unit that stands alone is a cluster of its own", number)
      return nil
    }
    guard let place = clusterPlaces[name] else {
      clusterPlaces[name] = clusterArms.count
      clusterArms.append(arm)
      return clusterArms.count - 1
    }
    guard clusterArms[place] == arm else {
      refuse(
        "the cluster '\(name)' has units of '\(arms[clusterArms[place]])' and '\(arms[arm])'; "
          + "a cluster is what was assigned together", number)
      return nil
    }
    return place
  }

  private mutating func place(
    ofUnit name: String, in arm: Int, cluster: Int, _ number: Int
  ) -> Int? {
    guard let place = unitPlaces[name] else {
      unitPlaces[name] = units.count
      units.append((arm, cluster, number))
      for metric in outcomes.indices { outcomes[metric].units.append(.init(arm: arm)) }
      return units.count - 1
    }
    guard units[place].arm == arm else {
      refuse(
        "the unit '\(name)' was in '\(arms[units[place].arm])' and is in '\(arms[arm])' here; "
          + "leave out units that changed, and count how many they are", number)
      return nil
    }
    guard units[place].cluster == cluster else {
      refuse("the unit '\(name)' is in another cluster than before", number)
      return nil
    }
    units[place].line = number
    return place
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

/// Which columns of a file say what: of the units, and of each metric.
struct ExperimentColumns {
  /// The columns of a metric.
  struct Metric {
    let name: String
    let numerator: String
    let denominator, covariate: String?
    /// Whether the numerator is a part of the denominator, as taps are of invites.
    let isPart: Bool
  }

  /// The places of the columns in a row.
  struct Places {
    struct Metric {
      let numerator: Int
      let denominator, covariate: Int?
    }

    var unit = 0
    var arm = 0
    var cluster, time: Int?
    var metrics: [Metric] = []
  }

  static let needed = ["unit", "arm", "numerator"]
  static let optional = ["cluster", "denominator", "covariate", "time"]

  /// The column that stands for each of those above, where a file calls it otherwise.
  private var mapped: [String: String] = [:]
  /// The metrics that are named; empty where the columns `numerator` and `denominator` are the one.
  private var named: [Metric] = []

  /// Reads `unit=user_id` and `taps=tapped/sent~tappedBefore`; a colon in place of the slash makes it a
  /// ratio, whose numerator is no part of the denominator.
  ///
  /// - Throws: `UsageError` for any other text.
  init(_ columns: [String] = [], metrics: [String] = []) throws {
    for text in columns {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, (Self.needed + Self.optional).contains(parts[0]) else {
        throw UsageError(
          description: "'--column' must be such as unit=user_id, of one of "
            + "\((Self.needed + Self.optional).joined(separator: ", ")), not '\(text)'")
      }
      guard mapped.updateValue(parts[1].lowercased(), forKey: parts[0]) == nil else {
        throw UsageError(description: "'--column' names '\(parts[0])' twice")
      }
    }
    for text in metrics {
      guard let metric = Metric(text) else {
        throw UsageError(
          description: "'--metric' must be such as taps=tapped/sent or sends=sent~sentBefore, "
            + "not '\(text)'")
      }
      guard !named.contains(where: { $0.name == metric.name }) else {
        throw UsageError(description: "'--metric' names '\(metric.name)' twice")
      }
      named.append(metric)
    }
    guard named.isEmpty || !mapped.keys.contains(where: Self.ofMetrics.contains) else {
      throw UsageError(
        description: "'--metric' names the columns of a metric; '--column' the others")
    }
  }

  private static let ofMetrics = ["numerator", "denominator", "covariate"]

  /// The metrics in a file with these columns.
  func metrics(among header: [String]) -> [Metric] {
    guard named.isEmpty else { return named }
    func present(_ role: String) -> String? {
      let name = column(role)
      return mapped[role] != nil || header.contains(name) ? name : nil
    }
    return [
      Metric(
        name: "", numerator: column("numerator"), denominator: present("denominator"),
        covariate: present("covariate"), isPart: true)
    ]
  }

  /// Finds the columns in a header; reports those that are missing.
  func places(in header: [String], refuse: (String) -> Void) -> Places {
    func place(_ name: String, as role: String? = nil) -> Int {
      guard let place = header.firstIndex(of: name) else {
        let near = Suggestion.phrase(for: name, among: header)
        let map = role.map { "; name it by --column \($0)=…" } ?? ""
        refuse("the column '\(name)' is missing\(near.isEmpty ? map : near)")
        return 0
      }
      return place
    }
    func optional(_ role: String) -> Int? {
      mapped[role].map { place($0) } ?? header.firstIndex(of: role)
    }
    return Places(
      unit: place(column("unit"), as: "unit"), arm: place(column("arm"), as: "arm"),
      cluster: optional("cluster"), time: optional("time"),
      metrics: metrics(among: header).map { metric in
        Places.Metric(
          numerator: place(metric.numerator, as: named.isEmpty ? "numerator" : nil),
          denominator: metric.denominator.map { place($0) },
          covariate: metric.covariate.map { place($0) })
      })
  }

  /// The columns of a file that say nothing here.
  func ignored(in header: [String]) -> [String] {
    let read =
      ["unit", "arm", "cluster", "time"].map(column)
      + metrics(among: header).flatMap { [$0.numerator, $0.denominator, $0.covariate] }
      .compactMap(\.self)
    return header.filter { !read.contains($0) }
  }

  private func column(_ role: String) -> String { mapped[role] ?? role }
}

extension ExperimentColumns.Metric {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let isRatio = parts[1].contains(":")
    let values = parts[1].lowercased().split(
      separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    let quotient = values[0].split(
      separator: isRatio ? ":" : "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard !(values + quotient).contains(where: \.isEmpty) else { return nil }
    self.init(
      name: parts[0], numerator: String(quotient[0]),
      denominator: quotient.count == 2 ? String(quotient[1]) : nil,
      covariate: values.count == 2 ? String(values[1]) : nil, isPart: !isRatio)
  }
}
