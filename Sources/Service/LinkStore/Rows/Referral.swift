public import Attribution
public import Invites
public import Vocabulary

/// The progress of one invitee of one inviter.
///
/// Each pair has one, so that nothing happens twice for the two.
public struct Referral: Hashable, Sendable, BitwiseCopyable {
  /// The two people, who identify a referral.
  public struct Pair: Hashable, Sendable, BitwiseCopyable {
    public let inviter: PrincipalID
    public let invitee: PrincipalID

    public init(inviter: PrincipalID, invitee: PrincipalID) {
      self.inviter = inviter
      self.invitee = invitee
    }
  }

  /// The inviter's share in it.
  public enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case credited
    /// The inviter's account is gone; stored for analytics.
    case recordedOnly
    /// The invitee had an account before.
    case existingUser
    /// Another inviter has the credit; stored because this one was notified.
    case overtaken

    /// Whether it records an install.
    var isInstall: Bool { self == .credited || self == .recordedOnly }
  }

  public let pair: Pair
  public let code: InviteCode
  public let kind: Kind
  /// The click that decided.
  public let click: UInt64
  public let clickedAt: Instant
  public let route: Arrival.Route
  /// The time at which the app was first opened, or opened by the link.
  public let arrivedAt: Instant
  public var signedUpAt: Instant?
  public var acceptedAt: Instant?
  public var connectedAt: Instant?
  public var firstValueAt: Instant?
  public var completedAt: Instant?
  /// The time of the decision to notify the inviter.
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

  /// The attributed install, in terms of the retention rules.
  var install: AttributedInstall {
    AttributedInstall(at: arrivedAt, onboardingCompletedAt: completedAt)
  }

  /// Whether it may still be stored at `now`; a user with an earlier account counts as no install.
  func isKept(under policy: RetentionPolicy, at now: Instant) -> Bool {
    kind == .existingUser || policy.decide(install, at: now).isKept
  }

  /// The part that stays when another inviter gets the credit.
  var overtaken: Referral {
    var rest = Referral(
      pair, code: code, kind: .overtaken, click: click, clickedAt: clickedAt, route: route,
      arrivedAt: arrivedAt)
    rest.toldAt = toldAt
    return rest
  }

  /// The same referral between other ids: one of the two has a pseudonym.
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

extension Referral: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.pair(\.pair), code: try fields.next(\.code), kind: try fields.next(\.kind),
      click: try fields.next(\.click), clickedAt: try fields.next(\.clickedAt),
      route: try fields.next(\.route), arrivedAt: try fields.next(\.arrivedAt))
    signedUpAt = try fields.next(\.signedUpAt)
    acceptedAt = try fields.next(\.acceptedAt)
    connectedAt = try fields.next(\.connectedAt)
    firstValueAt = try fields.next(\.firstValueAt)
    completedAt = try fields.next(\.completedAt)
    toldAt = try fields.next(\.toldAt)
  }
}

extension Referral.Pair: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.pair { $0 }
  }
}

extension RowFields {
  /// Reads or writes a pair, which is two fields of a row.
  mutating func pair(_ pair: (Row) -> Referral.Pair) throws(Failure) -> Referral.Pair {
    Referral.Pair(
      inviter: try next { pair($0).inviter }, invitee: try next { pair($0).invitee })
  }
}
