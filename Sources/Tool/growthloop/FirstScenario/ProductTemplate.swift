import GrowthloopFindings
import GrowthloopReports
import Statistics
import Vocabulary

/// A kind of product, with the numbers that hold where a team knows none of its own.
struct ProductTemplate {
  /// A number as a scenario spells it, and who says so; `nil` for an assumption.
  typealias Number = (value: String, source: String?)

  let name: String
  /// Newcomers a day who keep a product of this kind about as large as it is; assumed.
  let organic: String
  let sessions: Number
  /// The shares of newcomers who are active on a day.
  let retention: [(day: Int, share: Number)]
  let share: Number
  let invites: Number
  let tap: Number
  let install: Number
  let signUp: Number
  var parts: Set<Part> = []

  static let all = [
    ProductTemplate(
      name: "messenger", organic: "350", sessions: ("4", nil),
      retention: [(1, ("40%", nil)), (7, ("25%", nil)), (30, ("15%", nil))], share: ("12%", nil),
      invites: ("2", nil), tap: ("45%", nil), install: store, signUp: ("70%", code),
      parts: [.contacts, .code]),
    ProductTemplate(
      name: "photo", organic: "500", sessions: ("2", nil),
      retention: [
        (1, ("23%", "Adjust 2023: 23 % of installs of social apps")), (7, ("12%", nil)),
        (30, month),
      ], share: ("8%", nil), invites: ("3", nil), tap: ("35%", nil), install: store,
      signUp: ("80%", nil)),
    ProductTemplate(
      name: "marketplace", organic: "450", sessions: ("0.5", nil),
      retention: [(1, ("20%", nil)), (7, ("10%", nil)), (30, ("5%", nil))],
      share: ("5%", "InviteReferrals: 5 % of customers refer"),
      invites: (
        "5", "Friendbuy: 1.8 to 2.8 clicks a share, of which a tap of 40 % makes 4.5 to 7 people"
      ),
      tap: ("40%", nil), install: store, signUp: ("70%", nil)),
    ProductTemplate(
      name: "utility", organic: "450", sessions: ("1", nil),
      retention: [
        (1, ("25%", "Adjust 2023: 22 to 29 % of installs")), (7, ("12%", nil)), (30, month),
      ], share: ("3%", nil), invites: ("2", nil), tap: ("30%", nil), install: store,
      signUp: ("85%", nil)),
    ProductTemplate(
      name: "saas", organic: "100", sessions: ("1", nil),
      retention: [(1, ("40%", nil)), (7, ("30%", nil)), (30, ("25%", nil))],
      // Grafana has 15 % of new organisations, which are not asked every month.
      share: ("6%", nil),
      invites: ("3", nil), tap: ("65%", converts), install: ("85%", converts),
      signUp: ("90%", converts)),
  ]

  private static let store = (
    value: "25%", source: "AppTweak, first half of 2024: 25 % of US page views, all apps"
  )
  private static let month = (
    value: "6%", source: "benchmarks beside Adjust 2023, which has 4.1 % on iOS"
  )
  private static let code = "IDlayr: 20 to 30 % leave where a code is asked for"
  private static let grafana = "grafana/grafana#102538"
  private static let converts =
    "\(grafana): more than half of invites convert; how it splits is assumed"

  /// The name of the template that writes the rules of Rin, and no numbers of a product.
  static let rin = "rin"
  static var names: [String] { all.map(\.name) + [rin] }

  /// A part that not every product has, with the settings that bring it.
  enum Part: String, CaseIterable {
    case contacts, duplicates, home, code

    /// Returns the parts of a list, such as "contacts,code"; none for "none".
    static func list(_ text: String) throws -> Set<Part> {
      var parts = Set<Part>()
      let names = allCases.map(\.rawValue)
      for word in text.split(separator: ",").map({ $0.filter { $0 != " " } }) where word != "none" {
        guard let part = Part(rawValue: word) else {
          throw UsageError(
            description: "there is no part '\(word)'\(Suggestion.phrase(for: word, among: names)); "
              + "there are \(names.joined(separator: ", ")), or none")
        }
        guard part != .duplicates else {
          throw UsageError(
            description: "only Rin's rules know duplicates: write '--template rin', "
              + "and your numbers in its file")
        }
        parts.insert(part)
      }
      return parts
    }
  }

