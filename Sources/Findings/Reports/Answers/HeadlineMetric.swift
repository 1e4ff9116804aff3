import GrowthloopFindings
import Statistics

/// The metric that answers a question, in the words of a sentence.
struct HeadlineMetric {
  /// The metric of a scenario that names none.
  static let usual = "k.cohort"
  /// The same for a run without a whole cycle.
  static let usualOfShortRuns = "k.month"

  let key: String
  /// The words without a value; "%" stands in its place.
  private let pattern: String
  /// The computation, where a reader should see it beside the value.
  let formula: String?
  /// The parameters that the metric is computed through, in the order of the loop; `nil` where they
  /// are not known.
  let chain: [String]?

  init(_ key: String, label: String?, unit: String, style: NumberStyle) {
    self.key = key
    let known = Self.sentences[key]
    pattern =
      known?.pattern ?? "\(label ?? key): %" + (style == .seconds ? "" : " \(unit)")
    formula = known?.formula
    chain = Self.chain(of: key)
  }

  /// Returns the sentence with its value, without a full stop.
  func sentence(_ value: String) -> String {
    key == PeopleByInvite.metric && value == NumberStyle.count.text(0)
      ? "Fewer than one person comes by invites" : pattern.replacing("%", with: value)
  }

  private static let sentences: [String: (pattern: String, formula: String)] = [
    "k.cohort": (
      "Each newcomer is credited with % others",
      "newcomers credited to a cohort within one cycle ÷ newcomers of the cohort, all at home"
    ),
    "k.month": (
      "Each active member is credited with % newcomers a month",
      "newcomers at home credited in a month ÷ its active members"
    ),
    "k.sender": (
      "Each member who sends is credited with % newcomers",
      "newcomers at home who are credited to an inviter ÷ members who ever sent"
    ),
    "k.basic": (
      "Each member would bring % newcomers if no one had the app yet",
      "invites per member × taps per invite × installs per tap × share that reaches home"
    ),
    PeopleByInvite.metric: (
      "% people come by invites", "newcomers at home whom an invite brought, whoever is credited"
    ),
    "k.effective": (
      "Each member brings % newcomers, credited or not",
      "newcomers at home brought by invites ÷ members at home"
    ),
  ]

  /// What each viral coefficient counts per.
  static let denominators = [
    "k.cohort": "per newcomer and cycle", "k.month": "per active member and month",
    "k.sender": "per member who ever sends",
    "k.basic": "per member at home, as if no one had the app",
    "k.effective": "per member at home, credited or not",
  ]

  // MARK: The parameters behind it

  private static let using =
    ["use.sessionsPerDay"] + (1...365).map { "use.retention.\($0)" }
  private static let sending =
    using + [
      "sharing.visit", "sharing.propensityShape", "sharing.promptTap", "sharing.promptDismiss",
      "sharing.proceed", "sharing.complete",
    ]
  private static let tapping = ["recipients.tap"]
  private static let acquainted = ["market.contactsMedian", "firstRun.grantWithExplainer"]
  private static let launching = ["market.iOSShare", "recipients.install"]
  private static let arriving = [
    "firstRun.dropPerScreen", "firstRun.dropAtCode", "firstRun.dropAtAccount",
  ]
  private static let crowding = [
    "market.communitySize", "market.communityShare",
  ]
  /// What a scenario may add to the loop: each counts only where it is above zero.
  static let added: Set = [
    "use.friendStay", "use.friendActivity", "sharing.invitesAtHome", "sharing.invitesPerDay",
    "sharing.keenShare", "sharing.noveltyLift", "sharing.dismissalCost", "sharing.complaintCost",
  ]

  /// The names of all parameters that any metric is said to rest on.
  static let parameters = Set(
    sending + ["sharing.recipients"] + tapping + launching + arriving + acquainted + crowding
      + added.sorted())

  static func chain(of key: String) -> [String]? {
    let loop =
      sending + ["sharing.recipients"] + tapping + launching + arriving + acquainted
      + added.sorted()
    return switch key {
    case "k.saturation": loop + crowding
    case "sends.recipientsPerActiveMonth": sending + ["sharing.recipients"]
    case "conversion.tapped": tapping
    case "conversion.home", "conversion.homePerShare", "conversion.signedUp":
      tapping + launching + arriving
    case "conversion.homeOfTapped": launching + arriving
    case "onboarding.completion": arriving
    case "prompts.tapShare": ["sharing.promptTap", "sharing.promptDismiss"]
    default:
      switch key.prefix(while: { $0 != "." }) {
      case "k", "members": loop
      case "sends": sending
      case "credit": acquainted + sending + ["sharing.recipients"] + crowding + tapping + launching
      default: nil
      }
    }
  }
}

