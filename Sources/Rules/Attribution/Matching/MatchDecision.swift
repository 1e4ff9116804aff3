public import Vocabulary

/// The click that a launch belongs to, or the reason for none.
public enum MatchDecision: Hashable, Sendable {
  /// The launch belongs to this click.
  case matched(Match)
  /// Several clicks compete, and the rule abstains.
  case ambiguous(candidates: Int)
  /// No click was found; the reason is that of the closest one.
  case noMatch(because: NoMatch)

  /// The matched click.
  public struct Match: Hashable, Sendable, BitwiseCopyable {
    /// The sequence number of the click.
    public let click: UInt64
    /// The code that was tapped, as an opaque integer.
    public let link: UInt64
    /// The kind of evidence that identified the click.
    public let basis: Basis
    /// From 0 to 1000.
    public let score: Int
    /// The number of other clicks that qualified and lead elsewhere.
    public let competing: Int

    package init(click: UInt64, link: UInt64, basis: Basis, score: Int, competing: Int) {
      self.click = click
      self.link = link
      self.basis = basis
      self.score = score
      self.competing = competing
    }

    /// Whether no other click competed.
    public var isUnique: Bool { competing == 0 }
  }

  /// The evidence for the match.
  public enum Basis: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A code that only this device can hold: safe enough to act upon.
    case token
    /// Signals, which others may share.
    case signals
  }
}

/// The reason why no click was found: the result of the closest one.
public enum NoMatch: UInt8, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// There is no click, or only expired ones: the two cases are equal.
  case noClick
  /// An earlier install was matched to it.
  case spent
  /// It is older than the window of the rule.
  case outsideWindow
  /// It is older than the newest clicks to which the rule limits its search.
  case notAmongNewest
  /// The rule reads no signals, and no token fits.
  case noToken
  /// The rule requires the address, and does not trust one that many devices share.
  case sharedAddress
  /// A signal that the rule requires differs, or is unknown on one side.
  case signalsDiffer
  /// All required signals agree, and the score is below the threshold.
  case scoreTooLow
  /// The match was lost at random, at the rate of the setting `deferred.matchRate`.
  case lost

  public static func < (left: NoMatch, right: NoMatch) -> Bool { left.rawValue < right.rawValue }
}

extension MatchDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .matched: "RES-07"
    case .ambiguous: "RES-25"
    case .noMatch(.outsideWindow): "RES-09"
    case .noMatch(.lost): "CNF-48"
    case .noMatch(.spent), .noMatch(.notAmongNewest), .noMatch(.noToken),
      .noMatch(.sharedAddress), .noMatch(.signalsDiffer), .noMatch(.scoreTooLow):
      "RES-25"
    case .noMatch(.noClick): "RES-08"
    }
  }

  /// The matched click; `nil` without a match.
  public var match: Match? {
    switch self {
    case .matched(let match): match
    case .ambiguous, .noMatch: nil
    }
  }
}

extension MatchingRules {
  static let decisions: [Rule] = [
    Rule("RES-07", "A match binds the code of the click to the new principal."),
    Rule("RES-08", "Without a matching click record there is no invite context."),
    Rule("RES-09", "A click counts through its window, seven days to the millisecond under rin."),
  ]
}

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

/// The matchers that the setting `deferred.matcher` can name.
///
/// LinkGravity and Detour are missing: the one publishes levels without weights, the other no limits.
public enum MatcherName: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Our own matcher, ``MatchRule/ownService``; the value of every profile.
  case ownService
  /// Our own matcher, without a match when clicks of two inviters qualify.
  case ownServiceAbstaining
  /// Branch: a token, or signals within 120 minutes.
  case branch
  /// Branch, acting on unique matches alone.
  case branchUnique
  /// Adjust: a token within 7 days, or signals within 6 hours.
  case adjust
  /// AppsFlyer: a token within 7 days, or signals within 24 hours.
  case appsFlyer
  /// Kochava: a token within 30 days, or the address or its range within 7 days.
  case kochava
  /// Singular: a token within 7 days, and no signals.
  case singular
  /// Solar Engine: a token within 7 days, or signals within 24 hours.
  case solarEngine
  /// Firebase Dynamic Links: a token, or signals within one hour.
  case firebase
  /// Grovs: signals of a single browser within five minutes.
  case grovs
  /// Dub: a token, or the address alone within one hour.
  case dub
  /// LinkForty: a score of signals within 168 hours, over the newest 1,000 clicks.
  case linkForty
  /// DeferLink: a token, or a decaying score without the address within 48 hours.
  case deferLink
  /// deferred-deeplink-system: the address, and a decaying score within 24 hours.
  case deferredDeeplinkSystem
}

extension MatcherName {
  /// The quality of evidence.
  public enum Grade: String, CaseIterable, Comparable, Sendable {
    /// From a primary document or the source itself.
    case a
    /// From a vendor's benchmark or a good secondary source.
    case b
    /// Derived, or read in part.
    case c
    /// Assumed, without a source.
    case d

    public static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
  }

  /// The rule of that name.
  public var rule: MatchRule {
    switch self {
    case .ownService: .ownService
    case .ownServiceAbstaining: .ownServiceAbstaining
    case .branch: .branch
    case .branchUnique: .branchUnique
    case .adjust: .adjust
    case .appsFlyer: .appsFlyer
    case .kochava: .kochava
    case .singular: .singular
    case .solarEngine: .solarEngine
    case .firebase: .firebase
    case .grovs: .grovs
    case .dub: .dub
    case .linkForty: .linkForty
    case .deferLink: .deferLink
    case .deferredDeeplinkSystem: .deferredDeeplinkSystem
    }
  }

  /// The evidence for the window and for the signals; a report prints it beside each number.
  public var evidence: (window: Grade, signals: Grade) {
    switch self {
    case .ownService, .ownServiceAbstaining: (.a, .d)
    case .branch, .branchUnique, .adjust, .appsFlyer, .solarEngine: (.a, .d)
    case .kochava: (.a, .c)
    case .singular: (.a, .a)
    case .firebase: (.d, .c)
    case .deferLink: (.a, .c)
    case .grovs, .dub, .linkForty, .deferredDeeplinkSystem: (.a, .a)
    }
  }

  /// The time at which the named service shut down; `nil` while it operates.
  public var closedAt: Instant? {
    switch self {
    case .firebase: CivilDate(year: 2025, month: 8, day: 25).start(in: .utc)
    case .ownService, .ownServiceAbstaining, .branch, .branchUnique, .adjust, .appsFlyer,
      .kochava, .singular, .solarEngine, .grovs, .dub, .linkForty, .deferLink,
      .deferredDeeplinkSystem:
      nil
    }
  }
}

extension MatchingRules {
  static let candidates: [Rule] = [
    Rule(
      "P-DDL-01", "Deferred links are matched by a service of one's own, Branch, or others by name."
    )
  ]
}
