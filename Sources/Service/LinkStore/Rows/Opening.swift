public import Invites
public import Vocabulary

/// A link that opened the installed app of a known user: a click that needs no matching.
public struct Opening: Hashable, Sendable, BitwiseCopyable {
  /// Its number among all clicks.
  public let sequence: UInt64
  public let at: Instant
  public let principal: PrincipalID
  /// `nil` for a link without a record.
  public let code: InviteCode?
  /// The standing of the link at that moment.
  public let standing: LinkStanding

  /// What was followed, in one standing: such openings serve the same inviter.
  struct Link: Hashable {
    let code: InviteCode?
    let standing: LinkStanding
  }

  var link: Link { Link(code: code, standing: standing) }
}

extension Opening: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      sequence: try fields.next(\.sequence), at: try fields.next(\.at),
      principal: try fields.next(\.principal), code: try fields.next(\.code),
      standing: try fields.next(\.standing))
  }
}
