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
  /// The sender's depth in the cascade, to `Member.deepest`.
  let generation: UInt8
  var marks: Marks

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
    _ person: PersonNumber, joined: UInt32, deletes: UInt32, linkMade: UInt32, generation: UInt8,
    isSeed: Bool
  ) {
    kept = KeptPerson(person)
    self.joined = joined
    self.deletes = deletes
    self.linkMade = linkMade
    self.generation = generation
    marks = isSeed ? .isSeed : []
  }

  var person: PersonNumber { kept.number }
  var isSeed: Bool { marks.contains(.isSeed) }

  /// Whether the sender has deleted the account by `seconds`.
  func isDeleted(at seconds: UInt32) -> Bool { deletes <= seconds }
}
