/// The subject of an invite; it travels in the link, words the message and routes the invitee.
public enum InviteContext: String, CaseIterable, Sendable, BitwiseCopyable {
  case generic
  case achievement
  case content
  case collaborative
}

/// The place in the app at which an invitee lands after onboarding.
public enum InviteeDestination: Hashable, Sendable, BitwiseCopyable {
  case home
  case content(UInt64)
  case sharedFeature(UInt64)
  case senderProfile(PrincipalID)
}
