extension Field {
  /// Returns the field `seed` of a plan.
  static func seed(
    _ path: any WritableKeyPath<Root, UInt64> & Sendable, _ meaning: String
  ) -> Field {
    .value(
      "seed", path,
      ValueFormat<Int>.integer(0...).map({ UInt64($0) }, back: { Int(clamping: $0) }), meaning)
  }
}
