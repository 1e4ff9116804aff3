/// A metric of an experiment: what is counted of each row, and which rows there are.
public enum TrialMetric: String, CaseIterable, Sendable {
  case tapped = "conversion.tapped"
  case launched = "conversion.launched"
  case home = "conversion.home"
  case complaints = "recipients.complaints"
  case sends = "sends.perMember"
  case senders = "sends.senderShare"
  case brought = "k.member"
  case sheets = "flow.sheetCompletion"
  case grants = "flow.grantShare"
  case more = "flow.more"
  case promptTaps = "prompts.tapShare"
  case promptDismissals = "prompts.dismissShare"
  case onboarding = "onboarding.completion"
  case invitedOnboarding = "onboarding.invitedCompletion"
  case returns = "members.returnShare"
  case invitedReturns = "members.invitedReturnShare"
  case members = "members.all"
  case invited = "members.invited"

  public static func named(_ key: String) -> TrialMetric? { TrialMetric(rawValue: key) }

  /// The key under which files name it.
  public var key: String { rawValue }

  /// What it is, in words that follow its name.
  public var meaning: String {
    switch self {
    case .tapped: "invites whose link is tapped, of all"
    case .launched: "invites that lead to a first launch, of all"
    case .home: "invites whose recipient reaches home, of all"
    case .complaints: "invites reported as spam, of all"
    case .sends: "invites that a member sends"
    case .senders: "members who send an invite, of all"
    case .brought: "people whom a member brings home"
    case .sheets: "share sheets that end with a share, of all opened"
    case .grants: "explainers of the address book that end with a grant, of all shown in the flow"
    case .more: "completed shares after which Invite More is tapped, of all"
    case .promptTaps: "prompts that are tapped, of all shown"
    case .promptDismissals: "prompts that are dismissed, of all shown"
    case .onboarding: "newcomers who reach home, of all first launches"
    case .invitedOnboarding: "invited newcomers who reach home, of their first launches"
    case .returns: "members who come back a week after or later, of all"
    case .invitedReturns:
      "invited newcomers who come back a week after their first launch, or in the week after that"
    case .members: "members at the end, gone or not, with those who were there before"
    case .invited: "first launches within the experiment that an invite led to"
    }
  }

  /// What one row is, in the plural.
  public var rows: String {
    switch self {
    case .tapped, .launched, .home, .complaints: "invites"
    case .sends, .senders, .brought, .returns: "members"
    case .sheets: "share sheets"
    case .grants: "explainers"
    case .more: "completed shares"
    case .promptTaps, .promptDismissals: "prompts"
    case .onboarding: "newcomers"
    case .invitedOnboarding, .invitedReturns: "invited newcomers"
    case .members, .invited: "uninvited members"
    }
  }

  /// Whether each row counts once or not at all.
  public var isShare: Bool { self != .sends && self != .brought && !isTotal }

  /// Whether it counts people, as if all were in one arm, instead of a mean over rows.
  public var isTotal: Bool { self == .members || self == .invited }

  /// Why it cannot be asked where `unit` is assigned, in words that follow its name; `nil` where it
  /// can.
  public func refusal(by unit: Experiment.Unit) -> String? {
    switch (unit, self) {
    case (.invite, .tapped), (.invite, .launched), (.invite, .home), (.invite, .complaints),
      (.invite, .invitedOnboarding), (.invite, .invitedReturns):
      nil
    case (.invite, _): "is of members, whom an experiment by invite puts in no arm"
    case (.newcomer, .members), (.newcomer, .invited):
      "counts newcomers, whose number in each arm is drawn where they are assigned"
    default: nil
    }
  }

  /// Whether a higher value is worse.
  public var isHarm: Bool { self == .complaints || self == .promptDismissals }
}