  /// What is asked on a terminal before all else.
  static let kind = Question(
    "template", "NAME", "the kind of product: \(names.joined(separator: ", "))",
    usually: "rin, with the options above", among: names)
  static let partsOption = CommandOption(
    "--parts", "PART,…",
    "(--template) what the product has, of \(Part.allCases.map(\.rawValue).joined(separator: ", ")), or none: "
      + "invites to people picked from contacts, a home screen with cards, sign-up by a code (default: by "
      + "the template)")
  static let since = Question(
    "since", "DATE", ofProduct: "the date on which the invites started",
    usually: "more than four weeks ago")
  static let funnel = CommandOption(
    "--funnel", "FILE",
    "(--template) a table with the columns stage,count, such as sent,4100 below tapped,1500, for the "
      + "numbers between its stages that no option gives", completion: .file)

  /// What a team knows of its product; each has a default by the template.
  static let known = [
    Question("actives", "N", ofProduct: "members who are active in a month"),
    Question("organic-per-day", "N", ofProduct: "newcomers a day without an invite"),
    Question("share", "SHARE", ofProduct: "the share of actives who share in a month"),
    Question("invites", "N", ofProduct: "how many people a share reaches"),
    Question("tap", "SHARE", ofProduct: "the share of recipients who tap"),
    Question("install", "SHARE", ofProduct: "the share of taps that install"),
    Question("sign-up", "SHARE", ofProduct: "the share of newcomers who reach home"),
    Question(
      "retention", "DAY:SHARE,…",
      ofProduct: "the share of newcomers active on any days, such as 1:35%,7:15%,30:8%"),
  ]
  /// The questions whose number may have its count, by key, each with an example.
  static let countedExamples = [
    "organic-per-day": "300 of 28, for 28 days", "tap": "35% of 41_200",
    "install": "20% of 14_000", "retention": "1:35% of 9_000,7:15% of 9_000",
  ]
  static var options: [CommandOption] {
    [kind.option] + known.map(\.option) + [funnel, since.option, partsOption]
  }

  /// Refuses an answer that a file would take for another number, or for none.
  ///
  /// - Throws: `UsageError` with the option and what to write.
  static func check(_ answer: String, to key: String) throws {
    if answer.wholeMatch(of: /\d{1,3}([.,]\d{3})+/) != nil {
      let plain = answer.replacing(/[.,]/, with: "_")
      throw UsageError(
        description: "'--\(key) \(answer)' has a mark for thousands: write \(plain)")
    } else if ["share", "tap", "install", "sign-up"].contains(key), let share = Double(answer),
      share > 1
    {
      throw UsageError(
        description: "'--\(key) \(answer)' is more than everybody: write \(answer)%")
    }
  }

  /// Refuses more active members than people.
  ///
  /// - Throws: `UsageError` with the options and what to write.
  func checkPeople(of product: Product) throws {
    let said = product.said["actives"]?.value
    let actives = said ?? usual("actives")
    guard let people = product.people, let most = ValueText.real(people),
      let count = ValueText.real(actives), count > most
    else { return }
    throw UsageError(
      description: said == nil
        ? "'--people \(people)' is less than the \(actives) active members that the template assumes: "
          + "give '--actives' as well, at most \(people)"
        : "'--actives \(actives)' is more than '--people \(people)': write at most \(people) actives, "
          + "or more people")
  }

  /// Returns the number that holds for a question that no one answers.
  func usual(_ key: String) -> String { number(key).value }

  private func number(_ key: String) -> Number {
    switch key {
    case "actives": ("20_000", nil)
    case "organic-per-day": (organic, nil)
    case "share": share
    case "invites": invites
    case "tap": tap
    case "install": install
    case "sign-up": signUp
    default: (retention.map { "\($0.day):\($0.share.value)" }.joined(separator: ","), nil)
    }
  }

