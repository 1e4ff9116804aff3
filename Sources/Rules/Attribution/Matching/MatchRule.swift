public import Vocabulary

/// A rule for finding the click that led to a launch, when no link survived the app store.
///
/// A rule is a value, so that matchers can be compared, printed, and exchanged by a setting. A code
/// from the clipboard comes first where the rule reads one. Then the rule scores the clicks of the
/// window by their signals, and chooses one of those that qualify, or none.
public struct MatchRule: Hashable, Sendable, BitwiseCopyable {
  /// The reading of a code from clipboard or install referrer, with the greatest age of its click.
  public enum TokenReading: Hashable, Sendable, BitwiseCopyable {
    /// No code is read: signals alone decide.
    case ignored
    /// The click may be as old as the interval, to the millisecond.
    case within(Interval)
    /// For as long as the click is kept.
    case whileKept
  }

  /// The choice among several clicks that qualify.
  public enum Choice: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The newest click; of clicks at one instant the last recorded.
    case newest
    /// The highest score, and of equal scores the newest click.
    case bestScore
    /// An arbitrary link, as a scan of a hash table finds it, and of that link the newest click.
    case firstFound
    /// The only click, or none when several compete.
    case onlyOne
  }

  /// The condition under which two clicks compete.
  public enum Rivalry: String, CaseIterable, Sendable, BitwiseCopyable {
    /// They are two clicks.
    case click
    /// They come from two browsers; browsers without identity are always two.
    case visitor
    /// They lead to two links, and so to two inviters.
    case link
  }

  /// The greatest age of a click, to the millisecond; retention bounds it further.
  public var window: Interval
  /// The reading of a token, which decides before any signal (default: `ignored`).
  public var token = TokenReading.ignored
  /// The signals that must be known and equal.
  public var required: Signal.Set = []
  /// The signals that must be equal as well once several clicks rival.
  public var requiredOfRivals: Signal.Set = []
  /// The score of each signal; without weights every click that meets the requirements scores in
  /// full.
  public var weights = MatchWeights()
  /// The weighed signals that count in the whole only when they agree.
  public var bonus: Signal.Set = []
  /// The least score of a match (default: 0, which every score reaches).
  public var threshold = MatchThreshold(0)
  /// The loss of score with the age of the click (default: none).
  public var decay = ScoreDecay.none
  /// Whether an address that many devices share is evidence.
  public var trustsSharedAddresses = true
  /// The number of newest clicks considered, over all links together; `nil` considers all.
  public var newestOnly: Int?
  /// The choice among several clicks that qualify (default: `newest`).
  public var choice = Choice.newest
  /// The condition under which qualifying clicks compete (default: `link`).
  public var rivalry = Rivalry.link
  /// Whether a match excludes its click from later matches.
  public var spendsClicks = true
  /// Whether signals are read at all; otherwise only tokens match.
  public var readsSignals = true

  /// Creates a rule that matches the newest click of the last `window`, whatever its signals.
  public init(window: Interval) {
    self.window = window
  }
}

extension MatchRule {
  /// All signals that the rule considers.
  public var considered: Signal.Set {
    required.union(requiredOfRivals).union(weights.signals)
  }

  /// Returns the rule with a window no longer than the retention of clicks.
  public func bounded(by retention: Interval) -> MatchRule {
    var rule = self
    rule.window = min(window, retention)
    if case .within(let reach) = token { rule.token = .within(min(reach, retention)) }
    return rule
  }
}

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

extension MatchRule {
  /// Our own matcher: the same address and device, seven days, last click.
  ///
  /// The seeds only require that device identifiers are matched with click records within seven
  /// days (000 §6.1). The choice of signals is ours, after the bake-off that names them: address,
  /// model, version of the system, time zone, language. The language lacks its region, because web
  /// view and app report different ones (firebase-ios-sdk #10786). Spending the click is ours too:
  /// a reinstall must not receive the same link again (firebase-ios-sdk #5789).
  public static let ownService: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(7))
    rule.required = [.address, .platform, .osVersion, .model, .timeZone, .language]
    return rule
  }()

  /// The same rule, but without a match when clicks of two inviters qualify.
  public static let ownServiceAbstaining: MatchRule = {
    var rule = MatchRule.ownService
    rule.choice = .onlyOne
    return rule
  }()
}

