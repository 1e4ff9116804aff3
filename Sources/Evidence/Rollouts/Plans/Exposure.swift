import RandomStreams

/// Which members a change reaches at a share: by a hash that depends on a salt and the member alone.
///
/// A member has one place between 0 and 1 for the whole rollout, and is reached by every share above
/// it: a larger share only adds members (P-PLN-09). Another salt gives other places.
public struct Exposure: Sendable, Hashable {
  private let stream: RandomStream

  /// Creates the places of a rollout of that salt.
  public init(salt: UInt64) {
    stream = RandomSource(seed: salt).stream(for: 0x6578_706F)
  }

  /// Returns whether the change reaches a member at that share of all.
  public func reaches(_ member: UInt64, at share: Double) -> Bool {
    stream.uniform(member) < share
  }
}
