import Attribution
public import GrowthloopFindings
public import GrowthloopModel
import Invites
public import Statistics
import Vocabulary

/// One result of a simulation: its name, its definition, and its value in a replication.
public struct Metric: Sendable {
  /// Dotted and permanent: scripts and options refer to a metric by it.
  public let key: String
  public let name: String
  /// The counted unit, with its denominator.
  public let unit: String
  public let style: NumberStyle
  /// One sentence, printed beside the value.
  public let definition: String
  /// The entries of the catalogue that it answers.
  public private(set) var answers: [String]
  public let target: Target?
  /// Whether it is one count in proportion to another, without anything added.
  public let isProportion: Bool
  /// Whether its values are ratios of counted events.
  let countsEvents: Bool
  /// The key of the metric whose events these are, over another part of a run; or its own.
  private(set) var countedAs: String
  /// Whether it is of a day that only a scenario with that day in use.retention counts.
  fileprivate(set) var isOfOneDay = false
  private let reading: @Sendable (Observation) -> MetricReading

  /// Returns the value in one replication, with the events behind it.
  public func reading(in observation: Observation) -> MetricReading { reading(observation) }

  /// Returns the value in one replication; `nil` where it is undefined, as a proportion of zero.
  public func value(in observation: Observation) -> Double? { reading(observation).value }

  /// Creates a metric whose value counts no events, such as a time.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, value: @escaping @Sendable (Observation) -> Double?
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: false, countsEvents: false,
      reading: { MetricReading(value($0)) })
  }

  /// Creates a metric that counts events; `origin` is its value without any.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, above origin: Double = 0,
    counts: @escaping @Sendable (Observation) -> EventCounts
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: style != .count && origin == 0, countsEvents: true,
      reading: { MetricReading(counts($0), above: origin) })
  }

  private init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, isProportion: Bool, countsEvents: Bool,
    reading: @escaping @Sendable (Observation) -> MetricReading
  ) {
    self.key = key
    self.name = name
    self.unit = unit
    self.style = style
    self.definition = definition
    self.answers = answers
    self.target = target
    self.isProportion = isProportion
    self.countsEvents = countsEvents
    countedAs = key
    self.reading = reading
  }

  /// Whether the metric of a smaller market is that of this one, or so many times less.
  public func isProportional(in plan: GrowthPlan) -> Bool {
    plan.behaviour.market.acquaintances == nil && !key.hasPrefix("depth.")
      && (style != .count || countsEvents)
  }

  /// Returns the same metric for another view of a run, under another name.
  func reading(
    as key: String, _ name: String, _ definition: String, answers: [String],
    of part: @escaping @Sendable (Observation) -> Observation?
  ) -> Metric {
    let reading = reading
    var metric = Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: isProportion, countsEvents: countsEvents,
      reading: { part($0).map(reading) ?? MetricReading(nil) })
    metric.countedAs = countedAs
    return metric
  }

  /// Returns the same metric, also as an answer to these entries.
  func answering(_ entries: [String]) -> Metric {
    var metric = self
    metric.answers += entries
    return metric
  }
}

extension Metric {
  /// The target that a document of the catalogue sets.
  public struct Target: Hashable, Sendable {
    public let limit: GateLimit
    public let document: String

    static func above(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.above, value), document: document)
    }

    static func of(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.atLeast, value), document: document)
    }

    static func atMost(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.atMost, value), document: document)
    }

    static func below(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.below, value), document: document)
    }
  }

  /// Returns a metric of the number of occurrences per replication.
  static func count(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    of count: @escaping @Sendable (Observation) -> Int
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .count, definition: definition, answers: answers,
      target: nil, counts: { EventCounts(count($0), per: 1) })
  }

  /// Returns a metric of a quantile, such as the median.
  static func quantile(
    _ share: Double, _ key: String, _ name: String, _ unit: String, _ definition: String,
    _ answers: String..., target: Target? = nil, style: NumberStyle,
    of spread: @escaping @Sendable (Observation) -> Spread
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, value: { spread($0).quantile(share) })
  }

  /// Returns a metric of one count in proportion to another.
  static func ratio(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    target: Target? = nil, style: NumberStyle = .ratio,
    of counts: @escaping @Sendable (Observation) -> (Int, per: Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target,
      counts: { observation in
        let (count, whole) = counts(observation)
        return EventCounts(count, per: whole)
      })
  }

  /// Returns a metric of a part of a whole.
  static func share(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    target: Target? = nil, of counts: @escaping @Sendable (Observation) -> (Int, per: Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .share, definition: definition, answers: answers,
      target: target,
      counts: { observation in
        let (count, whole) = counts(observation)
        return EventCounts(count, per: whole)
      })
  }
}

