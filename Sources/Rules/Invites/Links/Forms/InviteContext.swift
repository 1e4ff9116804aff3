import Vocabulary

/// What an invite is about; it travels in the link and routes the invitee.
public enum InviteContext: String, CaseIterable, Sendable, BitwiseCopyable {
  case generic
  case achievement
  case content
  case collaborative
}

/// What made the user begin an invite.
public enum InviteOrigin: Hashable, Sendable {
  /// A place that is always there.
  case entryPoint(FlowPolicy.EntryPoint)
  /// A moment at which the app itself suggested it.
  case suggestion(Moment)

  /// A moment of the user's day, under the names that the prompt rules give to their triggers.
  public enum Moment: String, CaseIterable, Sendable, BitwiseCopyable {
    case dedupReview
    case contactThreshold
    case scoreMilestone
    case keyAction
    case socialContent
    case emptyState
    case thirdSession
    case contactsPermission
    case postAction
  }
}

extension InviteContext {
  /// The context of an invite that began at `origin`.
  ///
  /// What the documents do not place is generic: an invite that tells nothing of its sender.
  public init(of origin: InviteOrigin) {
    self =
      switch origin {
      case .suggestion(.keyAction): .achievement
      case .suggestion(.socialContent): .content
      case .suggestion(.emptyState): .collaborative
      case .suggestion(.thirdSession), .suggestion(.dedupReview), .suggestion(.contactThreshold),
        .suggestion(.scoreMilestone), .suggestion(.contactsPermission), .suggestion(.postAction):
        .generic
      case .entryPoint: .generic
      }
  }
}

extension LinkRules {
  static let contexts: [Rule] = [
    Rule("P-INV-04", "An invite is generic, or about an achievement, content or collaboration."),
    Rule("P-LNK-04", "A signed link names the context of the invite as ctx."),
    Rule("P-LNK-11", "Where an invite begins decides its context; what is not placed is generic."),
  ]
}
