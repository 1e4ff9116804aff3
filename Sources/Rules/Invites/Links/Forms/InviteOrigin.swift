public import Vocabulary

/// What made the user begin an invite.
public enum InviteOrigin: Hashable, Sendable {
  /// A place that is always there.
  case entryPoint(FlowPolicy.EntryPoint)
  /// A moment at which the app itself suggested it.
  case suggestion(PromptTrigger)
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
