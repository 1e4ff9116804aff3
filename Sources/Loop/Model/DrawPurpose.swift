import RandomStreams

/// The purpose of a draw; each purpose has a random stream of its own.
///
/// The numbers are part of every recorded result: a purpose is added at the end, never moved.
public enum DrawPurpose: UInt32, CaseIterable, Sendable {
  case arrival = 1
  case person
  case contacts
  case acquaintance
  case lifetime
  case session
  case value
  case sharing = 9
  case channel
  case recipients
  case install = 15
  case device = 18
  case onboarding
  case promptAnswer
  case account
  case notification
  case duplicates
  case review
  case platform
  case assignment
  case permission
  case message
}

/// The random streams of one replication, by purpose.
struct DrawStreams: Sendable {
  // A vector is stored inline: a stream is one load at a constant offset, as that of a property.
  private var keys = SIMD32<UInt64>()

  init(_ chance: RandomSource) {
    for purpose in DrawPurpose.allCases {
      keys[Int(purpose.rawValue)] = chance.stream(for: purpose).key
    }
  }

  @inline(__always)
  subscript(purpose: DrawPurpose) -> RandomStream {
    RandomStream(key: keys[Int(purpose.rawValue)])
  }
}
