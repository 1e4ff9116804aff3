import Attribution
import GrowthloopTransport
import Invites
import Vocabulary

/// Everything but the invites: clicks, openings, referrals, people, requests, notices and emails.
struct Relations {
  var clicks: ClickBook
  private(set) var people: [PrincipalID: Person] = [:]
  private(set) var numbers = NumberIndex()
  private(set) var nextSequence: UInt64 = 1
  var referrals: [Referral.Pair: Referral] = [:]
  var inviters: [PrincipalID: Set<PrincipalID>] = [:]
  var invitees: [PrincipalID: Set<PrincipalID>] = [:]
  var incomplete = DueQueue<Referral.Pair>()
  /// The openings by their sequence numbers, of which each user has some.
  private(set) var openings: [UInt64: Opening] = [:]
  private(set) var openingsOf: [PrincipalID: Set<UInt64>] = [:]
  var openingsByAge = DueQueue<UInt64>()
  private(set) var requests: [AnsweredRequest.Name: AnsweredRequest] = [:]
  private(set) var requestKeys: [PrincipalID: Set<IdempotencyKey>] = [:]
  var requestsByAge = DueQueue<AnsweredRequest.Name>()
  var notices: [Referral.Pair: Notice] = [:]
  var noticesByAge = DueQueue<Referral.Pair>()
  var emails = EmailNotices()
  private(set) var announcement: LaunchAnnouncement?

  /// Keyed hashes of the ids of deleted users.
  var erased: Set<UInt64> = []
  private let deletions: KeyedHash

  init(_ terms: MatchingTerms, deletions: KeyedHash) {
    self.deletions = deletions
    clicks = ClickBook(
      rule: terms.rule, keptFor: terms.retention, lateness: terms.lateness)
  }

  /// Applies a change to anything but invites, and returns its reversal.
  mutating func apply(_ change: LinkChange) -> Reversal? {
    switch change {
    case .invite, .inviteGone:
      preconditionFailure("invites are kept elsewhere")
    case .click(let click), .clickErased(let click):
      return record(click)
    case .strayClick:
      return nil
    case .opening(let opening):
      return open(opening)
    case .openingGone(let opening):
      return forget(opening)
    case .referral(let referral):
      return refer(referral)
    case .referralGone(let pair):
      return forget(pair)
    case .person(let person):
      let before = people.updateValue(person, forKey: person.id)
      numbers.change(of: person.id, from: before?.number, to: person.number)
      return .change(before.map { .person($0) } ?? .personGone(person.id))
    case .personGone(let id):
      let before = people.removeValue(forKey: id)
      numbers.change(of: id, from: before?.number, to: nil)
      return before.map { .change(.person($0)) }
    case .request(let request):
      return keep(request)
    case .requestGone(let name):
      return forget(name)
    case .notice(let notice):
      return tell(notice)
    case .noticeGone(let pair):
      return notices.removeValue(forKey: pair).map { .change(.notice($0)) }
    case .email(let notice):
      return .change(emails.put(notice))
    case .emailGone(let id):
      return emails.remove(id).map { .change($0) }
    case .announcement(let new):
      defer { announcement = new }
      return .change(announcement.map { .announcement($0) } ?? .announcementGone(new.id))
    case .announcementGone:
      return announcement.take().map { .change(.announcement($0)) }
    case .clicksSwept(let moment):
      // Readers treat due clicks as gone, so there is nothing to revert.
      clicks.forget(at: moment + clicks.retention)
      return nil
    case .erased(let person, _, _):
      let number = deletions.number(of: person)
      return erased.insert(number).inserted ? .deletion(number) : nil
    }
  }

  /// Whether the user with that id was deleted.
  func isErased(_ person: PrincipalID) -> Bool { erased.contains(deletions.number(of: person)) }

  mutating func takeBackDeletion(_ number: UInt64) { erased.remove(number) }

  /// Sets the number that the next click gets; it never goes back.
  mutating func number(from sequence: UInt64) { nextSequence = max(nextSequence, sequence) }

  mutating func takeBackNewestClick() { clicks.takeBackNewest() }
}

/// The reversal of a change.
enum Reversal {
  case change(LinkChange)
  /// Removes the newest click.
  case newestClick
  /// Removes a deletion.
  case deletion(UInt64)
}

