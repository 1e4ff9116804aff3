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
    }
  }

  /// Whether each row counts once or not at all.
  public var isShare: Bool { self != .sends && self != .brought }

  /// Whether a higher value is worse.
  public var isHarm: Bool { self == .complaints || self == .promptDismissals }
}
