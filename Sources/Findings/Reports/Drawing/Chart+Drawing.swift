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
    }
  }
}
