import Attribution
import Invites
import Secrets
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
  var openings: [PrincipalID: [Opening]] = [:]
  var openingsByAge = DueQueue<Opening>()
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
      noticesByAge.drop { notices[$0] != nil }
      noticesByAge.add(notice.pair, since: notice.decidedAt)
      let before = notices.updateValue(notice, forKey: notice.pair)
      return .change(before.map { .notice($0) } ?? .noticeGone(notice.pair))
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
    case .erased(let person, _):
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
    var list = openings[opening.principal] ?? []
    guard !list.contains(opening) else { return nil }
    list.append(opening)
    list.sort { $0.sequence < $1.sequence }
    openings[opening.principal] = list
    openingsByAge.drop { openings[$0.principal]?.contains($0) == true }
    openingsByAge.add(opening, since: opening.at)
    return .change(.openingGone(opening))
  }

  private mutating func forget(_ opening: Opening) -> Reversal? {
    guard let list = openings[opening.principal], list.contains(opening) else { return nil }
    let rest = list.filter { $0 != opening }
    openings[opening.principal] = rest.isEmpty ? nil : rest
    return .change(.opening(opening))
  }

  private mutating func keep(_ request: AnsweredRequest) -> Reversal? {
    let name = request.name
    requestsByAge.drop { requests[$0] != nil }
    requestsByAge.add(name, since: request.at)
    requestKeys[name.sender, default: []].insert(name.key)
    let before = requests.updateValue(request, forKey: name)
    return .change(before.map { .request($0) } ?? .requestGone(name))
  }

  private mutating func forget(_ name: AnsweredRequest.Name) -> Reversal? {
    guard let before = requests.removeValue(forKey: name) else { return nil }
    requestKeys[name.sender]?.remove(name.key)
    if requestKeys[name.sender]?.isEmpty == true { requestKeys[name.sender] = nil }
    return .change(.request(before))
  }

  private mutating func refer(_ referral: Referral) -> Reversal? {
    let pair = referral.pair
    guard let before = referrals.updateValue(referral, forKey: pair) else {
      inviters[pair.invitee, default: []].insert(pair.inviter)
      invitees[pair.inviter, default: []].insert(pair.invitee)
      incomplete.drop { referrals[$0]?.completedAt == nil && referrals[$0] != nil }
      // A user with an earlier account counts as no install.
      if referral.kind != .existingUser { incomplete.add(pair, since: referral.arrivedAt) }
      return .change(.referralGone(pair))
    }
    return .change(.referral(before))
  }

  private mutating func forget(_ pair: Referral.Pair) -> Reversal? {
    guard let before = referrals.removeValue(forKey: pair) else { return nil }
    inviters[pair.invitee]?.remove(pair.inviter)
    if inviters[pair.invitee]?.isEmpty == true { inviters[pair.invitee] = nil }
    invitees[pair.inviter]?.remove(pair.invitee)
    if invitees[pair.inviter]?.isEmpty == true { invitees[pair.inviter] = nil }
    return .change(.referral(before))
  }
}
