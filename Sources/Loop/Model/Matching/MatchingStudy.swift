public import Attribution
public import RandomStreams
public import Vocabulary

/// A town whose launches are given to several matching rules, with the true clicker known.
///
/// Each person clicks or installs once in a long while, so two clicks of one person rarely meet.
/// All parameters are assumed, and chosen to be hard: one dense town behind few addresses. Read it
/// as a comparison of rules, not as a forecast.
public struct MatchingStudy: Hashable, Sendable {
  public var people = 200_000
  public var clicksPerDay = 5_000.0
  /// The chance that a click leads to an install.
  public var install = 0.25
  /// The proportion of installs without a click.
  public var organicShare = 0.25
  /// The time from the click to the launch.
  public var delay = Self.inviteLike
  public var devices = Self.town
  /// The time for which clicks are stored.
  public var retention = Interval.days(7)
  /// The time before launches count, so that late launches are present from the start.
  public var settling = Interval.days(30)
  /// The time during which launches count.
  public var measured = Interval.days(14)

  public init() {}
}

extension MatchingStudy {
  /// A delay by the times in which friends answer friends (Iribarren and Moro, 2011).
  public static let inviteLike = Delay.logNormal(median: .minutes(570), sigma: 1.634)

  /// The devices of one town, which has one time zone.
  public static let town: Devices = {
    var devices = Devices()
    devices.timeZones = Variety(count: 1, exponent: 0)
    return devices
  }()
}

extension MatchingStudy {
  /// A rule in the bake-off, with its name in a table.
  public struct Candidate: Hashable, Sendable {
    public let name: String
    public let rule: MatchRule
  }

  /// The rules that vendors and open-source matchers document, and last-click rules of our own.
  public static let bakeOff: [Candidate] = [
    Candidate(name: "Grovs, 5 min, unique", rule: .grovs),
    Candidate(name: "Dub, 1 h, address only", rule: .dub),
    Candidate(name: "Branch, 2 h", rule: .branch),
    Candidate(name: "Adjust, 6 h", rule: .adjust),
    Candidate(name: "AppsFlyer, 24 h", rule: .appsFlyer),
    Candidate(name: "LinkForty, 7 d, newest 1,000", rule: .linkForty),
    Candidate(name: "exact, 7 d, last click", rule: exact),
    Candidate(name: "exact, 7 d, abstaining", rule: exactAbstaining),
    Candidate(name: "our own, 7 d, last click", rule: .ownService),
    Candidate(name: "our own, 7 d, abstaining", rule: .ownServiceAbstaining),
    Candidate(name: "Branch, 2 h, unique", rule: .branchUnique),
    Candidate(name: "Kochava, 7 d", rule: .kochava),
    Candidate(name: "Firebase, 1 h", rule: .firebase),
    Candidate(name: "DeferLink, 48 h, no address", rule: .deferLink),
    Candidate(name: "deferred-deeplink-system, 24 h", rule: .deferredDeeplinkSystem),
  ]

  /// A last-click rule: equal address, model, system version, time zone and locale within seven
  /// days.
  public static let exact: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.required = [.address, .model, .osVersion, .timeZone, .locale]
    return rule
  }()

  /// The same rule, without a match where clicks of two inviters fit.
  public static let exactAbstaining: MatchRule = {
    var rule = exact
    rule.choice = .onlyOne
    return rule
  }()
}

extension MatchingStudy {
  /// A click, or a launch and its cause.
  struct Event: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case click
      case invitedLaunch
      case organicLaunch
    }

    let at: Instant
    let kind: Kind
    let person: UInt32
    /// The number of the click or organic install among all; a click's sequence.
    let number: UInt32

    /// Orders events by time; at one instant clicks come first.
    static func precedes(_ one: Event, _ other: Event) -> Bool {
      (one.at.milliseconds, one.kind.rawValue, one.number)
        < (other.at.milliseconds, other.kind.rawValue, other.number)
    }
  }

  static let start = CivilDate(year: 2026, month: 1, day: 1).start(in: .utc)
  var end: Instant { Self.start + settling + measured }

  /// Returns all clicks and launches until the end, in order of time.
  func events(_ source: RandomSource) -> [Event] {
    let organicPerDay = clicksPerDay * install * organicShare / (1 - organicShare)
    let perDay = clicksPerDay + organicPerDay
    let arrivals = source.stream(for: DrawPurpose.arrival)
    let gap = Exponential.certain(try .init(mean: 86_400 / perDay))
    let (order, delays) = (order(source), DelayTable.certain(delay))
    var events: [Event] = []
    var elapsed = 0.0
    var number: UInt32 = 0
    while true {
      var draw = arrivals[UInt64(number)]
      elapsed += gap.sample(using: &draw)
      let at = Self.start + .seconds(Int64(elapsed))
      guard at < end else { break }
      let person = order[Int(number) % people]
      let isOrganic = draw.uniform() * perDay < organicPerDay
      let installs = draw.uniform() < install
      let launch = at + .seconds(Int64(delays.seconds(at: draw.openUniform())))
      if isOrganic {
        events.append(Event(at: at, kind: .organicLaunch, person: person, number: number))
      } else {
        events.append(Event(at: at, kind: .click, person: person, number: number))
        if installs, launch < end {
          events.append(Event(at: launch, kind: .invitedLaunch, person: person, number: number))
        }
      }
      number += 1
    }
    events.sort(by: Event.precedes)
    return events
  }

  /// Returns the people in the order of their arrival.
  private func order(_ source: RandomSource) -> [UInt32] {
    var draw = source.stream(for: DrawPurpose.person)[0]
    var order = Array(0..<UInt32(people))
    order.shuffle(by: &draw)
    return order
  }
}

