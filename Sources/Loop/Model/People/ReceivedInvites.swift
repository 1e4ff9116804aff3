import Vocabulary

/// The invites whose links are tapped: those with a tap ahead, those with a launch ahead, and the
/// recorded clicks of people who are not members, in one list per person.
struct ReceivedInvites: ~Copyable {
  /// One invite, in half a line of the cache.
  struct Record: BitwiseCopyable {
    let inviter: Inviter
    /// The time of the recorded click, in seconds since the start.
    fileprivate(set) var at: UInt32 = 0
    fileprivate(set) var next = none
    /// The number of the invite among the inviter's.
    let number: UInt16
    fileprivate(set) var standing = LinkStanding.valid
    fileprivate(set) var uses: Uses = .tap
  }

  /// What refers to an invite; without any its place is free.
  struct Uses: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    static let tap = Uses(rawValue: 1)
    static let launch = Uses(rawValue: 1 << 1)
    static let click = Uses(rawValue: 1 << 2)
  }

  static let none = UInt32.max

  private var records = Column<Record>()
  private var free = none

  subscript(place: UInt32) -> Record { records[Int(place)] }

  func prefetch(_ place: UInt32) { records.prefetch(place) }

  /// Adds an invite whose link will be tapped; returns its place.
  mutating func add(_ inviter: Inviter, number: UInt16) -> UInt32 {
    let record = Record(inviter: inviter, number: number)
    guard free != Self.none else {
      precondition(records.count < 1 << 31, "there is room for two thousand million invites")
      records.append(record)
      return UInt32(records.count - 1)
    }
    let place = free
    free = records[Int(place)].next
    records[Int(place)] = record
    return place
  }

  /// Inserts the click on an invite at the front of the list that begins at `head`.
  mutating func record(
    _ place: UInt32, at seconds: UInt32, standing: LinkStanding, in head: inout UInt32
  ) {
    records[Int(place)].at = seconds
    records[Int(place)].standing = standing
    records[Int(place)].next = head
    records[Int(place)].uses.insert(.click)
    head = place
  }

  /// Notes that an invite leads to a launch.
  mutating func awaitLaunch(_ place: UInt32) { records[Int(place)].uses.insert(.launch) }

  /// Ends one use of an invite.
  mutating func end(_ use: Uses, of place: UInt32) {
    records[Int(place)].uses.remove(use)
    guard records[Int(place)].uses.isEmpty else { return }
    records[Int(place)].next = free
    free = place
  }

  /// Removes the list that begins at `head`.
  mutating func forget(_ head: inout UInt32) {
    while head != Self.none {
      let next = records[Int(head)].next
      end(.click, of: head)
      head = next
    }
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

  var bytes: Int { records.bytes }
}
