public import Vocabulary

extension MatchRule {
  /// Returns the click that led to a launch, whatever the order of `clicks`.
  ///
  /// Clicks of one instant are ordered by sequence number. A click after the launch, or past its
  /// retention (`retention`), is ignored. Allocates nothing.
  public func match(
    _ device: DeviceSignals, launchedAt launch: Instant, among clicks: Span<ClickFootprint>,
    keptFor retention: Interval
  ) -> MatchDecision {
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, clicks: clicks)
    return search.decision(among: clicks)
  }

  /// Marks the click of a match as spent, if the rule spends clicks.
  public func spend(_ decision: MatchDecision, in clicks: inout MutableSpan<ClickFootprint>) {
    for index in clicks.indices { spend(decision, on: &clicks[index]) }
  }

  /// Marks `click` as spent, if the match is with it and the rule spends clicks.
  public func spend(_ decision: MatchDecision, on click: inout ClickFootprint) {
    guard spendsClicks, let match = decision.match, match.click == click.sequence else { return }
    click.isSpent = true
  }
}

extension ClickSearch {
  func decision(among clicks: Span<ClickFootprint>) -> MatchDecision {
    if let place = newestWithToken(in: clicks) {
      return .matched(
        MatchDecision.Match(
          click: clicks[place].sequence, link: clicks[place].link, basis: .token, score: 1_000,
          competing: 0))
    }
    var asked = rule.required
    var survey = self.survey(clicks, asking: asked)
    let rivalsAtFirst = survey.rivals
    if rivalsAtFirst > 0, !rule.requiredOfRivals.isEmpty {
      asked.formUnion(rule.requiredOfRivals)
      survey = self.survey(clicks, asking: asked)
    }
    guard let place = survey.chosen else {
      return rivalsAtFirst > 0
        ? .ambiguous(candidates: rivalsAtFirst + 1) : .noMatch(because: survey.closest)
    }
    if rule.choice == .onlyOne, survey.rivals > 0 {
      return .ambiguous(candidates: survey.rivals + 1)
    }
    return .matched(
      MatchDecision.Match(
        click: clicks[place].sequence, link: clicks[place].link, basis: .signals,
        score: survey.score, competing: survey.rivals))
  }

  /// The result of one pass over all clicks.
  struct Survey {
    /// The place of the chosen click.
    var chosen: Int?
    var score = 0
    /// The other clicks that qualify and compete with it.
    var rivals = 0
    /// The reason why no click qualifies: the result of the closest one.
    var closest = NoMatch.noClick
  }

  func newestWithToken(in clicks: Span<ClickFootprint>) -> Int? {
    guard device.token != 0, rule.token != .ignored else { return nil }
    var newest: Int?
    for place in clicks.indices where holdsToken(clicks[place]) {
      if let found = newest, clicks[place].order < clicks[found].order { continue }
      newest = place
    }
    return newest
  }

  func survey(
    _ clicks: Span<ClickFootprint>, asking required: Signal.Set
  ) -> Survey {
    var survey = Survey()
    var qualifying = 0
    for place in clicks.indices {
      switch judge(clicks[place], asking: required) {
      case .fails(let reason):
        survey.closest = max(survey.closest, reason)
      case .qualifies(let score):
        qualifying += 1
        if let chosen = survey.chosen,
          !prefers(clicks[place], scoring: score, to: clicks[chosen], scoring: survey.score)
        {
          continue
        }
        survey.chosen = place
        survey.score = score
      }
    }
    guard let chosen = survey.chosen, qualifying > 1 else { return survey }
    for place in clicks.indices where place != chosen && rival(clicks[place], clicks[chosen]) {
      if case .qualifies = judge(clicks[place], asking: required) { survey.rivals += 1 }
    }
    return survey
  }

  private func prefers(
    _ one: ClickFootprint, scoring score: Int,
    to other: ClickFootprint, scoring otherScore: Int
  ) -> Bool {
    switch rule.choice {
    case .newest, .onlyOne:
      break
    case .bestScore:
      if score != otherScore { return score > otherScore }
    case .firstFound:
      // Scattered like the keys of a hash table: the order favours no time and no inviter.
      let (scattered, otherScattered) = (one.link.mixed, other.link.mixed)
      if scattered != otherScattered { return scattered < otherScattered }
    }
    return one.order > other.order
  }

  private func rival(
    _ one: ClickFootprint, _ other: ClickFootprint
  ) -> Bool {
    switch rule.rivalry {
    case .click: true
    case .visitor: one.visitor == 0 || one.visitor != other.visitor
    case .link: one.link != other.link
    }
  }
}

extension MatchingRules {
  static let matching: [Rule] = [
    Rule(
      "RES-06", "The server matches what a first launch reports of its device against the clicks."),
    Rule("RES-25", "Which signals match, and how, is a replaceable rule: a value behind a name."),
    Rule("EDG-05", "Of several referrers who reach one recipient the last click is found."),
  ]
}
