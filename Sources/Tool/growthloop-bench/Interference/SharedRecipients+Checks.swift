extension SharedRecipients {
  /// Four densities at a lift of 30%: the truth, and what each design finds.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [0.0625, 0.25, 0.75, 2].enumerated().flatMap { place, density in
      let market = SharedRecipients(density: density, lift: 0.3)
      return market.truthAndInviters(scale, place)
        + market.communities(scale, leak: 0.05, place) + market.communities(scale, leak: 0.2, place)
    }
  }

  private func truthAndInviters(_ scale: CheckScale, _ place: Int) -> [ClosedFormCheck] {
    let early = SharedRecipients(density: density, lift: lift, treatedShare: 0.1)
    let worlds = scale.worlds(800)
    let truth = simulatedTruth(
      worlds: worlds, people: scale.people, stream: scale.stream(place * 8))
    let found = simulated(
      .inviter, worlds: worlds, people: scale.people, stream: scale.stream(place * 8 + 1))
    let first = early.simulated(
      .inviter, worlds: worlds, people: scale.people, stream: scale.stream(place * 8 + 2))
    return scale.check("a \(density): truth", self.truth, truth?.relative)
      + scale.check("a \(density): truth, absolute", trueDifference, truth?.difference)
      + scale.check("a \(density): by inviter", byInviter, found?.ofInviters)
      + scale.check("a \(density): by inviter, absolute", differenceByInviter, found?.perInviter)
      + scale.check(
        "a \(density): by inviter, absolute, p 0.1", early.differenceByInviter, first?.perInviter)
  }

  private func communities(
    _ scale: CheckScale, leak: Double, _ place: Int
  ) -> [ClosedFormCheck] {
    let found = simulated(
      .community(leak: leak), worlds: scale.worlds(900), people: scale.people,
      stream: scale.stream(place * 8 + (leak < 0.1 ? 3 : 4)))
    return scale.check(
      "a \(density): communities, leak \(leak), inviters", byCommunityOfInviters(leak: leak),
      found?.ofInviters)
      + scale.check(
        "a \(density): communities, leak \(leak), recipients",
        byCommunityOfRecipients(leak: leak), found?.ofRecipients)
  }
}
