import Vocabulary

/// The clicks of people who are not members, in one list per person.
struct ClickLists: ~Copyable {
  struct Record: BitwiseCopyable {
    let inviter: UInt32
    /// Seconds since the start.
    let at: UInt32
    var next: UInt32
    let sequence: UInt32
    let standing: UInt8
    /// The number of the invite among the inviter's.
    let invite: UInt16
  }

  static let none = UInt32.max

  private var records = Column<Record>()
  private var free = none
  /// The number of the next click.
  private(set) var sequence: UInt32 = 0
  private(set) var count = 0

  subscript(place: UInt32) -> Record { records[Int(place)] }

  func prefetch(_ place: UInt32) { records.prefetch(place) }

  /// Inserts a click at the front of the list that begins at `head`.
  mutating func add(
    from inviter: UInt32, invite: UInt16, at seconds: UInt32, standing: LinkStanding,
    to head: inout UInt32
  ) {
    let record = Record(
      inviter: inviter, at: seconds, next: head, sequence: sequence,
      standing: UInt8(LinkStanding.allCases.firstIndex(of: standing) ?? 0), invite: invite)
    sequence &+= 1
    count += 1
    if free == Self.none {
      head = UInt32(records.count)
      records.append(record)
    } else {
      head = free
      free = records[Int(free)].next
      records[Int(head)] = record
    }
  }

  /// Removes the list that begins at `head`.
  mutating func forget(_ head: inout UInt32) {
    while head != Self.none { remove(&head) }
  }

  /// Removes clicks older than `oldest` from the list that begins at `head`.
  mutating func forget(_ head: inout UInt32, before oldest: UInt32) {
    // Newest first: all clicks after one that is too old are too old.
    if head != Self.none, records[Int(head)].at < oldest { return forget(&head) }
    var place = head
    while place != Self.none {
      var next = records[Int(place)].next
      if next != Self.none, records[Int(next)].at < oldest {
        forget(&next)
        records[Int(place)].next = Self.none
      }
      place = next
    }
  }

  private mutating func remove(_ head: inout UInt32) {
    let next = records[Int(head)].next
    records[Int(head)].next = free
    free = head
    head = next
    count -= 1
  }

  var bytes: Int { records.bytes }
}