extension MatchingRules {
  static let ownService: [Rule] = [
    Rule("CNF-48", "Our own matcher serves all profiles; its misses and mistakes are parameters.")
  ]
}

// The windows and conflict rules that vendors document. None of them publishes the signals of a
// probabilistic match; where `assumedSignals` stands the choice is ours (grade D).
extension MatchRule {
  /// Ours, for undocumented signals: the address and the device facts in a user agent.
  static let assumedSignals: Signal.Set = [.address, .platform, .osVersion, .model]

  /// Branch: 120 minutes by default, 1 to 10,080; clipboard and referrer before anything probable.
  ///
  /// The deterministic window is 0.001 to 90 days with no default in the documents: as long as
  /// clicks are kept. Source: help.branch.io, match duration and attribution logic.
  public static let branch: MatchRule = {
    var rule = MatchRule(window: .minutes(120))
    rule.token = .whileKept
    rule.required = assumedSignals
    rule.rivalry = .visitor
    return rule
  }()

  /// Branch, acting only on the match type "unique": a single outstanding footprint.
  public static let branchUnique: MatchRule = {
    var rule = MatchRule.branch
    rule.choice = .onlyOne
    return rule
  }()

  /// Adjust: 7 days deterministic, 6 hours probabilistic (1 to 24).
  ///
  /// Source: help.adjust.com, attribution windows and waterfall.
  public static let adjust: MatchRule = {
    var rule = MatchRule(window: .hours(6))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// AppsFlyer: 7 days deterministic; probabilistic adaptive, at most 24 hours, taken here in full.
  ///
  /// Source: support.appsflyer.com 208338403. The adaptation of the window is undocumented.
  public static let appsFlyer: MatchRule = {
    var rule = MatchRule(window: .hours(24))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// Kochava: 30 days by device, 7 days otherwise, on levels: address and agent, address, range.
  ///
  /// Source: kochava.com, configurable attribution. The weights are ours and only put the levels
  /// in order: 1000, 800, then 500 and 300 for the range with and without the agent.
  public static let kochava: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(30))
    rule.weights = [.addressPrefix: 300, .address: 500, .agent: 200]
    rule.required = .addressPrefix
    rule.threshold = MatchThreshold(300)
    rule.choice = .bestScore
    return rule
  }()

  /// Singular: 7 days, up to 30, last click; any probabilistic rule is undocumented, and left out.
  ///
  /// Source: singular.zendesk.com 115001419803.
  public static let singular: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(7))
    rule.readsSignals = false
    return rule
  }()

  /// Solar Engine: 7 days deterministic, 24 hours probabilistic.
  ///
  /// Source: help.solar-engine.com. Conflicts are not described: last click is ours.
  public static let solarEngine: MatchRule = {
    var rule = MatchRule(window: .hours(24))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// Firebase Dynamic Links, closed on 25 August 2025.
  ///
  /// A clipboard match is unique, any other weak. The weak window is undocumented: one hour is a
  /// guess at its scale. Its request contains model, web view language, screen, time zone and
  /// system version; the address is the server's own observation. Links came again after each
  /// reinstall (firebase-ios-sdk #5789, #5883): clicks are not spent.
  public static let firebase: MatchRule = {
    var rule = MatchRule(window: .hours(1))
    rule.token = .whileKept
    rule.required = [.address, .osVersion, .model, .locale, .screen, .timeZone]
    rule.spendsClicks = false
    return rule
  }()
}

