import Attribution
import Invites
import Vocabulary

/// A sealed turn, and the actions that follow once it is durable.
struct SealedTurn: Sendable {
  var changes: [UInt8] = []
  /// The entries for the ledger of deletions.
  var deletions: [DeletionLedger.Entry] = []
  /// The places of the keys to destroy.
  var leaving: [UInt32] = []

  /// Adds keys that no row needs, and writes down all that are to be destroyed.
  mutating func release(_ places: [UInt32]) {
    leaving += places
    guard !leaving.isEmpty else { return }
    var writer = FixedWidthWriter()
    writer.put(.released)
    writer.put(UInt32(leaving.count))
    for place in leaving { writer.put(place) }
    changes += writer.bytes
  }
}

/// Seals the changes of one turn, each under the keys of its people.
struct TurnSealer {
  /// The approximate size of a click in bytes.
  private static let bytesOfClick = 96

  private let number: UInt64
  private var writer = FixedWidthWriter()
  private var strays: [ClickFootprint] = []
  /// The claimed clicks of a deleted user, whose keys must be destroyed.
  private var erased: [UInt64] = []
  private var due: Instant?
  private var turn = SealedTurn()
  private var deletions: DeletionLedger.Chain

  init(_ number: UInt64, after deletions: DeletionLedger.Chain) {
    self.number = number
    self.deletions = deletions
  }

  /// Seals a turn.
  ///
  /// `clicks` are new, and already in `book`; `deletions` are those of all earlier turns. Returns
  /// `nil` if no key is left for the clicks.
  static func seal(
    _ number: UInt64, _ changes: [LinkChange], _ clicks: [ClickFootprint], of book: ClickBook,
    _ ring: inout KeyRing, _ hours: inout ClickHours, after deletions: DeletionLedger.Chain
  ) -> SealedTurn? {
    var sealer = TurnSealer(number, after: deletions)
    for change in changes { sealer.take(change, ring, hours) }
    guard sealer.seal(clicks, &ring, &hours), sealer.sealStrays(&ring, &hours) else { return nil }
    guard sealer.sealAnew(book, &ring, &hours) else { return nil }
    sealer.sweep(&hours)
    sealer.turn.changes = sealer.writer.bytes
    return sealer.turn
  }

  /// Seals a row, or collects a change of clicks for later.
  private mutating func take(_ change: LinkChange, _ ring: KeyRing, _ hours: ClickHours) {
    switch change {
    case .invite(let invite): put(RowName(invite.record.code), change, ring)
    case .opening(let opening): put(RowName(opening), change, ring)
    case .referral(let referral): put(RowName(.referral, referral.pair, ring), change, ring)
    case .person(let person): put(RowName(.person, person.id, ring), change, ring)
    case .request(let request): put(RowName(request.name, ring), change, ring)
    case .notice(let notice): put(RowName(.notice, notice.pair, ring), change, ring)
    case .email(let notice): put(RowName(.email, notice.id, ring), change, ring)
    case .announcement(let word): put(RowName(.announcement, word.id, ring), change, ring)
    case .inviteGone(let code): remove(RowName(code))
    case .openingGone(let opening): remove(RowName(opening))
    case .referralGone(let pair): remove(RowName(.referral, pair, ring))
    case .personGone(let person): remove(RowName(.person, person, ring))
    case .requestGone(let name): remove(RowName(name, ring))
    case .noticeGone(let pair): remove(RowName(.notice, pair, ring))
    case .emailGone(let id): remove(RowName(.email, id, ring))
    case .announcementGone(let id): remove(RowName(.announcement, id, ring))
    case .click(let click): mark(click, ring, hours)
    case .clickErased(let click): erased.append(click.sequence)
    case .strayClick(let click): strays.append(click)
    case .clicksSwept(let moment): due = max(due ?? moment, moment)
    case .erased(let person, let moment, let fate):
      let entry = DeletionLedger.Entry(
        number: deletions.number(of: person), at: moment, fate: DeletionLedger.Fate(fate))
      _ = deletions.add(entry)
      turn.deletions.append(entry)
      writer.put(.deleted)
      writer.put(entry)
      writer.put(deletions.seal)
    }
  }
}

extension TurnSealer {
  private mutating func put(_ name: RowName?, _ change: LinkChange, _ ring: KeyRing) {
    let places = change.people.compactMap { ring.place(of: $0) }
    // A turn with a person without a key is not written.
    guard let name, places.count == change.people.count else { return }
    put(name, (places[0], places.count > 1 ? places[1] : 0), change.bytes, ring)
  }

