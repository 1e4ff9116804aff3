public import Statistics

/// Bars to the right, a group for each label; one behind the other where they are parts of a whole.
public struct BarChart: Hashable, Sendable {
  public let axis: Axis
  /// The kind of the labels, such as the channel.
  public let labels: String
  /// The names of the bars in a group.
  public var series: [String]
  public var groups: [Group]
  /// Whether the bars of a group are parts of a whole.
  public let isStacked: Bool
  /// The meanings of the series' colours; `nil` where colours only distinguish series.
  public let tones: [Tone]?
  /// Whether the axis is logarithmic.
  public let isLogarithmic: Bool

  /// The meaning of a series' colour.
  public enum Tone: String, Hashable, Sendable {
    case good = "kept"
    case bad = "missed"
    case open = "undecided"
    case neutral = "unsure"
  }

  public init(
    _ axis: Axis, labels: String, series: [String], _ groups: [Group], isStacked: Bool = false,
    tones: [Tone]? = nil, isLogarithmic: Bool = false
  ) {
    self.axis = axis
    self.labels = labels
    self.series = series
    self.groups = groups
    self.isStacked = isStacked
    self.tones = tones
    self.isLogarithmic = isLogarithmic
    precondition(groups.allSatisfy { $0.bars.count == series.count }, "a bar for each series")
  }

  public struct Group: Hashable, Sendable {
    public let label: String
    /// In the order of the series.
    public var bars: [Measure]

    public init(_ label: String, _ bars: [Measure]) {
      self.label = label
      self.bars = bars
    }
  }

  /// Returns the class of a series' colour.
  func colour(of series: Int) -> String { tones?[series].rawValue ?? "s\(series % 6 + 1)" }

  var values: [Double] { groups.flatMap { $0.bars.compactMap(\.value) } }

  var table: Table {
    Table(
      [Table.Column(labels)] + series.map { .number($0) },
      groups.map { [$0.label] + $0.bars.map(\.textWithInterval) })
  }
}
