/// A shift of the level from one place on, to the end or up to another place.
struct LevelShift: Hashable {
  /// The first place of the new level.
  let start: Int
  /// The first place that has the old level again; `nil` where none has.
  let end: Int?

  /// The places of the level's changes.
  var places: [Int] { [start] + (end.map { [$0] } ?? []) }

  /// Returns one where the level is shifted, zero elsewhere.
  func regressor(_ count: Int) -> [Double] {
    (0..<count).map { $0 >= start && $0 < end ?? count ? 1 : 0 }
  }
}