extension MatchingStudy {
  /// Returns the result of each rule, in the order of `rules`; all rules see the same clicks and
  /// launches.
  public func run(_ rules: [MatchRule], source: RandomSource) -> [MatchingOutcome] {
    let world = DeviceWorld(devices, people: people, source: source)
    let links = source.stream(for: DrawPurpose.sharing)
    let events = events(source)
    let measuredFrom = Self.start + settling
    var books = rules.map { ClickBook(rule: $0, keptFor: retention, forgetting: .asTimePasses) }
    var outcomes = rules.map { _ in MatchingOutcome() }
    // The person of each click, by its sequence.
    var clickers: [UInt32] = []
    for event in events {
      let person = Int(event.person)
      switch event.kind {
      case .click:
        while clickers.count <= Int(event.number) { clickers.append(.max) }
        clickers[Int(event.number)] = event.person
        var draw = links[UInt64(event.number)]
        let click = ClickFootprint(
          sequence: UInt64(event.number), at: event.at,
          link: draw.uniform(below: UInt64(people)), visitor: UInt64(person) + 1,
          signals: world.browser(of: person, at: event.at))
        for place in books.indices { books[place].record(click) }
      case .invitedLaunch, .organicLaunch:
        let device = world.app(of: person, at: event.at)
        for place in books.indices {
          let decision = books[place].match(device, launchedAt: event.at)
          guard event.at >= measuredFrom else { continue }
          let clicker = decision.match.map { clickers[Int($0.click)] }
          outcomes[place].count(
            decision, isInvited: event.kind == .invitedLaunch, isOwn: clicker == event.person)
        }
      }
    }
    return outcomes
  }
}

/// The results of a matching rule on launches whose true clicker is known.
public struct MatchingOutcome: Hashable, Sendable {
  /// The launches that were caused by a click of the same person.
  public var invited = 0
  /// The invited launches that were matched to a click of the same person.
  public var found = 0
  /// The invited launches that were matched to another person's click.
  public var wrong = 0
  /// The launches without a click.
  public var organic = 0
  /// The organic launches that were matched to another person's click.
  public var stolen = 0
  /// The launches, of either kind, for which several clicks competed and none was chosen.
  public var ambiguous = 0

  public init() {}

  /// The proportion of invited launches matched to the right person's click; `nil` without invited
  /// launches.
  public var recall: Double? { Self.share(found, of: invited) }
  /// The proportion of invited launches matched to another person's click; `nil` without invited
  /// launches.
  public var wrongShare: Double? { Self.share(wrong, of: invited) }
  /// The proportion of organic launches matched to a click; `nil` without organic launches.
  public var stolenShare: Double? { Self.share(stolen, of: organic) }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  mutating func count(_ decision: MatchDecision, isInvited: Bool, isOwn: Bool) {
    invited += isInvited ? 1 : 0
    organic += isInvited ? 0 : 1
    switch decision {
    case .matched where isOwn: found += isInvited ? 1 : 0
    case .matched where isInvited: wrong += 1
    case .matched: stolen += 1
    case .ambiguous: ambiguous += 1
    case .noMatch: break
    }
  }

  /// Returns the sum of two studies.
  public static func + (left: MatchingOutcome, right: MatchingOutcome) -> MatchingOutcome {
    var sum = left
    sum.invited += right.invited
    sum.found += right.found
    sum.wrong += right.wrong
    sum.organic += right.organic
    sum.stolen += right.stolen
    sum.ambiguous += right.ambiguous
    return sum
  }
}
