import Vocabulary

extension MatchRule {
  /// Returns the clicks among which credit is decided, once `decision` has found one on
  /// `shortlist`.
  ///
  /// A rule that takes the newest click only identifies the device: every click that may come from
  /// that device competes, and the attribution policy decides between first and last. A rule with
  /// another choice leaves only the chosen click.
  func contenders(
    _ decision: MatchDecision, for device: DeviceSignals, launchedAt launch: Instant,
    among shortlist: Span<ClickFootprint>, of clicks: Slabs<ClickFootprint>,
    keptFor retention: Interval
  ) -> [ClickFootprint] {
    guard let match = decision.match else { return [] }
    var cutoff: ClickOrder?
    if let most = newestOnly {
      cutoff = NewestClicks.oldest(of: most, inOrder: clicks, until: launch)
    }
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, cutoff: cutoff)
    let asked = search.requirement(among: shortlist)
    var found: [ClickFootprint] = []
    for place in shortlist.indices {
      let click = shortlist[place]
      let mayBeTheDevices =
        switch (choice, match.basis) {
        case (.newest, .token): search.holdsToken(click)
        case (.newest, .signals): search.qualifies(click, asking: asked)
        case (.bestScore, _), (.firstFound, _), (.onlyOne, _): click.sequence == match.click
        }
      if mayBeTheDevices { found.append(click) }
    }
    return found
  }
}

extension ClickSearch {
  /// The signals that must agree: of rivals more, also where only one of them is left by these.
  func requirement(among clicks: Span<ClickFootprint>) -> Signal.Set {
    if rule.requiredOfRivals.isEmpty { return rule.required }
    return survey(clicks, asking: rule.required).rivals > 0
      ? rule.required.union(rule.requiredOfRivals) : rule.required
  }

  func qualifies(_ click: ClickFootprint, asking required: Signal.Set) -> Bool {
    if case .qualifies = judge(click, asking: required) { true } else { false }
  }
}

extension MatchingRules {
  static let contest: [Rule] = [
    Rule(
      "ATT-18", "Several referrers' links that reached one recipient all compete for the credit.")
  ]
}
