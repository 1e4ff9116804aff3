import Attribution
import Invites
import Sealing
import Secrets
import Vocabulary

/// A turn as it goes to the files, and what follows once it is durable.
struct SealedTurn: Sendable {
  var changes: [UInt8] = []
  /// Whom the ledger gets.
  var deletions: [DeletionLedger.Entry] = []
  /// The places whose keys are destroyed.
  var leaving: [UInt32] = []
}

/// Seals the changes of one turn, each under the keys of those whom it is about.
struct TurnSealer {
  /// About as many bytes as a click has.
  private static let bytesOfClick = 96

  private let number: UInt64
  private var writer = ByteWriter()
  private var strays: [ClickFootprint] = []
  /// Claimed clicks of a deleted user, whose keys have to go.
  private var erased: [UInt64] = []
  private var due: Instant?
  private var turn = SealedTurn()

  init(_ number: UInt64) { self.number = number }

  /// Seals a turn.
  ///
  /// `clicks` are new, and among those of `book` already; where no key is left for them, `nil`.
  static func seal(
    _ number: UInt64, _ changes: [LinkChange], _ clicks: [ClickFootprint], of book: ClickBook,
    _ ring: inout KeyRing, _ hours: inout ClickHours, deletions: KeyedHash
  ) -> SealedTurn? {
    var sealer = TurnSealer(number)
    for change in changes { sealer.take(change, ring, hours, deletions) }
    guard sealer.seal(clicks, &ring, &hours), sealer.sealStrays(&ring, &hours) else { return nil }
    guard sealer.sealAnew(book, &ring, &hours) else { return nil }
    sealer.sweep(&hours)
    sealer.turn.changes = sealer.writer.bytes
    return sealer.turn
  }

  /// Seals a row; takes note of what clicks have to do with.
  private mutating func take(
    _ change: LinkChange, _ ring: KeyRing, _ hours: ClickHours, _ deletions: KeyedHash
  ) {
    switch change {
    case .invite(let invite): put(RowName(invite.record.code), change, ring)
    case .opening(let opening): put(RowName(opening), change, ring)
    case .referral(let referral): put(RowName(.referral, referral.pair, ring), change, ring)
    case .person(let person): put(RowName(person.id, ring), change, ring)
    case .request(let request): put(RowName(request.name, ring), change, ring)
    case .notice(let notice): put(RowName(.notice, notice.pair, ring), change, ring)
    case .inviteGone(let code): remove(RowName(code))
    case .openingGone(let opening): remove(RowName(opening))
    case .referralGone(let pair): remove(RowName(.referral, pair, ring))
    case .personGone(let person): remove(RowName(person, ring))
    case .requestGone(let name): remove(RowName(name, ring))
    case .noticeGone(let pair): remove(RowName(.notice, pair, ring))
    case .click(let click): mark(click, ring, hours)
    case .clickErased(let click): erased.append(click.sequence)
    case .strayClick(let click): strays.append(click)
    case .clicksSwept(let moment): due = max(due ?? moment, moment)
    case .erased(let person, let moment):
      let entry = DeletionLedger.Entry(number: deletions.number(of: person), at: moment)
      turn.deletions.append(entry)
      writer.put(.erased)
      writer.put(entry.number)
      writer.put(entry.at.milliseconds)
    }
  }
}

extension TurnSealer {
  private mutating func put(_ name: RowName?, _ change: LinkChange, _ ring: KeyRing) {
    let places = change.people.compactMap { ring.place(of: $0) }
    // Where a person has no key the turn is not written.
    guard let name, places.count == change.people.count else { return }
    var text = ByteWriter()
    change.write(to: &text)
    put(name, (places[0], places.count > 1 ? places[1] : 0), text.bytes, ring)
  }

  private mutating func put(
    _ name: RowName, _ places: (UInt32, UInt32), _ text: [UInt8], _ ring: KeyRing
  ) {
    writer.put(.row)
    writer.put(name)
    writer.put(places.0)
    writer.put(places.1)
    writer.put(number)
    let key = places.1 == 0 ? ring[places.0] : ring[places.0].and(ring[places.1])
    writer.seal(text, for: SealedRow.purpose(name, places, number), under: key)
  }

  private mutating func remove(_ name: RowName?) {
    // Who has no key has no row.
    guard let name else { return }
    writer.put(.gone)
    writer.put(name)
  }

  /// Says what became of a click that is sealed already.
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

  /// Seals all clicks whose key has to go under another, but for what was erased of them.
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
    var text = ByteWriter()
    text.reserve(clicks.count * Self.bytesOfClick)
    for click in clicks { text.put(click) }
    writer.reserve(text.bytes.count + 2 * SealedBox.overhead)
    writer.put(mark)
    writer.put(place)
    writer.put(first)
    writer.put(last)
    writer.put(number)
    let purpose = SealedClicks.purpose(
      areKept: mark == .clicks, place: place, first: first, last: last, turn: number)
    writer.seal(text.bytes, for: purpose, under: ring[place])
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

extension KeyedHash {
  /// The number by which the ledger of deletions knows a user.
  func number(of person: PrincipalID) -> UInt64 {
    var writer = ByteWriter()
    writer.put(person.rawValue)
    return hash(writer.bytes.span)
  }
}
