internal import GrowthloopFindings
internal import RandomStreams
public import Statistics

/// One measurement of one build, as a line of a history.
public struct HistoryEntry: Sendable, Hashable {
  /// A figure with the interval that was measured.
  public struct Figure: Sendable, Hashable {
    public let value: Double
    /// The value with its interval, where one was measured.
    public let measured: Measure
    public let unit: String

    public init(_ value: Double, from low: Double? = nil, to high: Double? = nil, unit: String) {
      self.value = value
      measured = Measure(value, from: low, to: high, in: unit == "ms" ? .milliseconds : .ratio)
      self.unit = unit
    }

    public var low: Double? { measured.low }
    public var high: Double? { measured.high }
  }

  /// The time as given by the user: `2026-11-21` or `2026-11-21T15:00:00Z`.
  public let at: String
  public let commit: String?
  public let machine: String
  public let plan: String
  /// What a plan of load asks for: its arrivals, and the shares of its requests.
  public let asks: String?
  public let figures: [String: Figure]

  public init(
    at: String, commit: String?, machine: String, plan: String, asks: String? = nil,
    figures: [String: Figure]
  ) {
    precondition(Self.isMoment(at), "'\(at)' is no moment")
    self.at = at
    self.commit = commit
    self.machine = machine
    self.plan = plan
    self.asks = asks
    self.figures = figures
  }

  /// Returns whether both are of one run: measured times never repeat to the last digit.
  ///
  /// What depends on no machine is computed, and another build may find the same.
  func isOfSameRun(as other: HistoryEntry) -> Bool {
    (machine, plan, asks) == (other.machine, other.plan, other.asks) && figures == other.figures
      && (machine != Self.anyMachine || commit == other.commit)
  }

  /// The machine of figures that depend on none.
  static let anyMachine = "any"

  /// Returns whether the text is a day, or a second in UTC: such texts sort as their moments do.
  public static func isMoment(_ text: String) -> Bool {
    let pattern = text.count == 10 ? "dddd-dd-dd" : "dddd-dd-ddTdd:dd:ddZ"
    guard text.utf8.count == pattern.utf8.count,
      zip(text.utf8, pattern.utf8).allSatisfy({ byte, kind in
        kind == UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == kind
      })
    else { return false }
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard (1...12).contains(parts[1]), parts[2] >= 1,
      parts[2] <= days(inMonth: parts[1], of: parts[0])
    else { return false }
    return parts.count == 3 || (parts[3] < 24 && parts[4] < 60 && parts[5] < 60)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension HistoryEntry {
  /// The entry on one line.
  public var line: String {
    var members: [String: JSONValue] = [
      "at": .text(at), "machine": .text(machine), "plan": .text(plan),
      "figures": .object(figures.mapValues(\.json)),
    ]
    members["commit"] = commit.map { .text($0) }
    members["asks"] = asks.map { .text($0) }
    return JSONValue.object(members).json
  }
}

extension HistoryEntry.Figure {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["value": .number(value), "unit": .text(unit)]
    members["low"] = low.map { .number($0) }
    members["high"] = high.map { .number($0) }
    return .object(members)
  }
}

extension HistoryEntry {
  /// A line that is no measurement.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// Counted from 1; `nil` for an error of the whole line.
    public let column: Int?
    public let words: String

    public var description: String {
      "\(line)\(column.map { ":\($0)" } ?? ""): error: \(words)"
    }
  }

  /// Reads a history, one measurement per line; mistakes are reported in the order of the lines.
  public static func readAll(_ text: [UInt8]) -> (entries: [HistoryEntry], mistakes: [Mistake]) {
    var entries: [HistoryEntry] = []
    var mistakes: [Mistake] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      do throws(JSONParser.Mistake) {
        switch HistoryEntry.read(try JSONParser.parse(Array(line))) {
        case .success(let entry): entries.append(entry)
        case .failure(let lack):
          mistakes.append(Mistake(line: number + 1, column: nil, words: lack.words))
        }
      } catch {
        mistakes.append(Mistake(line: number + 1, column: error.column, words: error.words))
      }
    }
    return (entries, mistakes)
  }

  private struct Lack: Error {
    let words: String
  }

  private static func read(_ value: JSONValue) -> Result<HistoryEntry, Lack> {
    guard case .object(let members) = value else {
      return .failure(Lack(words: "a measurement must be an object, not \(value.brief)"))
    }
    guard let at = members["at"]?.word, isMoment(at) else {
      return .failure(
        Lack(words: "'at' must be a day or a second, such as 2026-11-21 or 2026-11-21T15:00:00Z"))
    }
    guard let machine = members["machine"]?.word, let plan = members["plan"]?.word else {
      return .failure(Lack(words: "'machine' and 'plan' must be texts"))
    }
    guard case .object(let named)? = members["figures"] else {
      return .failure(Lack(words: "'figures' must be an object"))
    }
    var figures: [String: Figure] = [:]
    for (name, value) in named.sorted(by: { $0.key < $1.key }) {
      guard case .object(let members) = value, let number = members["value"]?.amount else {
        return .failure(Lack(words: "'figures.\(name).value' must be a number"))
      }
      figures[name] = Figure(
        number, from: members["low"]?.amount, to: members["high"]?.amount,
        unit: members["unit"]?.word ?? "")
    }
    return .success(
      HistoryEntry(
        at: at, commit: members["commit"]?.word, machine: machine, plan: plan,
        asks: members["asks"]?.word, figures: figures))
  }
}

