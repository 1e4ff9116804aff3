import GrowthloopReports

/// A kind of product, with the numbers that hold where a team knows none of its own.
struct ProductTemplate {
  /// A number as a scenario spells it, and who says so; `nil` for an assumption.
  typealias Number = (value: String, source: String?)

  let name: String
  let sessions: Number
  let retention: String
  let share: Number
  let invites: Number
  let tap: Number
  let install: Number
  let signUp: Number

  static let all = [
    ProductTemplate(
      name: "messenger", sessions: ("4", nil), retention: "1: 40%, 7: 25%, 30: 15%",
      share: ("12%", nil), invites: ("2", nil), tap: ("45%", nil), install: store,
      signUp: ("75%", code)),
    ProductTemplate(
      name: "photo", sessions: ("2", nil), retention: "1: 23%, 7: 12%, 30: 6%",
      share: ("8%", nil), invites: ("3", nil), tap: ("35%", nil), install: store,
      signUp: ("80%", nil)),
    ProductTemplate(
      name: "marketplace", sessions: ("0.5", nil), retention: "1: 20%, 7: 10%, 30: 5%",
      share: ("5%", nil), invites: ("3", nil), tap: ("40%", clicks), install: store,
      signUp: ("70%", nil)),
    ProductTemplate(
      name: "utility", sessions: ("1", nil), retention: "1: 25%, 7: 12%, 30: 6%",
      share: ("3%", nil), invites: ("2", nil), tap: ("30%", nil), install: store,
      signUp: ("85%", nil)),
    ProductTemplate(
      name: "saas", sessions: ("1", nil), retention: "1: 40%, 7: 30%, 30: 25%",
      share: (
        "15%", "grafana/grafana#102538: 15 % of new organisations invite, in another product"
      ), invites: ("3", nil), tap: ("65%", nil), install: ("85%", nil), signUp: ("90%", nil)),
  ]

  private static let store = (
    value: "25%", source: "AppTweak, first half of 2024: 25 % of US page views, all apps"
  )
  private static let code = "IDlayr: 20 to 30 % leave where a code is asked for"
  private static let clicks = "Friendbuy: 1.8 to 2.8 clicks a share"

  /// The name of the template that writes the rules of Rin, and no numbers of a product.
  static let rin = "rin"
  static var names: [String] { all.map(\.name) + [rin] }

  static let option = CommandOption(
    "--template", "NAME",
    "the kind of product: \(names.joined(separator: ", ")) (default: rin, with the options above)",
    completion: .words { names })

  /// What a team knows of its product; each has a default by the template.
  static let actives = Question(
    "actives", "N", "(--template) members who are active in a month", usually: "20_000")
  static let organic = Question(
    "organic-per-day", "N", "(--template) newcomers a day without an invite", usually: "300")
  static let known = [
    CommandOption("--share", "SHARE", "(--template) the share of actives who share in a month"),
    CommandOption("--invites", "N", "(--template) how many people a share reaches"),
    CommandOption("--tap", "SHARE", "(--template) the share of recipients who tap"),
    CommandOption("--install", "SHARE", "(--template) the share of taps that install"),
    CommandOption("--sign-up", "SHARE", "(--template) the share of newcomers who reach home"),
    CommandOption(
      "--retention", "DAY:SHARE,…",
      "(--template) the share of newcomers active on any days, such as 1:35%,7:15%,30:8%"),
  ]
  static var options: [CommandOption] {
    [option] + [actives, organic].map(\.option) + known
  }

  /// Returns the scenario of a product: what the team says, else what the template has.
  func text(
    title: String, actives: String, organic: String, people: String?, days: String,
    said: [String: String]
  ) -> String {
    func number(_ key: String, _ usual: Number) -> String {
      if let said = said[key] {
        return "{value: \(said), source: our own numbers, grade: A}"
      }
      guard let source = usual.source else { return "\(usual.value)  # assumed" }
      return "{value: \(usual.value), source: \"\(source)\", grade: B}"
    }
    func observed(_ key: String, _ usual: Number) -> String {
      if let said = said[key] { return "{value: \(said), source: our own numbers}" }
      return "\(usual.value)  # \(usual.source ?? "assumed")"
    }
    let retention = said["retention"].map {
      $0.replacing(",", with: ", ").replacing(":", with: ": ")
    }
    // Twenty times the actives, as long as no one says more.
    let market = people ?? "\((Int(actives.filter { $0 != "_" && $0 != "," }) ?? 20_000) * 20)"
    return """
      # A product of the kind '\(name)', in its team's own numbers. Everything else has a default:
      # 'growthloop schema --reference' lists it, 'growthloop check --parameters' what it rests on.

      title: \(title)
      question: How many people come by invites?
      answer: members.invitedHome
      profile: product
      replications: 16
      days: \(days)

      # What was measured. Before a run one input of each is moved until it comes out.
      observed:
        members.active: \(actives)
        sends.senderShare: \(observed("share", share))
        onboarding.completion: \(observed("sign-up", signUp))

      market:
        people: \(market)
        # The share of people whose phone the app runs on.
        iOSShare: 100%

      arrivals:
        organicPerDay: \(organic)

      use:
        sessionsPerDay: \(number("sessions", sessions))
        # The share of newcomers who are active on that day, by any days.
        retention: {\(retention ?? self.retention)}\(retention == nil ? "  # assumed" : "")

      sharing:
        # How many people a share reaches.
        recipients: \(number("invites", invites))

      recipients:
        tap: \(number("tap", tap))
        install: \(number("install", install))

      # The rules 'product' know no contacts and no duplicates; no one leaves where a code is asked for.
      firstRun: {dropAtCode: 0%}

      """
  }
}
