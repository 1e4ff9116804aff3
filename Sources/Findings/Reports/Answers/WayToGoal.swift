import GrowthloopFindings
import Statistics

/// The stage of a run's own funnel whose plain improvement would move a goal most.
///
/// It is an upper bound, and no forecast: the stage is put at 100%, and all others stay as they were
/// measured. Saturation, which grows with success, only lowers it.
struct WayToGoal {
  /// The stage as it is: `40.2% of recipients open the link`.
  let today: String
  /// The stage at 100%, as a condition.
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
        ", which would meet the target"
      } else if target.isKept(by: boundOfAll) {
        ", still not the target: several stages would have to rise together"
      } else {
        ", still not the target, nor would all stages together meet it"
      }
    return "today \(today). If \(condition) did, it would be at most \(style.text(bound))\(end)"
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
      today = found.today
      condition = "none of them"
      bound = found.bound
      boundOfAll = 1
    } else {
      guard let least = stages.min(by: { $0.rate < $1.rate }) else { return nil }
      today = "\(NumberStyle.share.text(least.rate)) of \(least.stage.words)"
      condition = "all of them"
      let most = figure.measured.style == .share ? 1 : Double.infinity
      bound = min(most, reached / least.rate)
      boundOfAll = min(most, stages.reduce(reached) { $0 / $1.rate })
    }
    self.target = target
    style = figure.measured.style
  }

  /// A stage of the loop, which multiplies what the stage before gives.
  private struct Stage {
    /// Who takes the stage, after a share of them: `recipients open the link`.
    let words: String
    let rate: @Sendable (Figures) -> Double?
  }

  private static func rate(_ key: String) -> @Sendable (Figures) -> Double? {
    { $0[key]?.measured.value }
  }

  private static let sender = Stage(words: "members at home send invites") {
    figures in
    guard let invites = figures["sends.recipients"]?.measured.value,
      let perSender = figures["sends.perSender"]?.measured.value, perSender > 0,
      let members = figures["members.atHome"]?.measured.value, members > 0
    else { return nil }
    return invites / perSender / members
  }
  private static let monthlySender = Stage(
    words: "active members send invites in a month",
    rate: rate("sends.senderShare"))
  private static let flow = Stage(
    words: "openings of the invite flow end in an invite", rate: rate("flow.completion"))
  private static let share = Stage(words: "openings of the invite flow end in a share") {
    figures in
    guard let shares = figures["sends.completions"]?.measured.value,
      let opened = figures["flow.opened"]?.measured.value, opened > 0
    else { return nil }
    return shares / opened
  }
  private static let tap = Stage(
    words: "recipients open the link", rate: rate("conversion.tapped"))
  /// Taps of members and on phones that the app does not run on are no one's to win.
  private static let launch = Stage(
    words: "people who can install the app after a tap launch it"
  ) { figures in
    guard let launched = figures["conversion.launched"]?.measured.value,
      let tapped = figures["conversion.tapped"]?.measured.value, tapped > 0,
      let members = figures["taps.byMembers"]?.measured.value,
      let otherPhones = figures["taps.notOnIOS"]?.measured.value, members + otherPhones < 1
    else { return nil }
    return launched / tapped / (1 - members - otherPhones)
  }
  private static let home = Stage(
    words: "those who launch the app after an invite reach home",
    rate: rate("onboarding.invitedCompletion"))
  private static let credit = Stage(
    words: "invited launches earn their sender the credit",
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
  ) -> (today: String, bound: Double)? {
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
      "\(NumberStyle.share.text(share)) of newcomers leave at the screen '\(worst.screen)'",
      min(1, reached + share)
    )
  }
}