/// One figure of one plan on one machine, over time, with its trend.
public struct HistorySeries: Sendable, Hashable {
  /// A change of the level.
  public struct Step: Sendable, Hashable {
    /// The first place of the new level.
    public let index: Int
    /// The medians before and after.
    public let before, after: Double
    /// The probability of such a step among independent measurements.
    ///
    /// `nil` where the measurements may be dependent.
    public let pValue: Double?

    /// The relative rise from the level before; `nil` where that is unsuitable as a base.
    public var rise: Double? { HistorySeries.rise(from: before, to: after) }
  }

  /// A straight line from the first measurement to the last.
  public struct Drift: Sendable, Hashable {
    public let from, to: Double

    /// The relative rise from its beginning; `nil` where that is unsuitable as a base.
    public var rise: Double? { HistorySeries.rise(from: from, to: to) }
  }

  /// The pattern of the measurements as a whole.
  public enum Course: Sendable, Hashable {
    /// Too few measurements to distinguish a change from autocorrelated noise.
    case tooShort(fewest: Int)
    case level
    case drift(Drift)
    case steps([Step])
  }

  /// The method of the search for steps.
  public enum Method: Sendable, Hashable {
    /// A measurement may depend on the one before.
    case dependent(LevelShifts)
    /// Measurements are known to be independent.
    case independent(ChangePoints)
  }

  public let machine: String
  public let plan: String
  public let asks: String?
  public let figure: String
  public let unit: String
  /// The measurements in the order of their moments; of equals, of the file.
  public let entries: [HistoryEntry]
  public let values: [Double]
  public let course: Course
  /// The autocorrelation, the proportion of a deviation that the next measurement keeps.
  ///
  /// `nil` where it was not estimated.
  public let dependence: Double?

  public var steps: [Step] { if case .steps(let steps) = course { steps } else { [] } }

  /// The greatest number of measurements analysed, the last ones.
  public static let longest = 500

  private init(of figure: String, _ entries: [HistoryEntry], _ method: Method) {
    let last = Array(entries.suffix(Self.longest))
    self.entries = last
    self.figure = figure
    machine = last.first?.machine ?? ""
    plan = last.first?.plan ?? ""
    asks = last.first?.asks
    unit = last.first?.figures[figure]?.unit ?? ""
    let values = last.compactMap { $0.figures[figure]?.value }
    self.values = values
    // Times vary in proportion to their size.
    let isPositive = values.allSatisfy { $0 > 0 }
    let judged = isPositive ? values.map { Double.log($0) } : values
    switch method {
    case .independent(let method):
      let points = method.points(in: judged).map { ($0.index, Optional($0.pValue)) }
      course = points.isEmpty ? .level : .steps(Self.steps(at: points, in: values))
      dependence = nil
    case .dependent(let method):
      (course, dependence) = Self.course(method.course(of: judged), of: values, isPositive)
    }
  }

  private static func course(
    _ course: SeriesCourse, of values: [Double], _ isPositive: Bool
  ) -> (Course, dependence: Double?) {
    switch course {
    case .tooShort(let fewest): return (.tooShort(fewest: fewest), nil)
    case .level(let dependence): return (.level, dependence)
    case .steps(let places, let dependence):
      return (.steps(steps(at: places.map { ($0, nil) }, in: values)), dependence)
    case .drift(let line, let dependence):
      func value(_ judged: Double) -> Double { isPositive ? .exp(judged) : judged }
      return (.drift(Drift(from: value(line.first), to: value(line.last))), dependence)
    }
  }

  /// Returns the steps at these places, with the medians of the levels on both sides.
  private static func steps(
    at points: [(index: Int, pValue: Double?)], in values: [Double]
  ) -> [Step] {
    let ends = [0] + points.map(\.index) + [values.count]
    return points.enumerated().map { place, point in
      Step(
        index: point.index,
        before: FigureRounds.median(of: values[ends[place]..<point.index]) ?? .nan,
        after: FigureRounds.median(of: values[point.index..<ends[place + 2]]) ?? .nan,
        pValue: point.pValue)
    }
  }

  /// Returns the proportion of `before` by which `after` exceeds it.
  ///
  /// `nil` where `before` is too small for a comparison: less than a thousandth.
  static func rise(from before: Double, to after: Double) -> Double? {
    before > 0 && after < 1_000 * before ? after / before - 1 : nil
  }

  /// Returns every series of that figure; measurements of different machines, or
  /// of plans that ask for something else, are never one series.
  public static func all(
    of figure: String, in entries: [HistoryEntry], method: Method = .dependent(LevelShifts())
  ) -> [HistorySeries] {
    struct Key: Hashable {
      let machine, plan: String
      let asks: String?

      init(_ entry: HistoryEntry) {
        (machine, plan, asks) = (entry.machine, entry.plan, entry.asks)
      }
    }
    let having = entries.filter { $0.figures[figure] != nil }
    var seen: Set<Key> = []
    return having.map(Key.init).filter { seen.insert($0).inserted }.map { key in
      let own = having.enumerated().filter { Key($0.element) == key }
      let sorted = own.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      return HistorySeries(of: figure, sorted.map(\.element), method)
    }
  }
}
