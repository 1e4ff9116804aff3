public import Statistics

/// A picture with the numbers that it is drawn from.
public struct Chart: Hashable, Sendable {
  public var title: String
  /// What to see in it.
  public var caption: String
  public var drawing: Drawing

  public init(_ title: String, caption: String, _ drawing: Drawing) {
    self.title = title
    self.caption = caption
    self.drawing = drawing
  }

  /// What kind of picture it is.
  public enum Drawing: Hashable, Sendable {
    case lines(LineChart)
    case bars(BarChart)
    case differences(DifferenceChart)
    case tornado(TornadoChart)
    case percentiles(PercentileChart)
    case bullets(BulletChart)
  }

  /// The numbers of the picture, every one of them.
  public var table: Table {
    switch drawing {
    case .lines(let chart): chart.table
    case .bars(let chart): chart.table
    case .differences(let chart): chart.table
    case .tornado(let chart): chart.table
    case .percentiles(let chart): chart.table
    case .bullets(let chart): chart.table
    }
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool {
    switch drawing {
    case .lines(let chart): chart.values.isEmpty
    case .bars(let chart): chart.values.isEmpty
    case .differences(let chart): chart.drawn.isEmpty
    case .tornado(let chart): chart.bars.isEmpty
    case .percentiles(let chart): chart.curves.allSatisfy(\.points.isEmpty)
    case .bullets(let chart): chart.rows.isEmpty
    }
  }
}

/// What an axis measures, in words and in what unit.
public struct Axis: Hashable, Sendable {
  public let title: String
  public let style: NumberStyle

  public init(_ title: String, _ style: NumberStyle) {
    self.title = title
    self.style = style
  }
}
