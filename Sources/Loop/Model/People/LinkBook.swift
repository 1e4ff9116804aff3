import Invites
import Vocabulary

/// The records of sent links, where links expire or limit acceptances.
struct LinkBook {
  private struct Link {
    var life: InviteLifecycle
    /// The number of the member's first invite that carried it.
    let firstInvite: UInt16
    /// The member's link before this one.
    let earlier: UInt32
  }

  static let none = UInt32.max

  private var links: [Link] = []
  /// The latest link of each member who sent one.
  private var latest: [UInt32: UInt32] = [:]

  /// Records that the invites of `member` from number `invite` on carry a link made at `moment`.
  ///
  /// A link that `isNew` differs from an earlier one of the same second.
  mutating func note(
    linkOf member: UInt32, madeAt moment: Instant, isNew: Bool, from invite: UInt16,
    under policy: LinkPolicy
  ) {
    let earlier = latest[member] ?? Self.none
    if !isNew, earlier != Self.none, links[Int(earlier)].life.createdAt == moment { return }
    latest[member] = UInt32(links.count)
    links.append(
      Link(
        life: InviteLifecycle(createdAt: moment, under: policy), firstInvite: invite,
        earlier: earlier))
  }

  /// Returns the place of the link that an invite carried; `none` if it is unknown.
  func place(of invite: UInt16, by member: UInt32) -> UInt32 {
    var place = latest[member] ?? Self.none
    while place != Self.none, links[Int(place)].firstInvite > invite {
      place = links[Int(place)].earlier
    }
    return place
  }

  /// The record of the link at `place`.
  subscript(place: UInt32) -> InviteLifecycle {
    get { links[Int(place)].life }
    set { links[Int(place)].life = newValue }
  }

  var bytes: Int { links.capacity * MemoryLayout<Link>.stride + latest.capacity * 8 }
}
