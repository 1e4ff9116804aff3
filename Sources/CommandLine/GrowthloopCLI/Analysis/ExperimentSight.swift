import Statistics

/// What is seen of an experiment at the end of some days.
struct ExperimentSight {
  struct Seen {
    let day: Int
    /// The assigned units, or clusters of them, of both arms.
    let units: Int
    let samples: TwoSample
    var z: Double { samples.normalScore }
  }

  private let data: ExperimentData
  private let control, treatment: Int
  /// The rows in the order of their days, of which the first is `start`.
  private let rows: [ExperimentData.Row]
  private let start: Int

  init(_ data: ExperimentData, control: Int, treatment: Int, from start: Int) {
    self.data = data
    self.control = control
    self.treatment = treatment
    self.start = start
    rows = data.rows.sorted { $0.day < $1.day }
  }

  /// Returns what is seen on these days, rising; a day without new units takes the place of the one
  /// before, and one that cannot compare the arms is left out.
  func seen(on days: [Int]) -> [Seen] {
    let all = data.clusters.isEmpty ? data.units : data.clusters
    var sums = all.map { ExperimentData.Sums(arm: $0.arm) }
    var isSeen = [Bool](repeating: false, count: all.count)
    var next = 0
    var result: [Seen] = []
    for day in days {
      while next < rows.count, rows[next].day - start < day {
        let place = data.clusters.isEmpty ? rows[next].unit : rows[next].cluster
        sums[place].add(rows[next])
        isSeen[place] = true
        next += 1
      }
      guard let seen = compare(zip(sums, isSeen).filter(\.1).map(\.0), day) else { continue }
      if result.last?.units == seen.units { result.removeLast() }
      result.append(seen)
    }
    return result
  }

  /// Compares the arms by the estimator that the answer rests on.
  private func compare(_ sums: [ExperimentData.Sums], _ day: Int) -> Seen? {
    let ours = ExperimentAnalysis.sample(sums, control)
    let theirs = ExperimentAnalysis.sample(sums, treatment)
    let adjusted = data.hasBefore ? RatioSample.adjusted(control: ours, treatment: theirs) : nil
    guard let own = adjusted?.control ?? ours.summary,
      let other = adjusted?.treatment ?? theirs.summary,
      let samples = TwoSample(control: own, treatment: other)
    else { return nil }
    return Seen(day: day, units: ours.count + theirs.count, samples: samples)
  }
}