/// A rule's assessment of one click, for people who investigate a match.
public struct MatchExplanation: Hashable, Sendable {
  /// The result for one click.
  public enum Verdict: Hashable, Sendable {
    /// It is the click of the match.
    case chosen
    /// It carries the token of the device too, and is older than the chosen one.
    case olderToken
    /// It qualifies as well as the chosen one.
    case competes
    /// It came after the launch.
    case afterLaunch
    /// It is past its retention, and waits for a sweep.
    case notKept
    /// It does not qualify, for the given reason.
    case fails(because: NoMatch)
  }

  /// The sequence number of the click.
  public let click: UInt64
  /// The moment of the click.
  public let at: Instant
  /// The result for the click: chosen, competing, or a reason against it.
  public let verdict: Verdict
  /// The signals that the rule considers and that differ, or that are unknown on one side.
  public let differing: Signal.Set
  /// From 0 to 1000.
  public let score: Int
}

extension MatchRule {
  /// Returns the rule's assessment of each click, newest first; the chosen one is that of `match`.
  public func explain(
    _ device: DeviceSignals, launchedAt launch: Instant, among clicks: Span<ClickFootprint>,
    keptFor retention: Interval
  ) -> [MatchExplanation] {
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, clicks: clicks)
    let decision = match(device, launchedAt: launch, among: clicks, keptFor: retention)
    let asked = search.requirement(among: clicks)
    let places = clicks.indices.sorted { clicks[$0].order > clicks[$1].order }
    return places.map { place in
      let click = clicks[place]
      let agreement = search.agreement(with: click)
      return MatchExplanation(
        click: click.sequence, at: click.at,
        verdict: search.verdict(on: click, asking: asked, given: decision),
        differing: considered.subtracting(agreement),
        score: click.at <= launch ? search.score(agreement, age: launch - click.at) : 0)
    }
  }
}

extension ClickSearch {
  func verdict(
    on click: ClickFootprint, asking required: Signal.Set, given decision: MatchDecision
  ) -> MatchExplanation.Verdict {
    if click.at > launch { return .afterLaunch }
    if !isThere(click) { return .notKept }
    if let match = decision.match, match.click == click.sequence { return .chosen }
    if holdsToken(click) { return .olderToken }
    switch judge(click, asking: required) {
    case .qualifies: return .competes
    case .fails(let reason): return .fails(because: reason)
    }
  }
}

/// The least score that is a match, in thousandths.
public struct MatchThreshold: Hashable, Sendable, BitwiseCopyable {
  /// The threshold before all additions and subtractions.
  public var base: Int
  /// The addition from 9:00 to 21:59 UTC, and the subtraction at all other hours.
  public var byDay = 0
  /// The subtraction when the device reported more than four fifths of the possible signals.
  public var ifTelling = 0
  /// The addition when the device reported less than two fifths of the possible signals.
  public var ifSilent = 0
  /// The weight of each signal in that proportion.
  public var telling = MatchWeights()
  /// The lower bound of the threshold, whatever is added and subtracted.
  public var lowest = 0
  /// The upper bound of the threshold, whatever is added and subtracted.
  public var highest = 1_000

  /// Creates a threshold of `base` thousandths, the same for every device and hour.
  public init(_ base: Int) {
    self.base = base
  }
}

extension MatchThreshold {
  /// The least threshold of any device at any hour.
  var least: Int {
    let sum = base - abs(byDay) - max(ifTelling, 0) + min(ifSilent, 0)
    return min(max(sum, lowest), highest)
  }

  /// Returns the threshold for a device that launches at `launch`.
  func value(for device: DeviceSignals, at launch: Instant) -> Int {
    var value = base
    if byDay != 0 {
      let ofDay = (launch - CivilDate(of: launch, in: .utc).start(in: .utc)).milliseconds
      value += (9..<22).contains(ofDay / Interval.hours(1).milliseconds) ? byDay : -byDay
    }
    if ifTelling != 0 || ifSilent != 0 {
      let told = telling.total(of: device.known)
      let whole = telling.total(of: telling.signals)
      if told * 5 > whole * 4 { value -= ifTelling }
      if told * 5 < whole * 2 { value += ifSilent }
    }
    return min(max(value, lowest), highest)
  }
}

