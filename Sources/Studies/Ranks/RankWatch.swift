/// Measures how long ranks are silent.
struct RankWatch {
  /// The silence after which a rank is given up for lost.
  static let limit = Duration.seconds(5)
  /// The time between two signs of life.
  static let beat = Duration.milliseconds(500)
  /// A pause of this process itself, which was stopped or starved, is no silence of others.
  private static let most = Duration.milliseconds(100)

  private let limit: Duration
  private var silences: [Int: Duration] = [:]

  init(limit: Duration = Self.limit) {
    self.limit = limit
  }

  /// Notes that a rank spoke.
  mutating func hear(_ rank: Int) { silences[rank] = .zero }

  /// Watches a rank no longer.
  mutating func forget(_ rank: Int) { silences[rank] = nil }

  /// Lets time pass; returns the ranks whose silence is now too long, and forgets them.
  mutating func pass(_ time: Duration) -> [Int] {
    for rank in silences.keys { silences[rank]? += min(time, Self.most) }
    let lost = silences.filter { $0.value >= limit }.keys.sorted()
    for rank in lost { silences[rank] = nil }
    return lost
  }
}
