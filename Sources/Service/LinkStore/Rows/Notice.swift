public import Vocabulary

/// A push to an inviter that is decided and not yet delivered.
///
/// It stores two ids and no text, so that no name outlives a deleted account.
public struct Notice: Hashable, Sendable, BitwiseCopyable {
  public let pair: Referral.Pair
  public let decidedAt: Instant

  public init(_ pair: Referral.Pair, decidedAt: Instant) {
    self.pair = pair
    self.decidedAt = decidedAt
  }
}

extension Notice: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(try fields.pair(\.pair), decidedAt: try fields.next(\.decidedAt))
  }
}
