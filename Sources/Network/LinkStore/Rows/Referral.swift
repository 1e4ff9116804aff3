public import Attribution
public import Invites
public import Vocabulary

/// What became of one invitee of one inviter.
///
/// There is one for each pair, so that nothing about the two can happen twice.
public struct Referral: Hashable, Sendable, BitwiseCopyable {
  /// The two people, by whom a referral is known.
  public struct Pair: Hashable, Sendable, BitwiseCopyable {
    public let inviter: PrincipalID
    public let invitee: PrincipalID

    public init(inviter: PrincipalID, invitee: PrincipalID) {
      self.inviter = inviter
      self.invitee = invitee
    }
  }

  /// What the inviter has of it.
  public enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case credited
    /// The inviter is gone; it is kept for analytics.
    case recordedOnly
    /// The invitee had an account before.
    case existingUser
    /// Another inviter has the credit by now; it is kept because this one has been told.
    case overtaken

    /// Whether it tells how somebody came to be here.
    var isInstall: Bool { self == .credited || self == .recordedOnly }
  }

  public let pair: Pair
  public let code: InviteCode
  public let kind: Kind
  /// The click that decided.
  public let click: UInt64
  public let clickedAt: Instant
  public let route: Arrival.Route
  /// When the app was first opened, or opened by the link.
  public let arrivedAt: Instant
  public var signedUpAt: Instant?
  public var acceptedAt: Instant?
  public var connectedAt: Instant?
  public var firstValueAt: Instant?
  public var completedAt: Instant?
  /// When it was decided to tell the inviter.
  public var toldAt: Instant?

  public init(
    _ pair: Pair, code: InviteCode, kind: Kind, click: UInt64, clickedAt: Instant,
    route: Arrival.Route, arrivedAt: Instant
  ) {
    self.pair = pair
    self.code = code
    self.kind = kind
    self.click = click
    self.clickedAt = clickedAt
    self.route = route
    self.arrivedAt = arrivedAt
  }
}

extension Referral {
  public var inviter: PrincipalID { pair.inviter }
  public var invitee: PrincipalID { pair.invitee }

  /// The attributed install as the retention rules see it.
  var install: AttributedInstall {
    AttributedInstall(at: arrivedAt, onboardingCompletedAt: completedAt)
  }

  /// Whether it may still be kept at `now`; who had an account before has installed nothing.
  func isKept(under policy: RetentionPolicy, at now: Instant) -> Bool {
    kind == .existingUser || policy.decide(install, at: now).isKept
  }

  /// What is left of it when the credit goes to another.
  var overtaken: Referral {
    var rest = Referral(
      pair, code: code, kind: .overtaken, click: click, clickedAt: clickedAt, route: route,
      arrivedAt: arrivedAt)
    rest.toldAt = toldAt
    return rest
  }

  /// The same of other people: one of the two has been given a pseudonym.
  func between(_ pair: Pair) -> Referral {
    var renamed = Referral(
      pair, code: code, kind: kind, click: click, clickedAt: clickedAt, route: route,
      arrivedAt: arrivedAt)
    renamed.signedUpAt = signedUpAt
    renamed.acceptedAt = acceptedAt
    renamed.connectedAt = connectedAt
    renamed.firstValueAt = firstValueAt
    renamed.completedAt = completedAt
    renamed.toldAt = toldAt
    return renamed
  }
}
