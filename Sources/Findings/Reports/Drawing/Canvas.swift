import GrowthloopFindings
import Statistics

/// A picture under construction, in units that are pixels at its own size.
struct Canvas {
  let width: Double
  private(set) var height = 0.0
  private var shapes = Markup()
  /// The texts, in front of all shapes.
  private var letters = Markup()

  init(width: Double) { self.width = width }

  /// Whether the picture is for a phone.
  var isNarrow: Bool { width < 500 }

  /// Extends the picture downwards.
  mutating func extend(to bottom: Double) { height = max(height, bottom) }

  /// The alignment of words at their place.
  enum Anchor: String { case start, middle, end }

  mutating func words(
    _ words: String, x: Double, y: Double, _ anchor: Anchor = .start, class name: String = "t"
  ) {
    letters.element(
      "text",
      ["x": Self.text(x), "y": Self.text(y), "text-anchor": anchor.rawValue, "class": name],
      words: words)
    extend(to: y + 4)
  }

  /// Draws lines of words below each other, the first at `y`.
  mutating func words(
    _ lines: [String], x: Double, y: Double, _ anchor: Anchor = .start, class name: String = "t"
  ) {
    for (place, line) in lines.enumerated() {
      words(line, x: x, y: y + Double(place) * Lettering.leading, anchor, class: name)
    }
  }

  mutating func line(
    fromX x1: Double, y y1: Double, toX x2: Double, y y2: Double, class name: String
  ) {
    shapes.element(
      "line",
      [
        "x1": Self.text(x1), "y1": Self.text(y1), "x2": Self.text(x2), "y2": Self.text(y2),
        "class": name,
      ])
  }

  mutating func box(
    x: Double, y: Double, width: Double, height: Double, class name: String, title: String = ""
  ) {
    let attributes: Markup.Attributes = [
      "x": Self.text(x), "y": Self.text(y), "width": Self.text(max(0, width)),
      "height": Self.text(height), "class": name,
    ]
    guard !title.isEmpty else { return shapes.element("rect", attributes) }
    shapes.element("rect", attributes) { $0.element("title", words: title) }
  }

  mutating func dot(x: Double, y: Double, radius: Double = 3, class name: String) {
    shapes.element(
      "circle",
      ["cx": Self.text(x), "cy": Self.text(y), "r": Self.text(radius), "class": name])
  }

  typealias Point = (x: Double, y: Double)

  mutating func path(_ points: [Point], class name: String) {
    shapes.element("polyline", ["points": Self.text(points), "class": name])
  }

  mutating func area(_ points: [Point], class name: String) {
    shapes.element("polygon", ["points": Self.text(points), "class": name])
  }

