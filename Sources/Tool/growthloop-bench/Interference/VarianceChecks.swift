internal import Statistics

extension ExposureCounts {
  /// The proportions of people whose contacts are all treated.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [1, 2, 5, 10].enumerated().flatMap { place, contacts in
      let counts = ExposureCounts(contacts: contacts)
      return scale.check(
        "all of \(contacts) contacts treated", counts.probability,
        counts.simulated(worlds: scale.worlds(200), stream: scale.stream(place)))
    }
  }
}

extension SendingHabits {
  /// What months before explain of the sends of a month.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [(0.264, 1), (0.264, 3), (0.264, 6), (1.5, 1), (1.5, 3)].enumerated()
      .flatMap { place, row in
        let habits = SendingHabits(mean: row.0)
        return scale.check(
          "m \(row.0): months before \(row.1), during 1",
          habits.explained(monthsBefore: Double(row.1), monthsDuring: 1),
          habits.simulatedExplained(
            monthsBefore: Double(row.1), monthsDuring: 1, worlds: scale.worlds(20),
            stream: scale.stream(place)))
      }
  }
}

extension AlikeInvites {
  /// The invites that count among all, at two correlations and two sizes of shares.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [(1, 0.05), (1, 0.2), (5, 0.05), (5, 0.2)].enumerated().flatMap { place, row in
      let invites = AlikeInvites(
        shares: SendingHabits(mean: 1.5), recipients: row.0, correlation: row.1)
      return scale.check(
        "M 1.5, r \(row.0), ρ \(row.1): 1 / DEFF", 1 / invites.designEffect.factor,
        invites.simulatedShareThatCounts(
          worlds: scale.worlds(40), stream: scale.stream(place)))
    }
  }
}

extension FadingEffect {
  /// The mean effect over one, two and four weeks.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    let effect = FadingEffect(first: 0.3, lasting: 0.1, days: 7)
    return [7.0, 14, 28].enumerated().flatMap { place, days in
      scale.check(
        "0.3 to 0.1 in 7 days: mean over \(Int(days)) days", effect.mean(over: days),
        effect.simulatedMean(
          over: days, worlds: scale.worlds(500), stream: scale.stream(place)))
    }
  }
}
