public import Vocabulary

extension InviteLink {
  /// The validity of a link at the moment it is tapped.
  public enum Standing: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The link may bring an invitee.
    case valid
    /// The link is older than the policy allows.
    case expired
    /// The link names no invite, or the text is no link of this app.
    case unknown
    /// A signed link was altered: its parameters or its signature are incorrect.
    case tampered
    /// The link has brought the permitted number of invitees.
    case exhausted
  }
}

extension LinkPolicy {
  /// Returns the validity of a link tapped at `click` that led to an installation at `install`.
  ///
  /// Age takes precedence over exhaustion. A life of 30 days includes its last instant. The
  /// installation matters only under `clickAndInstall`: otherwise a link tapped in time stays good.
  public func standing(
    of invite: InviteLifecycle?, clickedAt click: Instant, installedAt install: Instant? = nil
  ) -> InviteLink.Standing {
    guard let invite else { return .unknown }
    if invite.isPastExpiry(at: decisiveMoment(click: click, install: install)) { return .expired }
    if let maxAcceptances, invite.acceptances >= maxAcceptances { return .exhausted }
    return .valid
  }

  /// Returns the moment at which a link's age is checked.
  func decisiveMoment(click: Instant, install: Instant?) -> Instant {
    switch expiryCheckedAt {
    case .click, nil: click
    case .clickAndInstall: max(click, install ?? click)
    }
  }
}