extension Relations {
  private mutating func record(_ click: ClickFootprint) -> Reversal? {
    guard click.sequence >= nextSequence else {
      // A known click, now spent or erased, unless it was due and is gone.
      guard let known = clicks.click(click.sequence) else { return nil }
      clicks.replace(click)
      return .change(.click(known))
    }
    number(from: click.sequence + 1)
    clicks.record(click)
    return .newestClick
  }

  private mutating func open(_ opening: Opening) -> Reversal? {
    number(from: opening.sequence + 1)
    let before = openings.updateValue(opening, forKey: opening.sequence)
    guard before != opening else { return nil }
    if let before { openingsOf.remove(before.sequence, of: before.principal) }
    openingsOf[opening.principal, default: []].insert(opening.sequence)
    openingsByAge.add(opening.sequence, since: opening.at, of: openings.count) {
      openings[$0]?.start == $1
    }
    return .change(before.map { .opening($0) } ?? .openingGone(opening))
  }

  private mutating func forget(_ opening: Opening) -> Reversal? {
    guard let before = openings.removeValue(forKey: opening.sequence) else { return nil }
    openingsOf.remove(before.sequence, of: before.principal)
    return .change(.opening(before))
  }

  private mutating func keep(_ request: AnsweredRequest) -> Reversal? {
    let name = request.name
    let before = requests.updateValue(request, forKey: name)
    requestKeys[name.sender, default: []].insert(name.key)
    if before?.start != request.start {
      requestsByAge.add(name, since: request.at, of: requests.count) {
        requests[$0]?.start == $1
      }
    }
    return .change(before.map { .request($0) } ?? .requestGone(name))
  }

  private mutating func forget(_ name: AnsweredRequest.Name) -> Reversal? {
    guard let before = requests.removeValue(forKey: name) else { return nil }
    requestKeys.remove(name.key, of: name.sender)
    return .change(.request(before))
  }

  private mutating func tell(_ notice: Notice) -> Reversal? {
    let before = notices.updateValue(notice, forKey: notice.pair)
    if before?.start != notice.start {
      noticesByAge.add(notice.pair, since: notice.decidedAt, of: notices.count) {
        notices[$0]?.start == $1
      }
    }
    return .change(before.map { .notice($0) } ?? .noticeGone(notice.pair))
  }

  private mutating func refer(_ referral: Referral) -> Reversal? {
    let pair = referral.pair
    let before = referrals.updateValue(referral, forKey: pair)
    if before == nil {
      inviters[pair.invitee, default: []].insert(pair.inviter)
      invitees[pair.inviter, default: []].insert(pair.invitee)
    }
    if let start = referral.start, start != before?.start {
      incomplete.add(pair, since: start, of: referrals.count) { referrals[$0]?.start == $1 }
    }
    return .change(before.map { .referral($0) } ?? .referralGone(pair))
  }

  private mutating func forget(_ pair: Referral.Pair) -> Reversal? {
    guard let before = referrals.removeValue(forKey: pair) else { return nil }
    inviters.remove(pair.inviter, of: pair.invitee)
    invitees.remove(pair.invitee, of: pair.inviter)
    return .change(.referral(before))
  }
}

extension Dictionary {
  /// Removes an element from the set of a key, and the key with its last element.
  fileprivate mutating func remove<Element>(
    _ element: Element, of key: Key
  ) where Value == Set<Element> {
    self[key]?.remove(element)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}

extension Relations {
  func referrals(of invitee: PrincipalID) -> [Referral] {
    (inviters[invitee] ?? []).sorted()
      .compactMap { referrals[Referral.Pair(inviter: $0, invitee: invitee)] }
  }

  func referrals(by inviter: PrincipalID) -> [Referral] {
    (invitees[inviter] ?? []).sorted()
      .compactMap { referrals[Referral.Pair(inviter: inviter, invitee: $0)] }
  }

  func requests(of sender: PrincipalID) -> [AnsweredRequest] {
    (requestKeys[sender] ?? []).compactMap {
      requests[AnsweredRequest.Name(sender: sender, key: $0)]
    }
    .sorted { ($0.at, $0.name.key.rawValue) < ($1.at, $1.name.key.rawValue) }
  }

  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    clicks.clicks(onLinks: Set(codes.map(\.packed)))
  }

