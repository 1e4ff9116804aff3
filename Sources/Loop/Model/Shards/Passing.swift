/// What passes from one person to another, or an arrival from one partition to the next.
///
/// It is delivered at the end of the window of time in which it was sent, on one shard as on many.
struct Passing: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The recipient taps the sender's link.
    case tap
    /// The news about an invitee bring the inviter back.
    case comeback
    /// An arrival of which the partition before found no person.
    case organic, crowd
    /// An invite whose recipient decides by the invites of before.
    case invite
    /// A person whom the subject invited is in the app.
    case friend
    /// An invite to a person, which is only counted there.
    case asked
  }

  /// The person whom it concerns, or the partition.
  let subject: UInt64
  /// The person or the arrival that it comes from.
  let sender: UInt64
  /// When it happens, in seconds since the start: after the end of the window.
  let time: UInt32
  let kind: Kind
  let origin: Origin
  /// The number of the sender's invite, or of the partitions that were asked before.
  let number: UInt16
  /// The sender of a tapped link.
  let inviter: Inviter

  init(
    _ kind: Kind, to subject: UInt64, from sender: UInt64, at time: UInt32,
    origin: Origin = Origin(), number: UInt16 = 0, by inviter: Inviter = .none
  ) {
    self.kind = kind
    self.subject = subject
    self.sender = sender
    self.time = time
    self.origin = origin
    self.number = number
    self.inviter = inviter
  }

  /// Its time and the lower half of its subject: nearly always enough to order two.
  var key: UInt64 { UInt64(time) << 32 | subject & 0xffff_ffff }

  /// Whether it is delivered before `other`: by time, subject, sender and number.
  func precedes(_ other: Passing) -> Bool {
    if time != other.time { return time < other.time }
    if subject != other.subject { return subject < other.subject }
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    if sender != other.sender { return sender < other.sender }
    return number < other.number
  }
}

extension Inviter {
  /// The inviter where there is none.
  static let none = Inviter(
    KeptPerson.noPerson, joined: 0, deletes: Member.never, linkMade: Member.never, generation: 0,
    isSeed: false)
}
