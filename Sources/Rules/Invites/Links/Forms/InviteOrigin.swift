public import Vocabulary

/// The place or moment at which the user began an invite.
///
/// An app needs it to give each invite its context.
public enum InviteOrigin: Hashable, Sendable {
  /// An entry point that is always there.
  case entryPoint(FlowPolicy.EntryPoint)
  /// A prompt of the app.
  case suggestion(PromptTrigger)
}

extension InviteContext {
  /// Creates the context of an invite that began at `origin`.
  ///
  /// An origin that the documents do not place is generic: such an invite reveals nothing about its
  /// sender.
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
