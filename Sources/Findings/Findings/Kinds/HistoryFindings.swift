/// The findings of `history`: a series for each machine and plan, with its steps.
public struct HistoryFindings: RunFindings {
  public static let kind = "history"

  public let command: String
  public let title: String
  public let question: String?
  public let figure: String
  public let series: [Series]

  public struct Series: Codable, Sendable {
    public let machine, plan, unit: String
    public let at: [String]
    public let commits: [String?]
    public let values: [Double]
    /// The ends of the intervals, where they were measured.
    public let lows, highs: [Double?]
    /// The trend of the measurements.
    public let course: Course
    /// The number of measurements that would be enough; where there are too few.
    public let fewest: Int?
    /// The autocorrelation, the proportion of a deviation that the next measurement keeps; where
    /// estimated.
    public let dependence: Double?
    public let drift: Drift?
    public let steps: [Step]

    public init(
      machine: String, plan: String, unit: String, at: [String], commits: [String?],
      values: [Double], lows: [Double?], highs: [Double?], course: Course, fewest: Int?,
      dependence: Double?, drift: Drift?, steps: [Step]
    ) {
      self.machine = machine
      self.plan = plan
      self.unit = unit
      self.at = at
      self.commits = commits
      self.values = values
      self.lows = lows
      self.highs = highs
      self.course = course
      self.fewest = fewest
      self.dependence = dependence
      self.drift = drift
      self.steps = steps
    }
  }

  public enum Course: String, Codable, Sendable { case tooShort, level, drift, steps }

  public struct Drift: Codable, Sendable {
    public let from, to: Double
    public let rise: Double?

    public init(from: Double, to: Double, rise: Double?) {
      self.from = from
      self.to = to
      self.rise = rise
    }
  }

  public struct Step: Codable, Sendable {
    public let index: Int
    public let at: String
    public let commit: String?
    public let before, after: Double
    /// Left out where the level before is unsuitable as a base.
    public let rise: Double?
    /// Where measurements are known to be independent.
    public let pValue: Double?

    public init(
      index: Int, at: String, commit: String?, before: Double, after: Double, rise: Double?,
      pValue: Double?
    ) {
      self.index = index
      self.at = at
      self.commit = commit
      self.before = before
      self.after = after
      self.rise = rise
      self.pValue = pValue
    }
  }

  public init(of figure: String, _ series: [Series], command: String) {
    title = "History of \(figure)"
    question = nil
    self.command = command
    self.figure = figure
    self.series = series
  }

  public var isPartial: Bool { false }

  public var misfit: String? {
    for (place, one) in series.enumerated() {
      let count = one.values.count
      let lists = [
        ("at", one.at.count), ("commits", one.commits.count), ("lows", one.lows.count),
        ("highs", one.highs.count),
      ]
      for (name, length) in lists where length != count {
        return "series[\(place)].\(name) has \(length) values, and series[\(place)].values has "
          + "\(count)"
      }
    }
    return nil
  }
}
