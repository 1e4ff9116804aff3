public import SimulationKernel

/// Something that happens to somebody: twelve bytes, so that an event pending takes twenty-four.
@frozen
public struct GrowthEvent: SimulationEvent {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// The next newcomer without an invite.
    case organic
    /// The next of those who come with the crowd.
    case crowd
    case session
    /// A member shares outside of sessions, at a rate of their own.
    case share
    /// A recipient taps a link.
    case tap
    /// Someone who installed the app opens it for the first time.
    case launch
    /// A newcomer reaches home.
    case home
    case deletion
    /// A newcomer takes the invite, where links bring only so many people.
    case accept
  }

  /// Whom it happens to: a person, or a member by number.
  public let subject: UInt32
  /// The member who sent the invite that it goes back to; `none` without one.
  public let sender: UInt32
  /// The other three in one word, so that an event travels in few registers.
  @usableFromInline let rest: UInt32

  public var kind: Kind {
    // Only `init` writes it; asking whether it is one would cost more than the rest of the question.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: rest), to: Kind.self)
  }
  /// Where the invite came from.
  public var origin: Origin { Origin(packed: UInt8(truncatingIfNeeded: rest >> 8)) }
  /// Which of the subject's or the sender's it is: a session, or an invite.
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