extension Metric {
  /// The results of invites, by their origins and channels.
  static let sendingByOrigin: [Metric] = byWay + byTrigger + byChannel

  private static var byWay: [Metric] {
    Origin.Way.allCases.flatMap { way in
      let place = Int(way.rawValue)
      return [
        Metric.count(
          "way.\(way).opened", "Opened by \(way)", "times",
          "Times that a way to share was opened by \(way).", "P-DSH-03"
        ) { $0.opened(by: way) },
        Metric.share(
          "way.\(way).completion", "Ended in an invite by \(way)", "of times opened",
          "Completed shares and copied links by \(way), per time that it was opened.", "P-DSH-03"
        ) { ($0.shared(by: way), $0.opened(by: way)) },
      ] + funnel("way.\(way)", "by \(way)", "P-DSH-03") { $0.byWay[place] }
    }
  }

  private static var byTrigger: [Metric] {
    PromptTrigger.allCases.flatMap { trigger in
      let place = Int(trigger.ordinal)
      return [
        Metric.share(
          "trigger.\(trigger.rawValue).taken", "Prompt tapped at \(trigger.rawValue)", "of prompts",
          "The share of prompts that appeared at \(trigger.rawValue) that were tapped.", "P-DSH-03"
        ) { ($0.tally.prompts.tapped[place], $0.tally.prompts.shown[place]) },
        Metric.share(
          "trigger.\(trigger.rawValue).completion", "Ended in an invite at \(trigger.rawValue)",
          "of prompts",
          "Completed shares and copied links after a prompt at \(trigger.rawValue), per prompt that "
            + "appeared there.", "P-DSH-03"
        ) { ($0.tally.prompts.shared[place], $0.tally.prompts.shown[place]) },
      ]
        + funnel(
          "trigger.\(trigger.rawValue)", "after a prompt at \(trigger.rawValue)", "P-DSH-03"
        ) { $0.byTrigger[place] }
    }
  }

  private static var byChannel: [Metric] {
    (ShareTarget.allCases.map(\.rawValue) + ["untold"]).enumerated().flatMap { place, name in
      funnel("channel.\(name)", "through \(name)") { $0.byTarget[place] }
    }
      + DashboardChannel.allCases.flatMap { channel in
        funnel("dashboard.\(channel.rawValue)", "by \(channel.rawValue)", "P-DSH-02", "P-DSH-07") {
          $0.funnel(of: channel)
        }
      }
  }

  private static func funnel(
    _ key: String, _ phrase: String, _ answers: String...,
    of funnel: @escaping @Sendable (OriginTally) -> OriginTally.Funnel
  ) -> [Metric] {
    [
      Metric.count(
        "\(key).invites", "Invites \(phrase)", "recipients", "Recipients of invites \(phrase)."
      ) { funnel($0.tally.origins).invites },
      .share(
        "\(key).tapped", "Tapped \(phrase)", "of recipients",
        "Taps on links that went out \(phrase), per recipient."
      ) { funnel($0.tally.origins).rate(\.taps) },
      .share(
        "\(key).launched", "Launched \(phrase)", "of recipients",
        "First launches that an invite \(phrase) led to, per recipient."
      ) { funnel($0.tally.origins).rate(\.launches) },
      .share(
        "\(key).home", "Home \(phrase)", "of recipients",
        "Newcomers whom an invite \(phrase) brought home, per recipient."
      ) { funnel($0.tally.origins).rate(\.homes) },
    ].map { $0.answering(answers) }
  }
}

