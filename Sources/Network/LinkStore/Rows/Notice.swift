public import Vocabulary

/// A push to an inviter that is decided and not yet delivered.
///
/// It names the two people and no more, so that a deleted account leaves no name behind in a text.
public struct Notice: Hashable, Sendable, BitwiseCopyable {
  public let pair: Referral.Pair
  public let decidedAt: Instant

  public init(_ pair: Referral.Pair, decidedAt: Instant) {
    self.pair = pair
    self.decidedAt = decidedAt
  }
}
