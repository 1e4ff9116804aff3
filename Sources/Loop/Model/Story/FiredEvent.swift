public import Invites
public import Vocabulary

/// An event of the product that a run fired, before it is named by a vocabulary.
public struct FiredEvent: Sendable {
  public let event: InviteEvent
  /// The number of the person in the market.
  public let person: UInt32
  /// The number of the person's session, from 1; 0 outside of sessions, as in the first run.
  public let session: Int
  public let at: Instant
}

extension FiredEvent {
  /// The account of the person in exports, whose number is that of the market.
  public var user: PrincipalID { PrincipalID(rawValue: UInt64(person)) }

  /// A number of the visit that no other visit of the run has.
  public var visit: UInt64 { UInt64(person) << 16 | UInt64(min(session, Int(UInt16.max))) }
}