extension OriginTally.Funnel {
  /// A count per recipient.
  fileprivate func rate(_ step: KeyPath<Self, Int>) -> (Int, per: Int) {
    (self[keyPath: step], invites)
  }
}

extension OriginTally {
  /// Returns the funnel of the invites that the dashboard counts as of `channel`.
  func funnel(of channel: DashboardChannel) -> Funnel {
    zip(ShareTarget.allCases + [nil], byTarget).reduce(into: Funnel()) { sum, target in
      if DashboardChannel(target.0) == channel { sum.add(target.1) }
    }
  }
}

extension Metric {
  /// From the invite to home, step by step, and in each meaning of "accepted".
  static let conversion: [Metric] = [
    .share(
      "conversion.tapped", "Links opened", "of recipients",
      "Taps on links per recipient of an invite.",
      "P-MET-02", "CNF-52", "P-DSH-01", target: .of(0.40, "P-MET-02")
    ) { ($0.tally.taps.all, $0.invites) },
    .share(
      "conversion.installed", "Taps that lead to an install", "of taps",
      "Installs that a tap leads to, per tap on a link.", "P-DSH-01"
    ) { ($0.tally.taps.leadToInstall, $0.tally.taps.all) },
    .share(
      "conversion.launched", "Recipients who launch the app", "of recipients",
      "First launches that an invite led to, per recipient of an invite.", "P-DSH-01"
    ) { ($0.launchedByRun, $0.invites) },
    .share(
      "conversion.signedUp", "Recipients who sign up", "of recipients",
      "Sign-ups that an invite led to within 7 days of its sending, per recipient.",
      "D-MET-02", "D-MET-13", "CNF-52", target: .above(0.15, "D-MET-02")
    ) { ($0.tally.launches.signedUpInWeek, $0.invites) },
    .share(
      "conversion.accepted", "Accepted, as the profile means it", "of recipients",
      "Newcomers whom an invite led to and who were accepted in the meaning of "
        + "metrics.acceptedMeans, within metrics.acceptanceWindowDays of its sending, per recipient.",
      "CNF-52"
    ) { ($0.tally.launches.accepted, $0.invites) },
    .share(
      "conversion.connected", "Recipients who are connected", "of recipients",
      "Newcomers whom an invite led to and who were connected with the inviter they are credited to, "
        + "per recipient of an invite.", "CNF-52"
    ) { ($0.tally.afterwards.causedConnected, $0.invites) },
    .share(
      "conversion.home", "Recipients who reach home", "of recipients",
      "Newcomers whom an invite brought home, per recipient of an invite.",
      "KPI-03", "P-MET-03", "P-MET-07", "CNF-52", target: .above(0.30, "KPI-03")
    ) { ($0.homeByRun, $0.invites) },
    .share(
      "conversion.homeOfTapped", "Taps that bring someone home", "of taps",
      "Newcomers whom an invite brought home, per tap on a link.",
      "P-MET-03", "P-MET-07", target: .of(0.25, "P-MET-03")
    ) { ($0.homeByRun, $0.tally.taps.all) },
    .count(
      "conversion.successes", "Successful invites", "newcomers",
      "Newcomers who launched the app, came home and are credited to an inviter, each once: invites "
        + "to which both the install and the end of onboarding are tied.",
      "P-MET-08"
    ) { $0.tally.launches.invitedHome },
    .ratio(
      "conversion.homePerShare", "Newcomers a share brings",
      "newcomers per completed share or copy",
      "Newcomers whom an invite brought home, per completed share or copied link.",
      "KPI-03", "CNF-06"
    ) { ($0.homeByRun, $0.completions + $0.copies) },
  ]

