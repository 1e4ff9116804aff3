/// What an invite is about; it travels in the link, words the message and routes the invitee.
public enum InviteContext: String, CaseIterable, Sendable, BitwiseCopyable {
  case generic
  case achievement
  case content
  case collaborative
}

/// Where in the app an invited user lands after onboarding.
public enum InviteeDestination: Hashable, Sendable, BitwiseCopyable {
  case home
  case content(UInt64)
  case sharedFeature(UInt64)
  case senderProfile(PrincipalID)
}
