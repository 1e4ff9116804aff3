import Attribution
import Invites
import GrowthloopTransport
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
