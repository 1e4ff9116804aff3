extension InheritedArms {
  /// Differences of descendants at five inheritances, and how much of the truth is left.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    // Smaller trees differ by less, and take more worlds.
    let pairs = [(0.2, 0.26, 24_000), (0.4, 0.52, 7_000), (0.6, 0.78, 2_000)]
    let worlds = scale.worlds(1_000)
    let differences = [0, 0.5, 0.8, 0.95, 1].enumerated().flatMap { place, inheritance in
      let trees = InheritedArms(control: 0.4, treatment: 0.52, inheritance: inheritance)
      let found = trees.simulated(worlds: worlds, stream: scale.stream(place))
      return scale.check(
        "K 0.4, 0.52: q \(inheritance)", trees.difference, found?.difference)
        + scale.check(
          "K 0.4, 0.52: q \(inheritance), direct invitees", 0.12, found?.directDifference)
    }
    let shares = pairs.enumerated().flatMap { place, pair in
      let trees = InheritedArms(control: pair.0, treatment: pair.1, inheritance: 0)
      return scale.check(
        "K \(pair.0), \(pair.1): q 0, share of the truth", trees.difference / trees.truth,
        trees.simulatedShareOfTruth(
          worlds: scale.worlds(pair.2), stream: scale.stream(10 + place)))
    }
    return differences + shares
  }

  /// The splits that inherited arms make, and the alarms that they make in A/A tests.
  static func splitChecks(_ scale: CheckScale) -> [ClosedFormCheck] {
    let worlds = scale.worlds(100)
    let splits = [(0.4, 0.52, 1.0), (0.6, 0.78, 1), (0.4, 0.52, 0.8)].enumerated()
      .flatMap { place, row in
        let trees = InheritedArms(control: row.0, treatment: row.1, inheritance: row.2)
        return scale.check(
          "K \(row.0), \(row.1): q \(row.2), treated share of members",
          trees.treatedShareOfMembers,
          trees.simulated(worlds: worlds, stream: scale.stream(place))?.treatedShareOfMembers)
      }
    let alarms = [0.4, 0.5].enumerated().flatMap { place, invitees in
      let found = simulatedFalseAlarmRate(
        invitees: invitees, tests: scale.worlds(150_000), stream: scale.stream(10 + place))
      return scale.check(
        "K \(invitees): A/A alarms at .001", falseAlarmRate(invitees: invitees), found?.ofMembers)
        + scale.check("K \(invitees): A/A alarms, founders alone", 0.001, found?.ofFounders)
    }
    return splits + alarms
  }
}
