/// The subject of an invite; it travels in the link, words the message and routes the invitee.
public enum InviteContext: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app itself: the context of an invite without a special occasion.
  case generic
  /// An achievement of the sender.
  case achievement
  /// Content of the app that the sender shares.
  case content
  /// A feature that is used together with others.
  case collaborative
}

/// The place in the app at which an invitee lands after onboarding.
public enum InviteeDestination: Hashable, Sendable, BitwiseCopyable {
  /// The app's home.
  case home
  /// The content or achievement that the invite was about, by its opaque number.
  case content(UInt64)
  /// The collaborative feature that the invite was about, by its opaque number.
  case sharedFeature(UInt64)
  /// The inviter's profile, where the invite has no subject.
  case senderProfile(PrincipalID)
}
