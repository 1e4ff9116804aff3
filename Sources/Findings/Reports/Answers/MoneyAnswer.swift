import GrowthloopFindings
import Statistics

extension MoneyFound {
  /// What the change costs and brings, in sentences; `nil` where too little was measured.
  var sentences: String? {
    guard let newcomers = self["newcomers"], let cost = self["cost"], let gain = self["gain"],
      newcomers.interval != nil
    else { return nil }
    let parts = [
      brought(newcomers, cost), verdict(gain), widestGuess, breakEven, anyway, enough, advertised,
    ].compactMap(\.self)
    return parts.joined(separator: " ")
  }

  private func brought(_ newcomers: Measure, _ cost: Measure) -> String {
    let subject =
      reward.map { reward in
        reward.isForThree
          ? "A month of premium for three friends, at \(amount(reward.inviter)),"
          : "A reward of \(amount(reward.inviter)) for the inviter and \(amount(reward.friend)) for the friend"
      } ?? "The change"
    guard newcomers.isSure else {
      return
        "\(subject) brings no newcomers for sure: between \(newcomers.ends). It costs "
        + "\(amount(cost))."
    }
    guard (newcomers.value ?? 0) > 0 else {
      let saved = (cost.value ?? 0) < 0 ? " It saves \(amount(-(cost.value ?? 0)))." : ""
      return
        "\(subject) loses \(count(newcomers)) newcomers (\(newcomers.intervalName) of the change: "
        + "\(newcomers.ends)).\(saved)"
    }
    let each = self["perNewcomer"].map { each in
      (each.value ?? 0) < 0
        ? " It saves \(amount(-(cost.value ?? 0))) beside them."
        : " Each of them costs \(withEnds(each))\(alsoForOthers) and is worth \(amount(worth))."
    }
    return
      "\(subject) brings \(count(newcomers)) further newcomers, invited or not (\(newcomers.intervalName): "
      + "\(newcomers.ends)).\(each ?? "")"
  }

  /// Why a newcomer costs more than a reward.
  private var alsoForOthers: String {
    guard let reward, reward.inviter + reward.friend > 0 else { return "" }
    return ", since friends who come anyway are rewarded too,"
  }

  private func verdict(_ gain: Measure) -> String? {
    guard let value = gain.value else { return nil }
    let size = amount(value.magnitude)
    guard gain.isSure else {
      return "Whether it pays is not decided: the gain lies between \(gain.ends) \(currency)."
    }
    let rate = self["return"].map { ", a return of \($0.text) (\($0.ends))" } ?? ""
    return value > 0
      ? "It pays: it gains \(size) (\(gain.intervalName): \(gain.ends))\(rate)."
      : "It does not pay: it loses \(size) (\(gain.intervalName) of the gain: \(gain.ends))\(rate)."
  }

  /// What the interval leaves out: the input that moves the gain most.
  private var widestGuess: String? {
    guard let guess, let range = guess.parameter.range, let low = Double(range.low),
      let high = Double(range.high)
    else { return nil }
    let (key, ends) = (guess.parameter.name, [low, high].map(SettingWords.short))
    let subject =
      key == "money.falseClaims" ? "the share of false claims" : "how much more people share"
    let what = "It rests on \(range.isAssumed ? "a guess, " : "")\(subject) (\(key))"
    guard let atLow = guess.atLow, let atHigh = guess.atHigh else {
      return "\(what), from \(ends[0]) to \(ends[1]): try '--set \(key)=\(ends[0])'."
    }
    return
      "\(what): at \(ends[0]) the gain is about \(amount(atLow)), at \(ends[1]) about \(amount(atHigh))."
  }

  private var breakEven: String? {
    guard let most = self["breakEven"], let reward else { return nil }
    let given = reward.inviter + reward.friend
    guard let value = most.value, value > 0 else { return "No reward would pay for itself." }
    let what = reward.isForThree ? "a month" : "a friend, both sides together"
    return "It pays for itself up to \(withEnds(most)) \(what). You give \(amount(given))."
  }

  private var anyway: String? {
    self["anyway"].map { "\($0.text) of the rewards go to friends who come anyway." }
  }

  private var enough: String? {
    guard let reward, reward.inviter + reward.friend > 0 else { return nil }
    let said =
      "This takes it that the reward makes people share \(NumberText.percent(lift)) more (money.rewardLift)."
    guard let from = self["lift"]?.value else { return said }
    return from > 1
      ? "Not even twice as much sharing would make it pay. \(said)"
      : "It pays from about \(NumberText.percent(from)) more sharing. \(said)"
  }

