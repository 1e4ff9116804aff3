/// Bars to the right, a group for each label; one behind the other where they are parts of a whole.
public struct BarChart: Hashable, Sendable {
  public let axis: Axis
  /// What the labels are, such as the channel.
  public let labels: String
  /// What the bars of a group are.
  public var series: [String]
  public var groups: [Group]
  /// Whether the bars of a group are parts of a whole.
  public let isStacked: Bool

  public init(
    _ axis: Axis, labels: String, series: [String], _ groups: [Group], isStacked: Bool = false
  ) {
    self.axis = axis
    self.labels = labels
    self.series = series
    self.groups = groups
    self.isStacked = isStacked
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

  var values: [Double] { groups.flatMap { $0.bars.compactMap(\.value) } }

  var table: Table {
    Table(
      [Table.Column(labels)] + series.map { .number($0) },
      groups.map { [$0.label] + $0.bars.map(\.textWithInterval) })
  }
}