  private mutating func put(
    _ name: RowName, _ places: (UInt32, UInt32), _ text: [UInt8], _ ring: KeyRing
  ) {
    let label = SealedRow.Label(name: name, places: places, turn: number).bytes
    writer.put(.row)
    writer.put(label)
    let key = places.1 == 0 ? ring[places.0] : ring[places.0].and(ring[places.1])
    writer.seal(text, for: label, under: key)
  }

  private mutating func remove(_ name: RowName?) {
    // A person without a key has no row.
    guard let name else { return }
    writer.put(.gone)
    writer.put(name)
  }

  /// Writes the mark of a click that is sealed already.
  private mutating func mark(_ click: ClickFootprint, _ ring: KeyRing, _ hours: ClickHours) {
    guard let index = hours.index(of: click.sequence) else { return }
    let name = RowName(.clickMark, click.sequence)
    guard let mark = ClickMark(of: click) else { return remove(name) }
    put(name, (hours.hours[index].place, 0), [mark.rawValue], ring)
  }

  private mutating func seal(
    _ clicks: [ClickFootprint], _ ring: inout KeyRing, _ hours: inout ClickHours
  ) -> Bool {
    var rest = clicks[...]
    while let first = rest.first {
      var ends = rest.startIndex
      let place = hours.place(forNew: first.sequence, at: first.at) { ring.takeSpare() }
      guard place != KeyRing.nowhere else { return false }
      ends += 1
      while ends < rest.endIndex, hours.takes(rest[ends].at) {
        _ = hours.place(forNew: rest[ends].sequence, at: rest[ends].at) { nil }
        ends += 1
      }
      put(.clicks, rest[..<ends], place, ring)
      rest = rest[ends...]
    }
    return true
  }

  private mutating func sealStrays(_ ring: inout KeyRing, _ hours: inout ClickHours) -> Bool {
    guard let first = strays.first else { return true }
    let place = hours.place(forStray: first.sequence, at: first.at) { ring.takeSpare() }
    guard place != KeyRing.nowhere else { return false }
    put(.strays, strays[...], place, ring)
    return true
  }

  /// Seals the clicks of a key that must go under another key, without the erased ones.
  private mutating func sealAnew(
    _ book: ClickBook, _ ring: inout KeyRing, _ hours: inout ClickHours
  ) -> Bool {
    for index in Set(erased.compactMap { hours.index(of: $0) }).sorted() {
      guard let place = ring.takeSpare() else { return false }
      let before = hours.hours[index]
      let clicks = book.clicks(numbered: before.first...before.last)
      hours.replace(index, by: place, newest: clicks.map(\.at).max() ?? before.newest)
      writer.put(.clicksGone)
      writer.put(before.first)
      writer.put(before.last)
      put(.clicks, clicks[...], place, ring)
      turn.leaving.append(before.place)
    }
    return true
  }

  private mutating func put(
    _ mark: SealedChange.Mark, _ clicks: ArraySlice<ClickFootprint>, _ place: UInt32,
    _ ring: KeyRing
  ) {
    guard let first = clicks.first?.sequence, let last = clicks.last?.sequence else { return }
    var text = FixedWidthWriter()
    text.reserve(clicks.count * Self.bytesOfClick)
    for click in clicks { text.put(click) }
    writer.reserve(text.bytes.count + 2 * SealedBox.overhead)
    let label = SealedClicks.Label(place: place, first: first, last: last, turn: number)
    writer.put(mark)
    writer.put(label)
    writer.seal(text.bytes, for: label.purpose(areKept: mark == .clicks), under: ring[place])
  }

  private mutating func sweep(_ hours: inout ClickHours) {
    guard let due else { return }
    for hour in hours.sweep(before: due) {
      writer.put(.clicksGone)
      writer.put(hour.first)
      writer.put(hour.last)
      turn.leaving.append(hour.place)
    }
  }
}

/// The state of a click that changed after it was sealed.
enum ClickMark: UInt8 {
  case spent = 1
  /// Only its number counts, although its key could still open the content.
  case erased = 2

  /// `nil` for a click as it came.
  init?(of click: ClickFootprint) {
    if click.isErased {
      self = .erased
    } else if click.isSpent {
      self = .spent
    } else {
      return nil
    }
  }

  func applied(to click: ClickFootprint) -> ClickFootprint {
    switch self {
    case .erased: return click.erased
    case .spent:
      var spent = click
      spent.isSpent = true
      return spent
    }
  }
}
