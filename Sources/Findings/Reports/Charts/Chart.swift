public import Statistics

/// A picture with the numbers that it is drawn from.
public struct Chart: Hashable, Sendable {
  public var title: String
  /// The message of the picture.
  public var caption: String
  public var drawing: Drawing
  /// The numbers in place of those that the picture has by itself.
  private let numbers: Numbers?

  /// A table of words, or of measures that two runs can be compared by.
  public enum Numbers: Hashable, Sendable {
    case table(Table)
    case grid(Grid)
  }

  public init(_ title: String, caption: String, _ drawing: Drawing, numbers: Numbers? = nil) {
    self.title = title
    self.caption = caption
    self.drawing = drawing
    self.numbers = numbers
  }

  /// The kind of picture.
  public enum Drawing: Hashable, Sendable {
    case lines(LineChart)
    case bars(BarChart)
    case differences(DifferenceChart)
    case tornado(TornadoChart)
    case percentiles(PercentileChart)
    case bullets(BulletChart)
  }

  /// All numbers of the picture.
  public var table: Table {
    switch numbers {
    case .table(let table): return table
    case .grid(let grid): return grid.table
    case nil: break
    }
    return switch drawing {
    case .lines(let chart): chart.table
    case .bars(let chart): chart.table
    case .differences(let chart): chart.table
    case .tornado(let chart): chart.table
    case .percentiles(let chart): chart.table
    case .bullets(let chart): chart.table
    }
  }

  /// The measures of the numbers.
  var figures: [Figure] { if case .grid(let grid) = numbers { grid.figures } else { [] } }

  /// Whether the picture is empty.
  public var isEmpty: Bool {
    switch drawing {
    case .lines(let chart): chart.values.isEmpty
    case .bars(let chart): chart.values.isEmpty
    case .differences(let chart): chart.drawn.allSatisfy { $0.relative == nil }
    case .tornado(let chart): chart.bars.isEmpty
    case .percentiles(let chart): chart.curves.allSatisfy(\.points.isEmpty)
    case .bullets(let chart): chart.gates.isEmpty
    }
  }
}

/// The quantity of an axis, in words and with its unit.
public struct Axis: Hashable, Sendable {
  public let title: String
  public let style: NumberStyle

  public init(_ title: String, _ style: NumberStyle) {
    self.title = title
    self.style = style
  }
}
