public import GrowthloopFindings
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
    case dots(DotChart)
    case heat(HeatChart)
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
    case .dots(let chart): chart.table
    case .heat(let chart): chart.table
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
    case .dots(let chart): chart.dots.isEmpty
    case .heat(let chart): chart.values.isEmpty
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

/// Measurements against their limits, each as a proportion of its own limit.
public struct BulletChart: Hashable, Sendable {
  public let gates: [JudgedGate]

  /// Creates the bullets of the gates with a measurement.
  public init(_ gates: [JudgedGate]) {
    self.gates = gates.filter { $0.measured.value?.isFinite == true }
  }

  var table: Table {
    Table(
      ["", .number("measured"), .number("95% interval"), .number("limit"), "verdict"],
      gates.map { gate in
        [
          gate.title, gate.measured.text, gate.measured.ends,
          "\(gate.limit.side.rawValue) \(gate.measured.style.text(gate.limit.value))",
          gate.verdict.mark,
        ]
      })
  }
}

/// Differences of a variant from its base, each with its interval: a dot and a line, against zero.
///
/// Differences in unlike units are drawn as proportions of the base, so that all share one axis.
public struct DifferenceChart: Hashable, Sendable {
  public let rows: [Row]
  /// The rows that are drawn.
  public let drawn: [Row]
  /// What the axis says.
  public let axis: String

  /// Creates a chart of all rows, or one that draws only some of its table's rows.
  public init(
    _ rows: [Row], drawing drawn: [Row]? = nil, along axis: String = "difference, of the base"
  ) {
    self.rows = rows
    self.drawn = drawn ?? rows
    self.axis = axis
  }

  public struct Row: Hashable, Sendable {
    public let name: String
    /// The name for readers; `nil` where the name is one.
    public let label: String?
    public let unit: String
    public let base: Double?
    public let variant: Double?
    public let difference: Measure

    public init(
      _ name: String, called label: String? = nil, unit: String, base: Double?, variant: Double?,
      difference: Measure
    ) {
      self.name = name
      self.label = label
      self.unit = unit
      self.base = base
      self.variant = variant
      self.difference = difference
    }

    /// The difference and its ends as proportions of the base; `nil` for a base of zero.
    var relative: (value: Double, low: Double?, high: Double?)? {
      guard let base, base != 0, let value = difference.value else { return nil }
      let whole = base.magnitude
      return (value / whole, difference.low.map { $0 / whole }, difference.high.map { $0 / whole })
    }

    /// Whether the interval excludes zero.
    var isSure: Bool { difference.isSure }

    func cells(markingSure: Bool, withLabels: Bool) -> [String] {
      let style = difference.style
      return (withLabels ? [label ?? name] : []) + [
        name, base.map(style.text) ?? "–", variant.map(style.text) ?? "–",
        difference.value.map(style.signed) ?? "–", difference.spread,
        relative.map { NumberStyle.share.signed($0.value) } ?? "–",
      ] + (markingSure ? [isSure ? "sure" : ""] : []) + [unit]
    }
  }

  var table: Table {
    let hasLabels = rows.contains { $0.label != nil }
    let isAnySure = rows.contains(where: \.isSure)
    return Table(
      (hasLabels ? ["metric", "id"] : ["metric"]) + [
        .number("base"), .number("variant"), .number("difference"), .number("± 95%"),
        .number("of the base"),
      ] + (isAnySure ? [""] : []) + ["unit"],
      rows.map { $0.cells(markingSure: isAnySure, withLabels: hasLabels) })
  }
}

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

/// Equally likely values as dots that can be counted, such as 7 of 20: a quantile dotplot.
public struct DotChart: Hashable, Sendable {
  public let axis: Axis
  /// The values, rising.
  public let dots: [Double]

  /// Creates the dots that stand for all `values`, at their quantiles; none for fewer than five.
  public init(_ axis: Axis, of values: [Double], dots count: Int = 20) {
    self.axis = axis
    let sorted = values.filter(\.isFinite).sorted()
    dots =
      sorted.count < 5
      ? [] : (0..<count).map { sorted.interpolatedQuantile((Double($0) + 0.5) / Double(count)) }
  }

  var table: Table {
    Table([.number(axis.title)], dots.map { [axis.style.signed($0)] })
  }

  func draw(on canvas: inout Canvas) {
    guard let first = dots.first, let last = dots.last else { return }
    let (form, ticks) = Frame.ticks(
      axis, from: min(first, 0), to: max(last, 0), most: canvas.isNarrow ? 4 : 8)
    let scale = Scale(
      form, from: ticks.first?.place ?? 0, to: ticks.last?.place ?? 1, start: 16,
      end: canvas.width - 16)
    let radius = 5.0
    // Dots that would overlap are piled up.
    var piles: [Int: Int] = [:]
    let places = dots.map { dot -> (x: Double, height: Int) in
      let pile = Int((scale.place(dot) / (2 * radius + 1)).rounded())
      piles[pile, default: 0] += 1
      return (Double(pile) * (2 * radius + 1), piles[pile] ?? 1)
    }
    let bottom = Double(piles.values.max() ?? 1) * 2 * radius + 8
    for (dot, place) in zip(dots, places) {
      canvas.dot(
        x: place.x, y: bottom - (Double(place.height) - 0.5) * 2 * radius, radius: radius - 0.5,
        class: dot > 0 ? "dot s1" : dot < 0 ? "dot s2" : "dot unsure")
    }
    let zero = scale.place(0)
    canvas.line(fromX: zero, y: 0, toX: zero, y: bottom + 4, class: "rule")
    canvas.line(fromX: 16, y: bottom, toX: canvas.width - 16, y: bottom, class: "rule")
    for tick in ticks {
      canvas.words(tick.words, x: scale.place(tick.place), y: bottom + 17, .middle)
    }
    canvas.words(axis.title, x: canvas.width / 2, y: bottom + 34, .middle, class: "t axis")
  }
}
