internal import RandomStreams
public import Statistics

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

  /// Returns every series of that figure; measurements of different machines are never one series.
  public static func all(
    of figure: String, in entries: [HistoryEntry], method: Method = .dependent(LevelShifts())
  ) -> [HistorySeries] {
    struct Key: Hashable {
      let machine, plan: String
    }
    let having = entries.filter { $0.figures[figure] != nil }
    let keys = having.map { Key(machine: $0.machine, plan: $0.plan) }
    var seen: Set<Key> = []
    return keys.filter { seen.insert($0).inserted }.map { key in
      let own = having.enumerated().filter {
        $0.element.machine == key.machine && $0.element.plan == key.plan
      }
      let sorted = own.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      return HistorySeries(of: figure, sorted.map(\.element), method)
    }
  }
}