  /// Returns the picture, with its title and description for readers who do not see it.
  func svg(id: String, title: String, description: String) -> String {
    var svg = Markup()
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img",
        "viewBox": "0 0 \(Self.text(width)) \(Self.text(height))", "width": Self.text(width),
        "height": Self.text(height), "aria-labelledby": "\(id)-t \(id)-d",
      ]
    ) { svg in
      svg.element("title", ["id": "\(id)-t"], words: title)
      svg.element("desc", ["id": "\(id)-d"], words: description)
      svg.verbatim(shapes.text + letters.text)
    }
    return svg.text
  }

  /// Returns a length with one decimal at most.
  static func text(_ length: Double) -> String {
    let text = NumberText.decimal(length, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func text(_ points: [Point]) -> String {
    points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
  }
}

extension Canvas {
  /// Draws the legend of the colours, in rows from the top; returns the top of the remaining space.
  mutating func legend(
    _ names: [String], isLine: Bool, colour: (Int) -> String = Canvas.colour
  ) -> Double {
    guard names.count > 1 else { return 0 }
    var (x, y) = (0.0, 12.0)
    for (place, name) in names.enumerated() {
      let lines = Lettering.lines(name, to: width - 30)
      let wide = 24 + (lines.map(Lettering.width).max() ?? 0) + 14
      if x > 0, x + wide > width { (x, y) = (0, y + 20) }
      if isLine {
        line(fromX: x, y: y - 4, toX: x + 18, y: y - 4, class: "line \(colour(place))")
      } else {
        box(x: x + 4, y: y - 10, width: 12, height: 12, class: "bar \(colour(place))")
      }
      words(lines, x: x + 24, y: y)
      x += wide
      y += Double(lines.count - 1) * Lettering.leading
    }
    return y + 12
  }

  /// Returns the class of the colour and dash of a series.
  static func colour(_ place: Int) -> String { "s\(place % 6 + 1)" }
}

extension Chart {
  /// Returns the picture at a width, as SVG: the same numbers give the same bytes.
  ///
  /// The `id` makes its names unique on a page.
  func svg(width: Double, id: String) -> String {
    var canvas = Canvas(width: width)
    drawing.draw(on: &canvas)
    return canvas.svg(id: id, title: title, description: caption)
  }
}

extension Chart.Drawing {
  fileprivate func draw(on canvas: inout Canvas) {
    switch self {
    case .lines(let chart): chart.draw(on: &canvas)
    case .bars(let chart): chart.draw(on: &canvas)
    case .differences(let chart): chart.draw(on: &canvas)
    case .tornado(let chart): chart.draw(on: &canvas)
    case .percentiles(let chart): chart.draw(on: &canvas)
    case .bullets(let chart): chart.draw(on: &canvas)
    case .dots(let chart): chart.draw(on: &canvas)
    case .heat(let chart): chart.draw(on: &canvas)
    }
  }
}

/// A writer of HTML and SVG elements: well-formed XML, and every text escaped.
struct Markup {
  private(set) var text = ""

  typealias Attributes = KeyValuePairs<String, String>

  /// Adds an element around the additions of `content`.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ content: (inout Markup) -> Void
  ) {
    text += "<\(name)\(Self.written(attributes))>"
    content(&self)
    text += "</\(name)>"
  }

  /// Adds an element around words.
  mutating func element(_ name: String, _ attributes: Attributes = [:], words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Adds an empty element.
  mutating func element(_ name: String, _ attributes: Attributes) {
    text += "<\(name)\(Self.written(attributes))/>"
  }

  mutating func words(_ words: String) { text += words.escapedForMarkup }

  /// Adds words whose keys may be broken between their parts.
  mutating func keys(_ words: String) {
    text += words.keyParts.map(\.escapedForMarkup).joined(separator: "<wbr/>")
  }

  mutating func line() { text += "\n" }

  /// Adds markup of our own unchanged.
  mutating func verbatim(_ markup: String) { text += markup }

  private static func written(_ attributes: Attributes) -> String {
    attributes.map { " \($0.key)=\"\($0.value.escapedForMarkup)\"" }.joined()
  }
}

extension PercentileChart {
  func draw(on canvas: inout Canvas) {
    let top = canvas.legend(curves.map(\.name), isLine: true)
    let values = curves.flatMap { $0.points.map(\.value) } + levels.map(\.place)
    guard let most = values.max(), let least = values.filter({ $0 > 0 }).min() else { return }
    // The largest of n values stands where one in n remains.
    let highest = curves.map { 100 - 100 / Double(max(2, $0.count)) }.max() ?? 99
    let below = Ticks.nines(to: highest).map {
      Frame.Tick(place: $0, words: $0 == 0 ? "min" : Self.name($0))
    }
    let beside =
      most > 30 * least
      ? Frame.powers(axis, from: least, to: most) : Frame.ticks(axis, from: 0, to: most, most: 6)
    let frame = Frame.draw(
      on: &canvas, top: top, x: ("percentile of all values", (.nines, below)),
      y: (axis.title, beside))
    for (place, curve) in curves.enumerated() {
      let end = 100 - 100 / Double(max(2, curve.count))
      let line = curve.points.filter { $0.percentile <= end || $0.percentile == 100 }.map {
        (x: frame.x.place(min($0.percentile, end)), y: frame.y.place($0.value))
      }
      canvas.path(line, class: "line \(Canvas.colour(place))")
      if let last = line.last {
        canvas.dot(x: last.x, y: last.y, class: "dot \(Canvas.colour(place))")
      }
    }
    frame.draw(levels: levels, on: &canvas)
  }
}
