import GrowthloopModel
import Prompts
import Vocabulary

/// A person's events on which prompts depend, counted independently.
struct PromptPast {
  private(set) var sessions = 0
  private(set) var contacts = 0
  private(set) var shown: [Instant] = []
  private(set) var shownThisSession = 0
  private(set) var resolved = 0
  private(set) var spent: PromptTrigger.Set = []
  private(set) var lastShare: Instant?
  private(set) var dismissals: [(trigger: PromptTrigger, at: Instant)] = []
  private(set) var isInCoreFlow = false
  /// The sections above the place of a card.
  private(set) var above: SectionsAbove = []
  /// The trigger of the card on screen.
  private(set) var card: PromptTrigger?

  mutating func begin(at moment: Instant, under reference: PromptPolicy) {
    sessions += 1
    shownThisSession = 0
    guard card != nil, !reference.persistingCardCountsOnce else { return }
    shownThisSession = 1
    shown.append(moment)
  }

  mutating func observe(_ event: PromptEvent, at moment: Instant, under reference: PromptPolicy) {
    switch event {
    case .contactsCounted(let count): contacts = count
    case .shared: share(at: moment)
    case .copied where reference.copyCountsAsShare == true: share(at: moment)
    case .coreFlowBegan: isInCoreFlow = true
    case .coreFlowEnded: isInCoreFlow = false
    case .sectionsAbove(let sections): above = sections
    case .copied, .sessionBegan, .dismissed, .tapped: break
    }
  }

  private mutating func share(at moment: Instant) {
    // Shares are stored with a precision of one second.
    lastShare = Instant(milliseconds: moment.milliseconds / 1_000 * 1_000)
  }

  mutating func meet(
    _ trigger: PromptTrigger, isShown: Bool, at moment: Instant, under reference: PromptPolicy
  ) {
    if isShown {
      shown.append(moment)
      shownThisSession += 1
      card = trigger
    }
    if isShown || reference.triggerWhileSuppressed == .lost { spent.insert(trigger) }
  }

  mutating func answer(_ isDismissal: Bool, at moment: Instant) {
    guard let trigger = card else { return }
    card = nil
    resolved += 1
    if isDismissal { dismissals.append((trigger, moment)) }
  }
}

extension PromptPast {
  /// Returns the reasons against a prompt at `now`, counted under the reference policy.
  func objections(
    to trigger: PromptTrigger, at now: Instant, under reference: PromptPolicy
  ) -> PromptSuppression.Set {
    func isWithin(_ length: Interval?, of past: Instant?) -> Bool {
      guard let length, let past else { return false }
      return now - past < length
    }
    let counted = reference.countBasis == .shown ? shown.count : resolved
    let dismissals =
      dismissals.filter { reference.dismissScope == .global || $0.trigger == trigger }.map(\.at)
    let held: [(PromptSuppression, Bool)] = [
      (.notATrigger, !reference.triggers.contains(trigger)),
      (.triggerSpent, reference.triggerRepeats == .once && spent.contains(trigger)),
      (.lifetimeCap, reference.lifetimeMax.map { counted >= $0 } ?? false),
      (.minInterval, isWithin(reference.minimumInterval, of: shown.last)),
      (.weeklyCap, reference.maxPerWeek.map { shownInAWeek(before: now) >= $0 } ?? false),
      (.sessionCap, reference.maxPerSession.map { shownThisSession >= $0 } ?? false),
      (.tooEarlySession, sessions < reference.minSession),
      (.dismissCooldown, isWithin(reference.dismissCooldown, of: dismissals.last)),
      (.dismissedTooOften, isSilent(after: dismissals, at: now, under: reference)),
      (.recentShare, isWithin(reference.quietAfterShare, of: lastShare)),
      (.tooFewContacts, reference.minContacts.map { contacts < $0 } ?? false),
      (.coreFlow, reference.suppressInCoreFlow && isInCoreFlow),
      (.behindMore, isBehindMore(under: reference)),
    ]
    return PromptSuppression.Set(held.filter(\.1).map(\.0))
  }