  /// Returns the scenario of a product: what the team says, else what the template has.
  func text(of product: Product, today: Int64) -> String {
    func written(_ number: Number) -> String {
      guard let source = number.source else { return "\(number.value)  # assumed" }
      return "{value: \(number.value), source: \"\(source)\", grade: B}"
    }
    func input(_ key: String) -> String { product.input(key) ?? written(number(key)) }
    func observed(_ key: String) -> String {
      if let said = product.output(key) { return said }
      let usual = number(key)
      return usual.source.map { "{value: \(usual.value), source: \"\($0)\"}" }
        ?? "\(usual.value)  # assumed"
    }
    let retention =
      product.retention.isEmpty
      ? self.retention.map { ($0.day, written($0.share)) }
      : product.retention.map { ($0.day, Product.input($0.share)) }
    let actives = ValueText.real(product.said["actives"]?.value ?? usual("actives")) ?? 20_000
    let parts = product.parts ?? self.parts
    return """
      # A product of the kind '\(name)', in its team's own numbers. A number that is assumed has no
      # source, and may be off by a factor of two. Everything else has a default: 'growthloop schema
      # --reference' lists it, 'growthloop check --parameters' says what it rests on.

      title: \(product.title)
      question: How many people come by invites?
      answer: members.invitedHome
      profile: product
      replications: 16
      days: \(product.days)
      \(start(of: product, today: today))
      # What was measured. Before a run other inputs are moved until these numbers come out.
      observed:
        members.active: \(observed("actives"))
        sends.senderShare: \(observed("share"))
        onboarding.completion: \(observed("sign-up"))

      market:
        # Everybody who could ever join.
        people: \(product.people ?? ValueText.spelt(Int(min(actives * 20, 100_000_000))))
        # The share of people whose phone the app runs on.
        iOSShare: 100%

      arrivals:
        # Newcomers a day without an invite.
        organicPerDay: \(input("organic-per-day"))
      \(seeds(of: product, today: today))
      use:
        sessionsPerDay: \(written(sessions))
        # The share of newcomers who are active on that day, by any days.
        retention:\(retention.map { "\n    \($0): \($1)" }.joined())

      sharing:
        # How many people a share reaches.
        recipients: \(input("invites"))

      recipients:
        tap: \(input("tap"))
        install: \(input("install"))
      \(Self.settings(of: parts))
      # A test of a message: 'growthloop experiment'. That it wins a tenth more taps is assumed.
      experiment:
        arms: {control: {}, message: {recipients: {tap: \(Self.aTenthMore(than: product.said["tap"]?.value ?? tap.value))}}}
        unit: inviter
        metric: conversion.tapped
        starts: 14d
        looks: 2d
        # The runs of each design: more make its answer surer, and take longer.
        replications: \(Self.replications(of: actives))

      # How to roll a change out: 'growthloop rollout'. What if it is bad: a fifth of the shares fails.
      rollout:
        guardrails: [{metric: flow.sheetCompletion}]
        defect: {sharing.complete: 60%}

      """
  }

  /// Returns how often each design is run, so that a large product does not take long.
  private static func replications(of actives: Double) -> Int {
    Int(min(max(200_000 / max(actives, 1), 10), 100))
  }

  /// Returns a share that is a tenth higher, and no more than everybody.
  private static func aTenthMore(than share: String) -> String {
    let percent = 110 * (ValueText.share(share) ?? 0.4)
    return "\(NumberText.decimal(min(percent, 100), 1))%"
  }

  /// Returns the date of the first day, where the team says since when the loop runs.
  private func start(of product: Product, today: Int64) -> String {
    guard let since = product.since else { return "" }
    let monday = Product.monday(of: product.hasLived(until: today) ? max(today, since) : since)
    return "start: \(monday)\n"
  }

  /// Returns what the members of the start have done before.
  private func seeds(of product: Product, today: Int64) -> String {
    guard product.since != nil else { return "" }
    return product.hasLived(until: today)
      ? "  # They have lived with the loop.\n  seedsAre: warm\n"
      : "  # The loop is new to them.\n  seedsAre: cold\n"
  }

  /// Returns the settings of every product, and those that bring its parts.
  private static func settings(of parts: Set<Part>) -> String {
    var text =
      "\npolicy:\n  # A share sends one link to several people, and each of them may accept it.\n"
      + "  link.maxAcceptances: none\n"
    if parts.contains(.contacts) {
      text +=
        "  # Invites go to people who are picked from contacts.\n  contacts.invitePicker: on\n"
        + "  flow.entryOpens: picker\n"
    }
    if parts.contains(.home) {
      text += "  # Prompts are cards of the home screen.\n  prompts.surface: homeCard\n"
    }
    if parts.contains(.code) {
      text +=
        "\n# An account is verified by a code.\nfirstRun:\n"
        + "  dropAtAccount: {value: 25%, source: \"\(code)\", grade: B}\n"
    }
    return text
  }
}