  /// The results of taps on links.
  static let recipients: [Metric] = [
    .count(
      "taps.all", "Taps", "taps", "Taps on links of invites since the start.", "P-DSH-01"
    ) { $0.tally.taps.all },
    .share(
      "taps.byMembers", "Taps of members", "of taps",
      "The share of taps by people who have the app already."
    ) { ($0.tally.taps.byMembers, $0.tally.taps.all) },
    .share(
      "taps.notOnIOS", "Taps on other phones", "of taps",
      "The share of taps on a phone that the app does not run on."
    ) { ($0.tally.taps.notOnIOS, $0.tally.taps.all) },
    .share(
      "taps.expired", "Taps on expired links", "of taps",
      "The share of taps on a link that had expired."
    ) { ($0.tally.taps.expired, $0.tally.taps.all) },
    .count(
      "taps.recorded", "Clicks recorded", "clicks",
      "Taps that were kept as clicks for attribution, and preview fetches where "
        + "landing.previewFetchCountsAsClick has them kept too."
    ) { $0.tally.taps.recorded + $0.tally.taps.previews },
    .ratio(
      "taps.previews", "Preview fetches", "fetches per recipient",
      "Fetches of a link for its preview, per recipient of an invite."
    ) { ($0.tally.shares.previews, $0.invites) },
    .count(
      "recipients.people", "People invited", "people",
      "People who got an invite, members among them, each once; of a market of more than 131,072 "
        + "people a sample is counted.", "D-RSK-04"
    ) { $0.tally.recipients.inMarket },
    Metric(
      key: "recipients.invitesEach", name: "Invites per person invited",
      unit: "invites per person invited", style: .ratio,
      definition: "Invites per person who got any: what one person is asked in the whole run.",
      answers: ["D-RSK-04"], target: nil, above: 1,
      counts: {
        let recipients = $0.tally.recipients
        return EventCounts(recipients.invites - recipients.people, per: recipients.people)
      }),
    .share(
      "recipients.bySeveral", "Asked by several inviters", "of people invited",
      "The share of people invited whom two inviters or more asked.", "D-RSK-04"
    ) { ($0.tally.recipients.ofSeveral, $0.tally.recipients.people) },
    .share(
      "recipients.toMany", "Shares to more than ten", "of shares that reach somebody",
      "The share of completed shares and passed-on copies with more than ten recipients.",
      "D-RSK-04"
    ) { ($0.tally.shares.toMany, $0.tally.shares.sent) },
    .share(
      "recipients.complaints", "Spam complaints", "of recipients",
      "Invites that their recipient reports as spam, per recipient: a simulation's only "
        + "sign of ratings in the store.",
      "D-MET-09"
    ) { ($0.tally.shares.complaints, $0.invites) },
  ]

  /// Taps by the surface that they open.
  static let surfaces: [Metric] = ReceiptSurface.allCases.map { surface in
    let place = Int(surface.ordinal)
    return .count(
      "surface.\(surface.rawValue)", "Taps that open \(surface.rawValue)", "taps",
      "Taps on links, by members as well, that open \(surface.rawValue) first."
    ) { $0.tally.taps.met[place] }
  }
}

