extension Double {
  /// How far this is from `truth`, as a share of it.
  func relativeError(from truth: Double) -> Double {
    self == truth ? 0 : ((self - truth) / truth).magnitude
  }
}
