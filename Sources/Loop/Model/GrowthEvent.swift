public import SimulationKernel

/// An event for one person or member, in twelve bytes; a pending event takes twenty-four.
@frozen
public struct GrowthEvent: SimulationEvent {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// An organic arrival.
    case organic
    /// An arrival of the crowd.
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

  /// The place of the person, the number of the member, or the number of the arrival.
  public let subject: UInt32
  /// The place of the received invite that caused the event, or of the person who arrives; `none`
  /// without one.
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
  /// The number of the invite among the sender's, or of the partitions that an arrival asked before.
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

  public var fingerprint: UInt64 { fingerprint(of: UInt64(subject), by: UInt64(sender)) }

  /// Returns the number of the event, given the persons whom it concerns.
  @inline(__always)
  func fingerprint(of subject: UInt64, by sender: UInt64) -> UInt64 {
    subject ^ sender &* 0xd6e8_feb8_6659_fd93 ^ UInt64(rest) &* 0x9e37_79b9_7f4a_7c15
  }
}
