import Vocabulary

import GrowthloopFindings
public import GrowthloopModel
import Invites
import Vocabulary

/// The keys that identify the form of a delay: one mapping contains those of one form.
enum DelayForm {
  static let median = "median"
  static let sigma = "sigma"
  static let mean = "mean"

  private static let forms: [Set<String>] = [[median, sigma], [mean], [Evidence.valueKey]]
  private static let allKeys = Set(forms.joined())

  /// Returns the keys of all forms other than the mapping's own; empty if it is no delay.
  static func keys(replacedBy entries: [YAMLEntry]) -> Set<String> {
    guard entries.allSatisfy({ $0.isEvidence || allKeys.contains($0.key) }) else { return [] }
    let keys = Set(entries.filter { !$0.isEvidence }.map(\.key))
    guard !keys.isEmpty, let form = forms.first(where: keys.isSubset) else { return [] }
    return Set(forms.filter { $0 != form }.joined())
  }
}

extension ChannelMix: ScenarioSection {
  public static let fields: [Field<ChannelMix>] = [
    .parameter("messages", \.messages, weight, "Messages."),
    .parameter("whatsapp", \.whatsapp, weight, "WhatsApp."),
    .parameter("telegram", \.telegram, weight, "Telegram."),
    .parameter("email", \.email, weight, "Email."),
    .parameter("airdrop", \.airdrop, weight, "AirDrop."),
    .parameter("other", \.other, weight, "Any other app that is installed."),
  ]

  private static var weight: ValueFormat<Double> { .real(0...1_000_000) }

  public func check(_ reading: SectionReading<ChannelMix>) {
    let weights = [messages, whatsapp, telegram, email, airdrop, other]
    let sum = weights.reduce(0, +)
    // Below this, a proportion of the sum need not be a number.
    if sum < 1e-6 { reading.refuseWhole("gives no channel a weight above 0") }
  }
}

extension Odds: ScenarioSection where Name: RawRepresentable<String> {
  public static var fields: [Field<Odds>] {
    Name.allCases.map { name in
      .parameter(
        name.rawValue, \.[name], .odds,
        "The factor on the odds of a tap for \(name.rawValue): 1 leaves them as they are.")
    }
  }
}

extension ValueFormat<Double> {
  /// The format of a factor on odds.
  static var odds: ValueFormat { .real(0.001...1_000) }
}

extension OrganicArrivals: ScenarioSection {
  public static let fields: [Field<OrganicArrivals>] = [
    .parameter(
      "seeds", \.seeds, .integer(0...Market.most),
      "How many members there are from the start; their phones run the app."
    ),
    .parameter(
      "placement", \.placement, .choice,
      "Who these are: random, for anyone; dense, for whole communities one after another; spread, for as many of each community; connected, for those with the most contacts."
    ),
    .parameter(
      "seedsAre", \.seedsAre, .choice,
      "What these have done before: warm, for having lived with the app as members of the same scenario do; cold, for nothing, as at a launch, although they have stayed for a month."
    ),
    .parameter(
      "organicPerDay", \.organicPerDay, .timesADay(upTo: 10_000_000, isMeanCount: true),
      "How many newcomers without an invite a day brings: people who are no members yet and whose phone runs the app, for as long as there are any."
    ),
    .value(
      "crowd", \.crowd, .none(or: .section(OrganicArrivals.Crowd.self)),
      "Many newcomers at once, as after a television show."),
  ]
}

extension OrganicArrivals.Crowd: ScenarioSection {
  /// Creates a surge of a tenth of the usual market, in the evening of the first Sunday of the
  /// second month.
  public init() { self.init(installs: 10_000, after: .days(34) + .hours(20), within: .hours(2)) }

  public static let fields: [Field<OrganicArrivals.Crowd>] = [
    .parameter(
      "installs", \.installs, .integer(1...Market.most),
      "How many newcomers come: people who are no members yet and whose phone runs the app, as far as there are so many."
    ),
    .parameter("after", \.after, .duration(.zero ... .days(3_650)), "How long after the start."),
    .parameter(
      "within", \.within, .duration(.zero ... .days(365)),
      "In how long they come, at any time of it alike."),
  ]
}

extension ValueFormat where Value == Delay {
  /// The format of a delay: a constant, `{mean: 2d}` or `{median: 9h30m, sigma: 1.6}`.
  ///
  /// The second is exponential, the third log-normal. Of the last, either key may be left out where
  /// the value before was log-normal.
  static var delay: ValueFormat {
    let fixed = ValueFormat<Interval>.duration()
    let expects =
      "a time such as 36h, a mean as in {mean: 2d}, or {median: 9h30m, sigma: 1.6}"
    return ValueFormat(
      expects: expects,
      shape: { _ in .either([fixed.shape(nil), .section(DelayKeys.descriptions)]) },
      encode: { delay in
        switch delay {
        case .fixed(let interval): fixed.encode(interval)
        case .exponential(let mean): .object([.init(DelayForm.mean, fixed.encode(mean))])
        case .logNormal(let median, let sigma):
          .object([
            .init(DelayForm.median, fixed.encode(median)), .init(DelayForm.sigma, .number(sigma)),
          ])
        }
      },
      read: { node, place, start in
        switch node.content {
        case .scalar(let scalar) where !scalar.isNull:
          guard ValueText.interval(scalar.text) != nil else {
            let meant = ValueText.guesses(scalar.text)
            place.refuse(
              node, expecting: expects,
              remedy: meant.isEmpty ? nil : "write \(ValueText.list(meant))")
            return nil
          }
          return fixed.read(node, place, nil).map(Delay.fixed)
        case .mapping:
          return SectionReading<DelayKeys>(node, at: place).read(into: DelayKeys(refining: start))?
            .delay
        case .scalar, .sequence, .unreadable:
          place.refuse(node, expecting: expects)
          return nil
        }
      }, quantity: .delay)
  }
}

