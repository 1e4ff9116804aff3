import Vocabulary

/// The email addresses that wait for a notice, each once.
struct EmailNotices {
  private var notices: [PrincipalID: EmailNotice] = [:]
  private var ids: [String: PrincipalID] = [:]
  private(set) var byAge = DueQueue<PrincipalID>()

  var count: Int { notices.count }

  subscript(id: PrincipalID) -> EmailNotice? { notices[id] }

  /// The notice to an address.
  subscript(address: String) -> EmailNotice? { ids[address].flatMap { notices[$0] } }

  /// Adds a notice, or replaces the one of the same id; returns the reversal.
  mutating func put(_ notice: EmailNotice) -> LinkChange {
    let before = notices.updateValue(notice, forKey: notice.id)
    ids[notice.address] = notice.id
    if before?.since != notice.since {
      byAge.add(notice.id, since: notice.since, of: notices.count) { notices[$0]?.since == $1 }
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
    byAge.rows(before: moment, atMost: most) { id, since in
      notices[id].flatMap { $0.since == since ? $0 : nil }
    }
  }
}
