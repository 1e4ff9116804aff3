import Vocabulary

/// One search of the clicks, with the values that are constant during it.
struct ClickSearch {
  let rule: MatchRule
  let device: DeviceSignals
  let launch: Instant
  /// The retention of clicks.
  let retention: Interval
  /// The oldest click in reach of a rule that considers only the newest clicks.
  let cutoff: ClickOrder?
  private let threshold: Int
  /// The signals with a weight.
  private let weighed: Signal.Set

  init(
    rule: MatchRule, device: DeviceSignals, launch: Instant, retention: Interval,
    cutoff: ClickOrder?
  ) {
    self.rule = rule
    self.device = device
    self.launch = launch
    self.retention = retention
    self.cutoff = cutoff
    threshold = rule.threshold.value(for: device, at: launch)
    weighed = rule.weights.signals
  }

  /// Creates a search of clicks in any order.
  init(
    rule: MatchRule, device: DeviceSignals, launch: Instant, retention: Interval,
    clicks: Span<ClickFootprint>
  ) {
    var cutoff: ClickOrder?
    if let most = rule.newestOnly {
      cutoff = NewestClicks.oldest(of: most, in: clicks, until: launch)
    }
    self.init(rule: rule, device: device, launch: launch, retention: retention, cutoff: cutoff)
  }

  /// The assessment of one click.
  enum Verdict {
    case qualifies(score: Int)
    case fails(because: NoMatch)
  }

  /// Returns whether the click exists for this launch: it came before, and may still be kept.
  ///
  /// A click past its retention that waits for a sweep is treated as deleted.
  func isThere(_ click: ClickFootprint) -> Bool {
    click.at <= launch && launch - click.at <= retention && !click.isErased
  }

  func judge(_ click: ClickFootprint, asking required: Signal.Set) -> Verdict {
    guard isThere(click) else { return .fails(because: .noClick) }
    if rule.spendsClicks, click.isSpent { return .fails(because: .spent) }
    let age = launch - click.at
    if age > rule.window { return .fails(because: .outsideWindow) }
    if let cutoff, click.order < cutoff { return .fails(because: .notAmongNewest) }
    if !rule.readsSignals { return .fails(because: .noToken) }

    let agreement = agreement(with: click)
    if !agreement.isSuperset(of: required) {
      let isForTheAddress = discountsAddress(of: click) && !required.isDisjoint(with: .network)
      return .fails(because: isForTheAddress ? .sharedAddress : .signalsDiffer)
    }
    let score = score(agreement, age: age)
    return score >= threshold ? .qualifies(score: score) : .fails(because: .scoreTooLow)
  }

  /// Returns the signals that agree and are evidence.
  func agreement(with click: ClickFootprint) -> Signal.Set {
    let agreement = device.agreement(with: click.signals)
    return discountsAddress(of: click) ? agreement.subtracting(.network) : agreement
  }

  private func discountsAddress(of click: ClickFootprint) -> Bool {
    !rule.trustsSharedAddresses && (device.isAddressShared || click.signals.isAddressShared)
  }

  func score(_ agreement: Signal.Set, age: Interval) -> Int {
    guard !weighed.isEmpty else { return 1_000 }
    let sum = rule.weights.total(of: agreement)
    let left = rule.decay.applied(to: sum, age: age, window: rule.window)
    let whole = rule.weights.total(of: weighed.subtracting(rule.bonus.subtracting(agreement)))
    return min(max(left * 1_000 / whole, 0), 1_000)
  }

  /// Returns whether the click carries the device's token, and may still be used.
  func holdsToken(_ click: ClickFootprint) -> Bool {
    guard device.token != 0, device.token == click.signals.token, isThere(click),
      !(rule.spendsClicks && click.isSpent)
    else { return false }
    switch rule.token {
    case .ignored: return false
    case .within(let reach): return launch - click.at <= reach
    case .whileKept: return true
    }
  }
}