extension Metric {
  /// The members who come back.
  static let retention: [Metric] =
    ActivityTally.returnDays.enumerated().flatMap { place, days in
      let later =
        "so many days after the first launch or later, of those who joined that long before "
        + "the end"
      let span = days == 1 ? "1 day" : "\(days) days"
      let ids = days == 1 ? [] : ["P-DSH-04"]
      return [
        retention(
          "retention.day\(days)", "Back after \(span)", "of newcomers at home",
          "The share of newcomers at home with a session \(later): \(days).", ids, days
        ) {
          ($0.activity.invitedReturns[place] + $0.activity.organicReturns[place], \.cohortMembers)
        },
        retention(
          "retention.invited.day\(days)", "Invited, back after \(span)", "of credited newcomers",
          "The share of newcomers credited to an inviter with a session \(later): \(days).", ids,
          days
        ) { ($0.activity.invitedReturns[place], \.cohortInvited) },
        retention(
          "retention.organic.day\(days)", "Others, back after \(span)", "of other newcomers",
          "The share of newcomers credited to no inviter with a session \(later): \(days).", ids,
          days
        ) { ($0.activity.organicReturns[place], { $0.cohortMembers - $0.cohortInvited }) },
        retention(
          "retention.valued.day\(days)", "With first value, back after \(span)",
          "of newcomers with first value",
          "The share of newcomers who saw first value with a session \(later): \(days).",
          days == 1 ? ["FMX-06"] : [], days
        ) { ($0.activity.valuedReturns[place], \.cohortValued) },
      ]
    }
    + Retention.countable.map { days in
      var metric = Metric(
        key: "retention.active.day\(days)", name: "Active on day \(days)",
        unit: "of newcomers at home", style: .share,
        definition:
          "The share of newcomers at home with a session in the twenty-four hours that begin \(days) "
          + "times twenty-four hours after the first launch, of those whose hours were over before the "
          + "end: what use.retention.\(days) asks for under use.retentionMeans: activity.",
        answers: [], target: nil,
        counts: { run in
          let counted = run.plan.behaviour.use.retention.countedDays
          guard let place = counted.firstIndex(of: days) else { return EventCounts(0, per: 0) }
          return EventCounts(
            run.tally.activity.activeAfter[place],
            per: run.cohorts(before: days + 1, \.cohortMembers))
        })
      metric.isOfOneDay = !Retention().countedDays.contains(days)
      return metric
    } + [
      uninstalls(
        "uninstall.invited", "Invited who uninstall", "credited to an inviter", \.invitedUninstalls,
        \.creditedLaunches),
      uninstalls(
        "uninstall.organic", "Others who uninstall", "credited to no inviter", \.organicUninstalls,
        \.organicLaunches),
      Metric(
        key: "uninstall.excess", name: "Uninstalls of invited above others",
        unit: "of first launches",
        style: .share,
        definition:
          "uninstall.invited less uninstall.organic: what invites add. The model lets both stay alike "
          + "unless use.invitedStay says otherwise, so that they differ only by onboarding and chance.",
        answers: ["D-MET-10"], target: .atMost(0, "D-MET-10"),
        value: { run in
          let (invited, organic) = (
            run.uninstalls(\.invitedUninstalls, \.creditedLaunches),
            run.uninstalls(\.organicUninstalls, \.organicLaunches)
          )
          guard let invited = invited.ratio, let organic = organic.ratio else { return nil }
          return invited - organic
        }),
    ]

  /// Newcomers who remove the app within a week.
  private static func uninstalls(
    _ key: String, _ name: String, _ whose: String,
    _ count: @escaping @Sendable (Tally.Day) -> Int,
    _ launches: @escaping @Sendable (Tally.Day) -> Int
  ) -> Metric {
    Metric(
      key: key, name: name, unit: "of first launches \(whose)", style: .share,
      definition:
        "The share of first launches \(whose), a week or more before the end, after which the app "
        + "was removed within 7 days: by use.uninstall of those who stopped using it.",
      answers: ["D-MET-10"], target: nil, counts: { $0.uninstalls(count, launches) })
  }

  private static func retention(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: [String],
    _ days: Int,
    of counts: @escaping @Sendable (Tally) -> (returned: Int, joined: (Tally.Day) -> Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .share, definition: definition, answers: answers,
      target: nil,
      counts: { run in
        let (returned, joined) = counts(run.tally)
        return EventCounts(returned, per: run.cohorts(before: days, joined))
      })
  }
}

extension Observation {
  /// Returns the removals within a week of a launch, per launch at least a week before the end.
  fileprivate func uninstalls(
    _ count: (Tally.Day) -> Int, _ launches: (Tally.Day) -> Int
  ) -> EventCounts {
    EventCounts(cohorts(before: 7, count), per: cohorts(before: 7, launches))
  }
}

/// A metric in one replication, with its counted events, where it is a count.
public struct MetricReading: Sendable, Hashable {
  /// The value; `nil` where the metric is undefined, as a proportion of zero.
  public let value: Double?
  /// The counts; `nil` where the metric counts no events, as for a quantile.
  public let counts: EventCounts?
  /// The value without events.
  let origin: Double

  /// Creates a value that counts no events.
  public init(_ value: Double?) {
    self.value = value
    counts = nil
    origin = 0
  }

  /// Creates the ratio of events to exposure, above the value without events.
  public init(_ counts: EventCounts, above origin: Double = 0) {
    value = counts.ratio.map { origin + $0 }
    self.counts = counts
    self.origin = origin
  }
}