  /// In the order of their sequence.
  func openings(by principal: PrincipalID) -> [Opening] {
    (openingsOf[principal] ?? []).sorted().compactMap { openings[$0] }
  }

  /// The notices that wait, oldest first.
  mutating func notices(atMost most: Int) -> [Notice] {
    noticesByAge.rows(before: .distantFuture, atMost: most) { notices[$0]?.kept(since: $1) }
  }

  mutating func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    openingsByAge.rows(before: moment, atMost: most) { openings[$0]?.kept(since: $1) }
  }

  mutating func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    requestsByAge.rows(before: moment, atMost: most) { requests[$0]?.kept(since: $1) }
  }

  mutating func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    incomplete.rows(before: moment, atMost: most) { referrals[$0]?.kept(since: $1) }
  }
}

/// A row with a retention, which runs from `start`; `nil` for one that is kept for good.
protocol AgeingRow {
  var start: Instant? { get }
}

extension AgeingRow {
  /// The row, if its retention runs from that moment.
  func kept(since moment: Instant) -> Self? { start == moment ? self : nil }
}

extension Opening: AgeingRow { var start: Instant? { at } }
extension AnsweredRequest: AgeingRow { var start: Instant? { at } }
extension Notice: AgeingRow { var start: Instant? { decidedAt } }
extension Referral: AgeingRow {
  /// A user with an earlier account counts as no install.
  var start: Instant? { completedAt == nil && kind != .existingUser ? arrivedAt : nil }
}

extension Instant {
  /// A moment after every recorded one.
  static let distantFuture = Instant(milliseconds: .max)
}

/// The names of rows ordered by start, so that due rows are found first.
///
/// A heap: adding a name takes at most the logarithm of their number, whatever moment a client
/// claims. Names of deleted rows may remain: readers skip them, and they are dropped before they
/// outnumber the others.
struct DueQueue<Name: Hashable> {
  private struct Entry {
    let since: Instant
    /// The order of names with the same start.
    let number: UInt64
    let name: Name

    func isBefore(_ other: Entry) -> Bool { (since, number) < (other.since, other.number) }
  }

  /// Each entry is before the two at twice its place, plus one and plus two.
  private var entries: [Entry] = []
  private var number: UInt64 = 0
  /// The names of deleted rows that may remain beside as many names as there are rows.
  private static var slack: Int { 1_000 }

  /// The number of names, those of deleted rows included.
  var count: Int { entries.count }

  /// Adds the name of one of `rows` rows; `isLive` tells whether a row has that start.
  mutating func add(
    _ name: Name, since moment: Instant, of rows: Int, _ isLive: (Name, Instant) -> Bool
  ) {
    while let first = entries.first, !isLive(first.name, first.since) { removeFirst() }
    if entries.count >= 2 * rows + Self.slack {
      var seen: Set<Name> = []
      entries.removeAll { !isLive($0.name, $0.since) || !seen.insert($0.name).inserted }
      // What is sorted is a heap.
      entries.sort { $0.isBefore($1) }
    }
    number += 1
    put(Entry(since: moment, number: number, name: name))
  }

  /// Returns at most `most` rows that began before `moment`, oldest first; `row` looks each up by
  /// its name and start.
  mutating func rows<Row>(
    before moment: Instant, atMost most: Int, _ row: (Name, Instant) -> Row?
  ) -> [Row] {
    var found: [Row] = []
    var taken: [Entry] = []
    // A row whose deletion was reverted has its name here twice.
    var seen: Set<Name> = []
    while found.count < most, let first = entries.first, first.since < moment {
      removeFirst()
      guard let row = row(first.name, first.since), seen.insert(first.name).inserted else {
        continue
      }
      found.append(row)
      taken.append(first)
    }
    for entry in taken { put(entry) }
    return found
  }
}

extension DueQueue {
  private mutating func put(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0, entry.isBefore(entries[(place - 1) / 2]) {
      entries[place] = entries[(place - 1) / 2]
      place = (place - 1) / 2
    }
    entries[place] = entry
  }

  private mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    var place = 0
    while true {
      var next = 2 * place + 1
      if next + 1 < entries.count, entries[next + 1].isBefore(entries[next]) { next += 1 }
      guard next < entries.count, entries[next].isBefore(last) else { break }
      entries[place] = entries[next]
      place = next
    }
    entries[place] = last
  }
}

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
