import GrowthloopFindings
import Statistics

/// The stage of a run's own funnel whose plain improvement would move a goal most.
///
/// It is an upper bound, and no forecast: the stage is put at 100%, and all others stay as they were
/// measured. Saturation, which grows with success, only lowers it.
struct WayToGoal {
  /// The stage at 100%, as a condition: `every recipient opened the link (40.2% do)`.
  let condition: String
  /// The greatest value that the goal's metric could have.
  let bound: Double
  /// The greatest value with every stage at 100% at once.
  let boundOfAll: Double
  let target: GateLimit
  let style: NumberStyle

  var reachesTarget: Bool { target.isKept(by: bound) }

  /// The way in words, with its bound and what it means for the goal.
  var words: String {
    let end =
      if reachesTarget {
        ", which would meet the goal"
      } else if target.isKept(by: boundOfAll) {
        ", still not the goal: several stages would have to rise together"
      } else {
        ", still not the goal, nor would all stages together meet it"
      }
    return "if \(condition): at most \(style.text(bound))\(end)"
  }
}

extension WayToGoal {
  /// Finds the way to the goal of `figure`; `nil` where its funnel has no stages that were measured.
  init?(to figure: Figure, in figures: Figures) {
    // Only a goal above the measurement can be approached by more of something.
    guard let target = figure.target, target.side == .above,
      let reached = figure.measured.high ?? figure.measured.value, reached > 0
    else { return nil }
    let stages = Self.stages(of: figure.key).compactMap { stage in
      stage.rate(figures).flatMap { rate in
        (0.000_001..<1).contains(rate) ? (stage: stage, rate: rate) : nil
      }
    }
    let found =
      stages.isEmpty ? Self.screens(of: figure, reached, figures) : nil
    if let found {
      condition = found.condition
      bound = found.bound
      boundOfAll = 1
    } else {
      guard let least = stages.min(by: { $0.rate < $1.rate }) else { return nil }
      condition =
        "\(least.stage.ideal) (\(NumberStyle.share.text(least.rate)) \(least.stage.verb))"
      let most = figure.measured.style == .share ? 1 : Double.infinity
      bound = min(most, reached / least.rate)
      boundOfAll = min(most, stages.reduce(reached) { $0 / $1.rate })
    }
    self.target = target
    style = figure.measured.style
  }

  /// A stage of the loop, which multiplies what the stage before gives.
  private struct Stage {
    /// The stage at 100%, as a condition.
    let ideal: String
    /// The verb that follows its share of today.
    var verb = "do"
    let rate: @Sendable (Figures) -> Double?
  }

  private static func rate(_ key: String) -> @Sendable (Figures) -> Double? {
    { $0[key]?.measured.value }
  }

  private static let sender = Stage(ideal: "every member at home sent as much as senders do") {
    figures in
    guard let invites = figures["sends.recipients"]?.measured.value,
      let perSender = figures["sends.perSender"]?.measured.value, perSender > 0,
      let members = figures["members.atHome"]?.measured.value, members > 0
    else { return nil }
    return invites / perSender / members
  }
  private static let monthlySender = Stage(
    ideal: "every active member sent each month as much as senders do",
    rate: rate("sends.senderShare"))
  private static let flow = Stage(
    ideal: "every opening of the invite flow ended in an invite", rate: rate("flow.completion"))
  private static let share = Stage(ideal: "every opening of the invite flow ended in a share") {
    figures in
    guard let shares = figures["sends.completions"]?.measured.value,
      let opened = figures["flow.opened"]?.measured.value, opened > 0
    else { return nil }
    return shares / opened
  }
  private static let tap = Stage(
    ideal: "every recipient opened the link", rate: rate("conversion.tapped"))
  /// Taps of members and on phones that the app does not run on are no one's to win.
  private static let launch = Stage(
    ideal: "everyone who could install the app after a tap launched it"
  ) { figures in
    guard let launched = figures["conversion.launched"]?.measured.value,
      let tapped = figures["conversion.tapped"]?.measured.value, tapped > 0,
      let members = figures["taps.byMembers"]?.measured.value,
      let otherPhones = figures["taps.notOnIOS"]?.measured.value, members + otherPhones < 1
    else { return nil }
    return launched / tapped / (1 - members - otherPhones)
  }
  private static let home = Stage(
    ideal: "everyone who launched the app after an invite reached home",
    rate: rate("onboarding.invitedCompletion"))
  private static let credit = Stage(
    ideal: "every invited launch were credited to its sender", verb: "are",
    rate: rate("credit.rightShare"))

  private static func stages(of key: String) -> [Stage] {
    switch key {
    case "k.cohort": [sender, flow, tap, launch, home, credit]
    case "k.month": [monthlySender, flow, tap, launch, home, credit]
    case "k.sender": [flow, tap, launch, home, credit]
    case "k.effective", "k.basic": [sender, flow, tap, launch, home]
    case "sends.perActiveMonth": [monthlySender, share]
    case "conversion.home", "conversion.homePerShare": [tap, launch, home]
    case "conversion.homeOfTapped": [launch, home]
    case "conversion.signedUp": [tap, launch]
    default: []
    }
  }

  /// Returns the screen of onboarding at which most newcomers left, for the goal that counts them.
  private static func screens(
    of figure: Figure, _ reached: Double, _ figures: Figures
  ) -> (condition: String, bound: Double)? {
    guard figure.key == "onboarding.completion",
      let invited = figures["members.invited"]?.measured.value,
      let organic = figures["members.organic"]?.measured.value, invited + organic > 0
    else { return nil }
    let prefix = "onboarding.leftAt."
    let left = figures.all.filter { $0.key.hasPrefix(prefix) }.compactMap { figure in
      figure.measured.value.map { (screen: figure.key.dropFirst(prefix.count), count: $0) }
    }
    guard let worst = left.max(by: { $0.count < $1.count }), worst.count > 0 else { return nil }
    let share = worst.count / (invited + organic)
    return (
      "no newcomer left at the screen '\(worst.screen)' (\(NumberStyle.share.text(share)) do)",
      min(1, reached + share)
    )
  }
}
