extension RandomScenario {
  /// Leaves out changes as long as the scenario still `fails`, and returns one of which no more can be
  /// left out.
  ///
  /// What keeps it small stays: the number of people and of days.
  public func smallest(_ fails: (RandomScenario) async -> Bool) async -> RandomScenario {
    let size = changes.filter { Self.sizes.contains($0.key) }
    var kept = changes.filter { !Self.sizes.contains($0.key) }
    var smallest = self
    // Large parts first: most changes have nothing to do with it.
    var part = max(1, kept.count / 2)
    while true {
      var isSmaller = false
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + part, fewer.count))
        if let candidate = RandomScenario(size + fewer, seed: seed), await fails(candidate) {
          (smallest, kept, isSmaller) = (candidate, fewer, true)
        } else {
          start += part
        }
      }
      if part == 1, !isSmaller { return smallest }
      if !isSmaller { part /= 2 }
    }
  }

  private static let sizes: Set<Substring> = ["market.people", "days"]
}