  /// Whether three sections stand above the card of a tab that shows three items.
  private func isBehindMore(under reference: PromptPolicy) -> Bool {
    let sections: [SectionsAbove] = [.needsAttention, .scoreChanged, .upcoming]
    return reference.surface == .homeCard && reference.cardPosition == .afterUpcoming
      && reference.cardCountsTowardSectionLimit == true && sections.allSatisfy(above.contains)
  }

  private func shownInAWeek(before now: Instant) -> Int {
    shown.count { now - $0 < .days(7) }
  }

  /// Whether the long silence after several dismissals lasts; after it the count restarts.
  private func isSilent(
    after dismissals: [Instant], at now: Instant, under reference: PromptPolicy
  ) -> Bool {
    guard let most = reference.dismissalsToSuppress, let length = reference.silenceAfterDismissals
    else { return false }
    var count = 0
    var end: Instant?
    for dismissal in dismissals {
      if let past = end, dismissal >= past { (count, end) = (0, nil) }
      count += 1
      if count >= most { end = dismissal + length }
    }
    return end.map { now < $0 } ?? false
  }
}

/// A comparison of every prompt decision with the reference policy.
struct PromptAudit {
  private let reference: PromptPolicy
  private var pasts: [UInt32: PromptPast] = [:]
  private var stories: [UInt32: [String]] = [:]
  private(set) var reconciliation = Reconciliation()

  init(_ policies: ReferencePolicies) {
    reference = policies.prompts
  }

  mutating func begin(of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].begin(at: moment, under: reference)
  }

  mutating func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].observe(event, at: moment, under: reference)
    switch event {
    case .contactsCounted(let count): tell("has \(count) contacts", of: person, at: moment)
    case .shared: tell("shares", of: person, at: moment)
    case .copied: tell("copies the link", of: person, at: moment)
    case .sessionBegan, .dismissed, .tapped, .coreFlowBegan, .coreFlowEnded,
      .sectionsAbove:
      break
    }
  }

  mutating func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    guard answer != .ignored else { return }
    pasts[person, default: PromptPast()].answer(answer == .dismissed, at: moment)
    tell("the card is \(answer.rawValue)", of: person, at: moment)
  }

  mutating func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    let past = pasts[person, default: PromptPast()]
    var expectedObjections = past.objections(to: decision.trigger, at: moment, under: reference)
    if reference.maxPerWeek != nil, reference.calendar.week == .calendarWeek {
      // The documents define no calendar week.
      expectedObjections.remove(.weeklyCap)
      if decision.suppressions.contains(.weeklyCap) { expectedObjections.insert(.weeklyCap) }
    }
    let count = past.shown.count
    tell(
      "\(decision.trigger.rawValue): \(words(decision.suppressions, after: count))", of: person,
      at: moment)
    let disputed = PromptSuppression.allCases.filter {
      expectedObjections.contains($0) != decision.suppressions.contains($0)
    }
    let story = disputed.isEmpty ? [] : stories[person] ?? []
    reconciliation.compare(
      .promisedPrompts, of: person, .promise, words(expectedObjections, after: count), .simulator,
      words(decision.suppressions, after: count),
      rules: disputed.map { "\($0.rule(in: reference.document))" }, story: story)
    pasts[person, default: PromptPast()].meet(
      decision.trigger, isShown: decision.isShown, at: moment, under: reference)
  }

  private func words(_ objections: PromptSuppression.Set, after count: Int) -> String {
    guard !objections.isEmpty else { return "prompt \(count + 1) is shown" }
    let reasons = objections.members.map { "\($0.rawValue) (\($0.rule(in: reference.document)))" }
    return "no prompt: \(reasons.joined(separator: ", "))"
  }

  private mutating func tell(_ what: String, of person: UInt32, at moment: Instant) {
    stories[person, default: []].append("\(moment.iso8601) person \(person): \(what)")
  }
}
