import Vocabulary

/// The email addresses that wait for a notice, each once.
struct EmailNotices {
  private var notices: [PrincipalID: EmailNotice] = [:]
  private var ids: [String: PrincipalID] = [:]
  private(set) var byAge = DueQueue<EmailNotice>()
  /// The names in the queue beyond two for each notice, after which it is cleared of others.
  private static let slack = 1_000

  var count: Int { notices.count }

  subscript(id: PrincipalID) -> EmailNotice? { notices[id] }

  /// The notice to an address.
  subscript(address: String) -> EmailNotice? { ids[address].flatMap { notices[$0] } }

  /// Adds a notice, or replaces the one of the same id; returns the reversal.
  mutating func put(_ notice: EmailNotice) -> LinkChange {
    let before = notices.updateValue(notice, forKey: notice.id)
    ids[notice.address] = notice.id
    if before != notice {
      byAge.drop { notices[$0.id] == $0 }
      byAge.add(notice, since: notice.since)
      // A flood of one address over and over would fill it behind the oldest.
      if byAge.count > 2 * notices.count + Self.slack {
        byAge.dropAll { notices[$0.id] == $0 }
      }
    }
    return before.map { .email($0) } ?? .emailGone(notice.id)
  }

  /// Removes a notice; returns the reversal.
  mutating func remove(_ id: PrincipalID) -> LinkChange? {
    guard let notice = notices.removeValue(forKey: id) else { return nil }
    if ids[notice.address] == id { ids[notice.address] = nil }
    return .email(notice)
  }

  /// Returns the notices since before `moment`, oldest first, and at most `most`.
  mutating func notices(before moment: Instant, atMost most: Int) -> [EmailNotice] {
    // One whose removal was reverted stands in the queue twice.
    var seen: Set<PrincipalID> = []
    return byAge.rows(before: moment, atMost: most) { notices[$0.id] == $0 ? $0 : nil }
      .filter { seen.insert($0.id).inserted }
  }
}