/// The score of each agreeing signal, in thousandths.
public struct MatchWeights: Hashable, Sendable, BitwiseCopyable {
  private var values = SIMD16<Int32>(repeating: 0)

  /// Creates weights that are all zero.
  public init() {}

  /// The weight of `signal` in thousandths; zero if it does not count.
  public subscript(signal: Signal) -> Int {
    get { Int(values[Int(signal.rawValue)]) }
    set { values[Int(signal.rawValue)] = Int32(newValue) }
  }
}

extension MatchWeights: ExpressibleByDictionaryLiteral {
  /// Creates the weights of a literal such as `[.address: 500]`; all others are zero.
  public init(dictionaryLiteral elements: (Signal, Int)...) {
    for (signal, weight) in elements { self[signal] = weight }
  }
}

extension MatchWeights {
  /// Whether every weight is zero, so that the required signals alone decide.
  public var isEmpty: Bool { values == SIMD16(repeating: 0) }

  /// The signals with a weight.
  public var signals: Signal.Set {
    var weighing: UInt32 = 0
    for place in 0..<16 where values[place] != 0 { weighing |= 1 << UInt32(place) }
    return Signal.Set(rawValue: weighing)
  }

  /// Returns the weight of `signals` together.
  public func total(of signals: Signal.Set) -> Int {
    var sum = 0
    var rest = signals.rawValue
    while rest != 0 {
      sum += Int(values[rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return sum
  }
}

/// A property of a device that a browser and an app on it can both report.
public enum Signal: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// The public network address.
  case address
  /// The first 24 bits of an IPv4 address, or the first 64 of an IPv6 address.
  case addressPrefix
  /// The operating system, as in `iOS`.
  case platform
  /// The version of the operating system, as in `26.1`.
  case osVersion
  /// The model; a browser reports none on an iPhone, so its page infers one from the screen.
  case model
  /// The family of the browser.
  case browser
  /// The full version of the browser engine.
  case engine
  /// The platform and the family of the browser, taken together.
  case agent
  /// The time zone by name, as in `Europe/Rome`.
  case timeZone
  /// The language without its region, as in `en`.
  case language
  /// The language with its region, as in `en-US`.
  case locale
  /// The measures of the screen.
  case screen
  /// The vendor and renderer of the graphics, as WebGL reports them.
  case graphics
}

extension Signal {
  /// Some of the signals, in one word of memory.
  public struct Set: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  var bit: Set { Set(rawValue: 1 << UInt32(rawValue)) }
}

extension Signal.Set {
  /// Only the public network address.
  public static let address = Signal.address.bit
  /// Only the range of the network address.
  public static let addressPrefix = Signal.addressPrefix.bit
  /// Only the operating system.
  public static let platform = Signal.platform.bit
  /// Only the version of the operating system.
  public static let osVersion = Signal.osVersion.bit
  /// Only the model of the device.
  public static let model = Signal.model.bit
  /// Only the family of the browser.
  public static let browser = Signal.browser.bit
  /// Only the version of the browser engine.
  public static let engine = Signal.engine.bit
  /// Only the platform and the browser family, taken together.
  public static let agent = Signal.agent.bit
  /// Only the time zone.
  public static let timeZone = Signal.timeZone.bit
  /// Only the language without its region.
  public static let language = Signal.language.bit
  /// Only the language with its region.
  public static let locale = Signal.locale.bit
  /// Only the measures of the screen.
  public static let screen = Signal.screen.bit
  /// Only the vendor and renderer of the graphics.
  public static let graphics = Signal.graphics.bit

  /// The two signals that name a place in the network rather than a device.
  static let network: Self = [.address, .addressPrefix]

  /// Returns whether `signal` is in the set.
  public func holds(_ signal: Signal) -> Bool { contains(signal.bit) }
}

extension Signal.Set: CustomStringConvertible {
  /// The signals by name, in their own order: `address, model`.
  public var description: String {
    Signal.allCases.filter { holds($0) }.map { "\($0)" }.joined(separator: ", ")
  }
}
