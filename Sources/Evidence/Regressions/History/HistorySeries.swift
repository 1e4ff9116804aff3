internal import RealFunctions
public import Statistics

/// One figure of one plan on one machine, over time, with its steps.
public struct HistorySeries: Sendable, Hashable {
  /// Where the level changed.
  public struct Step: Sendable, Hashable {
    /// The first place of the new level.
    public let index: Int
    /// The medians before and after.
    public let before, after: Double
    public let pValue: Double

    /// By which share of the level before it rose.
    public var rise: Double { after / before - 1 }
  }

  public let machine: String
  public let plan: String
  public let figure: String
  public let unit: String
  /// The measurements in the order of their moments; of equals, of the file.
  public let entries: [HistoryEntry]
  public let values: [Double]
  public let steps: [Step]

  /// The most measurements that are looked at, the last ones.
  public static let longest = 500

  private init(of figure: String, _ entries: [HistoryEntry], _ method: ChangePoints) {
    let last = Array(entries.suffix(Self.longest))
    self.entries = last
    self.figure = figure
    machine = last.first?.machine ?? ""
    plan = last.first?.plan ?? ""
    unit = last.first?.figures[figure]?.unit ?? ""
    let values = last.compactMap { $0.figures[figure]?.value }
    self.values = values
    // Times change by shares of themselves.
    let isPositive = values.allSatisfy { $0 > 0 }
    let points = method.points(in: isPositive ? values.map { Double.log($0) } : values)
    let ends = [0] + points.map(\.index) + [values.count]
    steps = points.enumerated().map { place, point in
      Step(
        index: point.index,
        before: FigureRounds.median(of: values[ends[place]..<point.index]) ?? .nan,
        after: FigureRounds.median(of: values[point.index..<ends[place + 2]]) ?? .nan,
        pValue: point.pValue)
    }
  }

  /// Every series of that figure; measurements of different machines are never one.
  public static func all(
    of figure: String, in entries: [HistoryEntry], method: ChangePoints = ChangePoints()
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
