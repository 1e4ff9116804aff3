extension Double {
  /// Whether this differs from `truth` by no more than `tolerance`, as a share of the truth.
  func isClose(to truth: Double, within tolerance: Double = 1e-13) -> Bool {
    self == truth || (self - truth).magnitude <= tolerance * truth.magnitude
  }
}

extension Double? {
  func isClose(to truth: Double, within tolerance: Double = 1e-13) -> Bool {
    map { $0.isClose(to: truth, within: tolerance) } ?? false
  }
}
