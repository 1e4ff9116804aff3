extension Canvas {
  /// Draws the legend of the colours, in rows from the top; returns the top of the remaining space.
  mutating func legend(
    _ names: [String], isLine: Bool, colour: (Int) -> String = Canvas.colour
  ) -> Double {
    guard names.count > 1 else { return 0 }
    var (x, y) = (0.0, 12.0)
    for (place, name) in names.enumerated() {
      let words = Lettering.cut(name, to: width - 30)
      let wide = 24 + Lettering.width(words) + 14
      if x > 0, x + wide > width { (x, y) = (0, y + 20) }
      if isLine {
        line(fromX: x, y: y - 4, toX: x + 18, y: y - 4, class: "line \(colour(place))")
      } else {
        box(x: x + 4, y: y - 10, width: 12, height: 12, class: "bar \(colour(place))")
      }
      self.words(words, x: x + 24, y: y)
      x += wide
    }
    return y + 12
  }

  /// Returns the class of the colour and dash of a series.
  static func colour(_ place: Int) -> String { "s\(place % 6 + 1)" }
}
