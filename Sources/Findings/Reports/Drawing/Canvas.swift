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
