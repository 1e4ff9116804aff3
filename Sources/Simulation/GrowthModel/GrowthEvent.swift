public import SimulationKernel

/// An event for one person or member, in twelve bytes; a pending event takes twenty-four.
@frozen
public struct GrowthEvent: SimulationEvent {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// The next organic arrival.
    case organic
    /// The next arrival of the crowd.
    case crowd
    case session
    /// A member shares outside of sessions, at the member's own rate.
    case share
    /// A recipient taps a link.
    case tap
    /// A person who installed the app launches it for the first time.
    case launch
    /// A newcomer reaches home.
    case home
    case deletion
    /// A newcomer accepts the invite; only where links limit acceptances.
    case accept
  }

  /// The person, or the member by number, that the event is for.
  public let subject: UInt32
  /// The member who sent the invite that caused the event; `none` without one.
  public let sender: UInt32
  /// Kind, origin and number in one word, so that an event travels in few registers.
  @usableFromInline let rest: UInt32

  public var kind: Kind {
    // Only `init` writes it; checking that the value is a case would cost more than the rest of the
    // access.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: rest), to: Kind.self)
  }
  /// The origin of the invite.
  public var origin: Origin { Origin(packed: UInt8(truncatingIfNeeded: rest >> 8)) }
  /// The number of the session among the subject's, or of the invite among the sender's.
  public var number: UInt16 { UInt16(truncatingIfNeeded: rest >> 16) }

  static let none = UInt32.max

  init(
    _ kind: Kind, _ subject: UInt32, sender: UInt32 = none, origin: Origin = Origin(),
    number: UInt16 = 0
  ) {
    self.subject = subject
    self.sender = sender
    rest = UInt32(kind.rawValue) | UInt32(origin.packed) << 8 | UInt32(number) << 16
  }

  @inlinable
  public var fingerprint: UInt64 {
    let people = UInt64(subject) | UInt64(sender) << 32
    return people ^ UInt64(rest) &* 0x9e37_79b9_7f4a_7c15
  }
}
