import Statistics

/// Settings by how far they move a metric, the widest first.
public struct TornadoChart: Hashable, Sendable {
  /// What is moved, and how it is printed.
  public let axis: Axis
  public let bars: [Bar]

  public init(_ axis: Axis, _ bars: [Bar]) {
    self.axis = axis
    self.bars = bars
  }

  /// A setting with the values that move the metric down and up the most.
  public struct Bar: Hashable, Sendable {
    public let setting: String
    public let lowestValue: String
    public let lowest: Double
    public let highestValue: String
    public let highest: Double

    public init(
      _ setting: String, lowestValue: String, lowest: Double, highestValue: String, highest: Double
    ) {
      self.setting = setting
      self.lowestValue = lowestValue
      self.lowest = lowest
      self.highestValue = highestValue
      self.highest = highest
    }
  }

  var table: Table {
    Table(
      [
        "setting", "lowest at", .number("moves by"), "highest at", .number("moves by"),
        .number("width"),
      ],
      bars.map {
        [
          $0.setting, $0.lowestValue, axis.style.signed($0.lowest), $0.highestValue,
          axis.style.signed($0.highest), axis.style.text($0.highest - $0.lowest),
        ]
      })
  }
}