extension ValueQuantity<Delay> {
  /// The constant, the mean, or the median with the same sigma.
  fileprivate static var delay: ValueQuantity {
    let time = ValueQuantity<Interval>.time(within: .milliseconds(1)...ValueText.longest)
    return ValueQuantity(
      kind: .time, limits: time.limits,
      number: { delay in
        switch delay {
        case .fixed(let interval), .exponential(let interval), .logNormal(let interval, _):
          time.number(interval)
        }
      },
      replacing: { delay, number in
        switch delay {
        case .fixed(let interval): .fixed(time.replacing(interval, number))
        case .exponential(let mean): .exponential(mean: time.replacing(mean, number))
        case .logNormal(let median, let sigma):
          .logNormal(median: time.replacing(median, number), sigma: sigma)
        }
      })
  }
}

/// The keys of a delay that is a distribution.
private struct DelayKeys: ScenarioSection {
  var median: Interval?
  var sigma: Double?
  var mean: Interval?
  /// The median and sigma of the earlier log-normal value, used where a key is left out.
  private var usualMedian: Interval?
  private var usualSigma: Double?

  init() {}

  init(refining start: Delay?) {
    if case .logNormal(let median, let sigma)? = start {
      usualMedian = median
      usualSigma = sigma
    }
  }

  static let fields: [Field<DelayKeys>] = [
    .value(
      DelayForm.median, \.median, .given(.duration(.milliseconds(1)...)),
      "Half of them take longer."),
    .value(
      DelayForm.sigma, \.sigma, .given(.real(0...10)),
      "The spread of the logarithm: 0 for all alike, 1.6 for from minutes to days."),
    .value(
      DelayForm.mean, \.mean, .given(.duration(.milliseconds(1)...)),
      "The mean of an exponential distribution; instead of the other two."),
  ]

  /// The keys for the schema; none has a default of its own.
  static var descriptions: [FieldDescription] {
    DelayKeys().fieldDescriptions.map { field in
      FieldDescription(
        key: field.key, meaning: field.meaning, expects: field.expects, shape: field.shape,
        defaultValue: nil)
    }
  }

  var delay: Delay? {
    if let mean { return .exponential(mean: mean) }
    guard let median = median ?? usualMedian, let sigma = sigma ?? usualSigma else { return nil }
    return .logNormal(median: median, sigma: sigma)
  }

  func check(_ reading: SectionReading<DelayKeys>) {
    if mean != nil, median != nil || sigma != nil {
      reading.refuse(
        \.mean, "cannot stand beside a median or sigma",
        remedy: "a mean makes it exponential, the other two log-normal")
    } else if delay == nil {
      reading.refuseWhole("needs a mean, or a median and a sigma")
    }
  }
}

extension ValueFormat {
  /// Returns a field for a value without a default, in effect only where it is given.
  fileprivate static func given<Wrapped: Sendable>(
    _ inner: ValueFormat<Wrapped>
  ) -> ValueFormat<Wrapped?> where Value == Wrapped? {
    ValueFormat<Wrapped?>(
      expects: inner.expects, shape: { inner.shape($0 ?? nil) },
      encode: { $0.map(inner.encode) ?? .null },
      read: { node, place, start in inner.read(node, place, start ?? nil).map { .some($0) } })
  }
}

extension ValueFormat where Value == Double {
  /// Returns the format of an average number of events a day: zero, or at least one in a million
  /// days.
  ///
  /// A smaller number would give meaningless waits, up to infinite ones. `isMeanCount` says that
  /// the events come independently, so that their count has the spread of a Poisson number.
  static func timesADay(upTo most: Double, isMeanCount: Bool = false) -> ValueFormat {
    let least = 0.000_001
    let real = ValueFormat.real(0...most)
    return ValueFormat(
      expects: real.expects, shape: real.shape, encode: real.encode,
      read: { node, place, start in
        // `300/day` and `9000/month` name the time that is meant anyway.
        if case .scalar(let scalar) = node.content,
          let rate = Rate(
            scalar.text.replacing("/month", with: "/30d").replacing("/year", with: "/365d")),
          case let aDay = rate.events(in: .days(1)), aDay <= most
        {
          place.refuse(
            node, expecting: real.expects,
            remedy: "write \(OrderedJSON.number(aDay).asYAML): it is a number a day")
          return nil
        }
        guard let value = real.read(node, place, start) else { return nil }
        guard value == 0 || value >= least else {
          place.refuse(node, "is too rare to ever happen", remedy: "write 0")
          return nil
        }
        return value
      },
      quantity: {
        var quantity = ValueQuantity.number(within: least...most)
        quantity.isMeanCount = isMeanCount
        return quantity
      }())
  }
}
