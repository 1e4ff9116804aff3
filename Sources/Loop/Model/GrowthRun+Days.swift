import Vocabulary

extension GrowthRun {
  /// Runs to the end of a day, counted from 1, at most the last; the counts are then those until it.
  ///
  /// `tallyAtJudgement` stays `nil` in a run that is taken forward so.
  public mutating func run(toEndOf day: Int) {
    let horizon = prepared.start + .days(Int64(min(day, days)))
    guard horizon > now else { return }
    _ = run(until: horizon) { _ in true }
    now = horizon
  }
}
