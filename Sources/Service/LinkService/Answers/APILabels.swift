internal import GrowthloopFindings
internal import GrowthloopLinkStore
internal import GrowthloopTransport
internal import Invites

extension ConnectionWord {
  init(for decision: ConnectionDecision) {
    self =
      switch decision {
      case .connect: .connected
      case .suggest: .suggested
      case .alreadyConnected: .alreadyConnected
      case .none: .none
      }
  }
}

extension ReferralWord {
  init(for kind: Referral.Kind) {
    self =
      switch kind {
      case .credited: .credited
      case .recordedOnly: .recordedOnly
      case .existingUser: .existingUser
      case .overtaken: .overtaken
      }
  }
}

extension MilestoneWord {
  func milestone(name: String?, avatar: String?) -> Milestone {
    switch self {
    case .signedUp: .signedUp(name: name, avatar: avatar)
    case .firstValueSeen: .firstValueSeen
    case .onboardingCompleted: .onboardingCompleted
    }
  }
}

extension WebResponse {
  /// A JSON response that caches must not store.
  static func json(
    _ status: WebStatus, _ members: Members, fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    WebResponse(
      status, "application/json", Array(members.json.json.utf8),
      fields: [(name: "Cache-Control", value: "no-store")] + fields)
  }

  /// A refusal as problem details, with the rule applied, if any.
  static func problem(
    _ status: WebStatus, _ detail: String, rule: String? = nil, mistakes: [FieldMistake] = [],
    fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    var members: [(name: String, value: JSONValue)] = []
    if let rule { members.append((ProblemAnswer.rule.name, .text(rule))) }
    if !mistakes.isEmpty { members.append(("errors", .array(mistakes.map(\.json)))) }
    return Problem(status, detail: detail, members: members).response(fields: fields)
  }

  static func tooMany(_ wait: Duration) -> WebResponse {
    problem(
      429, "Too many requests; wait a little.",
      fields: [(name: "Retry-After", value: "\(wait.secondsToWait)")])
  }
}
