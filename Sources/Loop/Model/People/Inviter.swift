/// What the recipient's side reads of the sender of an invite, as it was when the invite was sent.
///
/// It travels with the invite, since the sender may be held by another shard. The sender's later
/// deletion is part of it: it is drawn beforehand.
struct Inviter: BitwiseCopyable {
  /// The time of the sender's launch, in seconds since the start.
  let joined: UInt32
  /// The time at which the sender deletes the account; `Member.never` without.
  let deletes: UInt32
  /// The time at which the invite's link was made; `Member.never` where links do not expire.
  var linkMade: UInt32
  private let kept: KeptPerson
  var marks: Marks
  /// The sender's depth in the cascade, and in the last bit whether of the keener kind.
  private let lineage: UInt16

  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Was a member from the start.
    static let isSeed = Marks(rawValue: 1)
    /// Was invited by the recipient, and connected with them.
    static let isPairedWithRecipient = Marks(rawValue: 1 << 1)
    /// Sent the invite to a contact by name.
    static let invitesByName = Marks(rawValue: 1 << 2)

    mutating func set(_ mark: Marks, _ isSet: Bool) {
      self = isSet ? union(mark) : subtracting(mark)
    }
  }

  init(
    _ person: PersonNumber, joined: UInt32, deletes: UInt32, linkMade: UInt32, generation: UInt16,
    isSeed: Bool, isKeen: Bool = false
  ) {
    kept = KeptPerson(person)
    self.joined = joined
    self.deletes = deletes
    self.linkMade = linkMade
    lineage = generation | (isKeen ? Self.keenBit : 0)
    marks = isSeed ? .isSeed : []
  }

  var person: PersonNumber { kept.number }
  var isSeed: Bool { marks.contains(.isSeed) }
  var generation: UInt16 { lineage & ~Self.keenBit }
  var isKeen: Bool { lineage & Self.keenBit != 0 }

  private static let keenBit: UInt16 = 1 << 15

  /// Whether the sender has deleted the account by `seconds`.
  func isDeleted(at seconds: UInt32) -> Bool { deletes <= seconds }
}