extension HeadlineMetric {
  /// Returns on how many parameters the metric rests, how many of them are assumed, and which of them
  /// move it most by their `ranking`.
  func foundation(in parameters: [Parameter], _ ranking: [Measured<InputMove>]?) -> String? {
    guard !parameters.isEmpty else { return nil }
    guard let chain else { return Self.all(parameters) }
    let own = chain.compactMap { name in parameters.first { $0.name == name } }
      .filter { !Self.added.contains($0.name) || Double($0.value) != 0 }
    guard !own.isEmpty else { return Self.all(parameters) }
    let assumed = own.filter(\.isAssumed)
    let count = own.count.counting("input")
    guard !assumed.isEmpty || ranking?.isEmpty == false else {
      return "It rests on \(count), all with a source"
        + (own.weakest.map { "; the weakest is \($0.name), \($0.value) (\(Self.grade($0)))." }
          ?? ".")
    }
    let lead =
      "It rests on \(count) of the loop, of which \(assumed.count) "
      + (assumed.count == 1 ? "is assumed" : "are assumed")
    guard let ranking, let most = ranking.first else {
      return
        "\(lead). The interval is of chance alone, and an assumed input may move the answer further: "
        + "'growthloop sweep' says which matters most."
    }
    return "\(lead), and most on " + Self.words(most, in: parameters)
      + Self.next(ranking.dropFirst().first, in: parameters)
      + (most.peoplePerPerson.map { " To save time one person was simulated here for every \($0)." }
        ?? "") + Self.first(ranking, in: parameters)
  }

  private static func words(
    _ move: Measured<InputMove>, in parameters: [Parameter]
  ) -> String {
    let parameter = parameters.first { $0.name == move.parameter }
    let value = parameter.map { ", \($0.value) (\(Self.grade($0)))" } ?? ""
    let spread = move.measured.interval == nil ? "" : " (95% interval: \(move.measured.ends))"
    let kind =
      move.isAssumed
      ? "an assumed" : parameter?.range?.cases != nil ? "its measured" : "its own"
    return
      "\(move.parameter)\(value). Over \(kind) range, \(move.lowEnd) to \(move.highEnd), it changes "
      + "the answer by \(move.signedDistance)\(spread)"
  }

  /// What to measure first: the strongest input that is not measured at the product; with a blank
  /// before it.
  private static func first(
    _ ranking: [Measured<InputMove>], in parameters: [Parameter]
  ) -> String {
    let open = ranking.lazy.compactMap { move in
      parameters.first { $0.name == move.parameter && !$0.isOwn }
    }.first
    return open.map { " \($0.measureFirst)" } ?? ""
  }

  private static func next(
    _ move: Measured<InputMove>?, in parameters: [Parameter]
  ) -> String {
    guard let move else { return "." }
    let grade = parameters.first { $0.name == move.parameter }.map { ", \(Self.grade($0))" } ?? ""
    return ". Next is \(move.parameter) (\(move.signedDistance)\(grade))."
  }

  private static func all(_ parameters: [Parameter]) -> String {
    let assumed = parameters.filter(\.isAssumed)
    return
      "Of all \(parameters.count) parameters \(assumed.count) are assumed (\(grades(of: assumed)))."
  }

  private static func grade(_ parameter: Parameter) -> String {
    parameter.grade.map { "grade \($0.rawValue)" } ?? "no grade"
  }

  /// What is assumed has grade D, or none where a scenario gives no evidence.
  private static func grades(of assumed: [Parameter]) -> String {
    assumed.contains { $0.grade == nil } ? "grade D, or none" : "grade D"
  }
}

extension Measured<InputMove> {
  /// The movement with its sign.
  fileprivate var signedDistance: String {
    measured.value.map(measured.style.signedDistance) ?? "–"
  }
}

extension [Parameter] {
  /// The first of those with the weakest grade.
  fileprivate var weakest: Parameter? {
    self.max { ($0.grade?.rawValue ?? "Z") < ($1.grade?.rawValue ?? "Z") }
  }
}

extension Parameter {
  /// That it is to be measured first: of those that are not measured it moves the answer most.
  var measureFirst: String {
    let why =
      isAssumed
      ? "it is only assumed"
      : source?.hasPrefix("fitted to ") == true
        ? "it was fitted, and not measured itself" : "its number is of other products"
    return "Measure \(name) first: \(why), and of such inputs it moves the answer most."
  }
}