  private var advertised: String? {
    self["advertised"].map { "A newcomer by advertising costs \(withEnds($0))." }
  }

  private func amount(_ number: Double) -> String {
    let text =
      number.magnitude < 1_000 ? NumberText.significant(number) : NumberText.grouped(number)
    return "\(text) \(currency)"
  }
  private func amount(_ measure: Measure) -> String { measure.value.map(amount) ?? "–" }
  private func count(_ measure: Measure) -> String {
    NumberText.grouped((measure.value ?? 0).magnitude)
  }
  private func withEnds(_ measure: Measure) -> String {
    "\(amount(measure)) (\(measure.ends))"
  }

  /// The numbers as a section of page and terminal.
  var section: Section {
    Section(
      "What it costs, and what it brings", anchor: "money",
      [
        .table(
          Table(
            ["", .number("mean"), .number("95% interval"), "unit"],
            figures.map { [$0.name, $0.measured.text, $0.measured.ends, $0.unit] }))
      ])
  }
}

extension ComparisonFindings {
  /// What the measured landing page costs in newcomers, a line; empty without one.
  var landingSentences: [String] {
    guard let landing else { return [] }
    let rows = zip(landing.losses, variants).compactMap { loss, variant -> LandingCost? in
      guard let home = variant.metrics.first(where: { $0.metric == PeopleByInvite.metric }),
        let interval = home.measured.interval, let base = home.base
      else { return nil }
      return (loss, interval, base)
    }
    guard !rows.isEmpty else { return [] }
    let times = [("half", landing.p50), ("nine in ten", landing.p90), ("99 in 100", landing.p99)]
      .compactMap { words, time in time.map { "\(words) within \(NumberText.significant($0)) ms" } }
    let length = days.map { " in \($0.counting("day"))" } ?? ""
    return [
      "The landing page of \(landing.run) comes \(times.joined(separator: ", ")). Beside a page that comes "
        + "at once \(Self.words(rows, in: length, landing.range))"
        + " The generator's times have no phone, no radio and no drawing of the page: add them to "
        + "recipients.landing.time if they count."
    ]
  }

  /// What a second of waiting costs of the installs, and what the page changes of the people by
  /// invites, who are so many at the base.
  private typealias LandingCost = (loss: Double, change: Estimate, base: Double)

  /// What each loss by the second comes to; one bound where none is shown to cost anyone.
  private static func words(
    _ rows: [LandingCost], in length: String, _ range: LandingRange?
  ) -> String {
    func share(_ lost: Double, of base: Double) -> String {
      base > 0 ? ", \(NumberText.percent(lost / base)) of those who come by invites" : ""
    }
    func condition(_ loss: Double) -> String {
      "if a second of waiting costs \(NumberText.percent(loss)) of the installs"
    }
    guard rows.contains(where: { $0.change.low > 0 || $0.change.high < 0 }) else {
      let worst = rows.min { $0.change.low < $1.change.low }
      let most = max(0, -(worst?.change.low ?? 0))
      let part = share(most, of: worst?.base ?? 0)
      let bound = most < 1 ? "fewer than one" : "at most \(PeopleByInvite.text(most))\(part)"
      return "no loss of newcomers is shown\(length): it is \(bound), also "
        + "\(condition(rows.map(\.loss).max() ?? 0))."
    }
    let costs = rows.map { loss, change, base in
      "\(NumberText.decimal(-change.value, 0)) newcomers\(share(-change.value, of: base)) (95% interval: "
        + "\(NumberText.decimal(-change.high, 0)) to \(NumberText.decimal(-change.low, 0))), \(condition(loss))"
    }
    return "that costs\(length) \(costs[0]). "
      + (costs.dropFirst().map { "It costs \($0)." } + [range?.sentence].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension LandingRange {
  /// On what loss a second the cost rests, and how far it goes by what is known of that.
  var sentence: String {
    let isAssumed = second.range?.isAssumed == true
    let isMeasured = second.isOwn && !isAssumed
    let basis =
      isAssumed ? "an assumed range" : isMeasured ? "its own range" : "the range of its source"
    let seconds = [second.range?.low, second.range?.high].compactMap(\.self)
      .map { Double($0).map(SettingWords.short) ?? $0 }.joined(separator: " to ")
    let ends = [least, most].map(\.magnitude).sorted().map(NumberText.percent)
      .joined(separator: " to ")
    return
      "It rests on \(Double(second.value).map(SettingWords.short) ?? second.value) of the installs lost a "
      + "second. With \(seconds), \(basis), the page \(least < 0 ? "brings \(ends) more" : "costs \(ends) of them")"
      + (isMeasured ? "." : ": measure \(second.name) first.")
  }
}
