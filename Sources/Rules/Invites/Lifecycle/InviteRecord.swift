public import Vocabulary

/// What the service keeps of one invite.
public struct InviteRecord: Hashable, Sendable {
  /// What happens to a record, with whom and through what.
  public enum Event: Hashable, Sendable {
    case shareCompleted(through: ReportedChannel)
    case shareCancelled
    case opened
    /// `invitee` takes the invite, having tapped the link at `clickedAt`.
    case accepted(by: PrincipalID, clickedAt: Instant)
    case timePassed
  }

  public let id: InviteID
  public let sender: PrincipalID
  public let code: InviteCode
  public let context: InviteContext
  /// The content or the achievement that the invite is about.
  public let content: OpaqueID?
  /// The visit to the flow in which it was made; `nil` where codes do not follow visits.
  public let session: InviteSessionID?
  /// How it was last shared; nobody knows before the first share.
  public private(set) var channel: ReportedChannel?
  /// Who took it first.
  public private(set) var invitee: PrincipalID?
  public private(set) var lifecycle: InviteLifecycle

  public init(
    id: InviteID, sender: PrincipalID, code: InviteCode, context: InviteContext,
    content: OpaqueID? = nil, session: InviteSessionID? = nil, createdAt: Instant,
    under policy: LinkPolicy
  ) {
    self.id = id
    self.sender = sender
    self.code = code
    self.context = context
    self.content = content
    self.session = policy.codeScope == .perSession ? session : nil
    lifecycle = InviteLifecycle(createdAt: createdAt, under: policy)
  }

  /// Takes a record up where it was left, from what a store kept of it.
  package init(
    resuming lifecycle: InviteLifecycle, id: InviteID, sender: PrincipalID, code: InviteCode,
    context: InviteContext, content: OpaqueID?, session: InviteSessionID?,
    channel: ReportedChannel?, invitee: PrincipalID?
  ) {
    self.id = id
    self.sender = sender
    self.code = code
    self.context = context
    self.content = content
    self.session = session
    self.channel = channel
    self.invitee = invitee
    self.lifecycle = lifecycle
  }
}

/// One visit to the sharing flow.
public struct InviteSessionID: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension InviteRecord {
  public var status: InviteStatus { lifecycle.status }
  public var createdAt: Instant { lifecycle.createdAt }
  public var acceptedAt: Instant? { lifecycle.acceptedAt }
  public var expiresAt: Instant? { lifecycle.expiresAt }

  /// What its link says, if it is a signed one.
  public var claims: LinkClaims {
    LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
  }

  /// Takes note of `event` at `now`, and returns what it did.
  ///
  /// Somebody who takes the invite twice counts once: a repeated call changes nothing.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: LinkPolicy
  ) -> InviteLifecycle.Step {
    switch event {
    case .shareCompleted(let channel):
      let step = lifecycle.receive(.shareCompleted, at: now, under: policy)
      if case .refused = step { return step }
      self.channel = channel
      return step
    case .shareCancelled:
      return lifecycle.receive(.shareCancelled, at: now, under: policy)
    case .opened:
      return lifecycle.receive(.opened, at: now, under: policy)
    case .accepted(let newcomer, let click):
      if invitee == newcomer { return .stayed(because: .furtherAlong) }
      let step = lifecycle.receive(.accepted(clickedAt: click), at: now, under: policy)
      if case .moved(to: .accepted) = step { invitee = newcomer }
      return step
    case .timePassed:
      return lifecycle.receive(.timePassed, at: now, under: policy)
    }
  }
}

extension LinkRules {
  static let records: [Rule] = [
    Rule("LNK-05", "A code belongs to one inviter: its record names them."),
    Rule("P-INV-01", "A record's id is a UUID."),
    Rule("P-INV-02", "A record names its sender, whose id leaves the service as a UUID."),
    Rule("P-INV-05", "A record may name the content or achievement it is about."),
    Rule("P-INV-06", "A record's channel is known only after the share."),
    Rule("P-INV-08", "A record names its invitee, from the acceptance on."),
    Rule(
      "D-LNK-04", "A code stands for its record: inviter, session and time are not in the link."),
  ]
}
