public import GrowthloopFindings
import Statistics

/// Settings by their effect on a metric, the widest first.
public struct TornadoChart: Hashable, Sendable {
  /// The metric, with the notation of its values.
  public let axis: Axis
  public let bars: [TornadoBar]

  public init(_ axis: Axis, _ bars: [TornadoBar]) {
    self.axis = axis
    self.bars = bars
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
