import Attribution
import Invites
public import Vocabulary

/// Reads numbers of fixed width and counted texts, as a `FixedWidthWriter` writes them.
struct FixedWidthReader: FieldSource {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  mutating func take<Number: FixedWidthInteger>() throws(MalformedField) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - place >= size else { throw MalformedField() }
    var number: Number = 0
    for offset in (0..<size).reversed() {
      number = (size > 1 ? number << 8 : 0) | Number(truncatingIfNeeded: bytes[place + offset])
    }
    place += size
    return number
  }

  mutating func takePresence() throws(MalformedField) -> Bool {
    switch try take() as UInt8 {
    case 0: return false
    case 1: return true
    default: throw MalformedField()
    }
  }

  mutating func takeText() throws(MalformedField) -> String {
    guard let text = String(validating: try takeBytes(), as: UTF8.self) else {
      throw MalformedField()
    }
    return text
  }

  mutating func takeTexts() throws(MalformedField) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try take() as UInt32) { texts.append(try takeText()) }
    return texts
  }

  /// Reads a count, and as many bytes.
  mutating func takeBytes() throws(MalformedField) -> ArraySlice<UInt8> {
    let count = Int(try take() as UInt32)
    guard bytes.endIndex - place >= count else { throw MalformedField() }
    defer { place += count }
    return bytes[place..<place + count]
  }
}

/// Writes numbers of fixed width, lowest byte first, and counted texts.
struct FixedWidthWriter: FieldSink {
  var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Reserves space for `count` more bytes.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func put(_ number: some FixedWidthInteger) {
    var rest = number.littleEndian
    unsafe withUnsafeBytes(of: &rest) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func put(isPresent: Bool) { put(isPresent ? 1 as UInt8 : 0) }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ others: some Sequence<UInt8>) { bytes.append(contentsOf: others) }

  mutating func put(_ row: some Row) {
    // Taken out, so that its bytes have one owner and are not copied.
    var writer = FixedWidthWriter()
    swap(&self, &writer)
    self = row.put(to: consume writer)
  }
}

extension LinkChange {
  /// The first byte of a change; its meaning never changes.
  private enum Mark: UInt8 {
    case invite = 1
    case inviteGone = 2
    case click = 3
    case opening = 4
    case openingGone = 5
    case referral = 6
    case referralGone = 7
    case person = 8
    case personGone = 9
    case request = 10
    case requestGone = 11
    case notice = 12
    case noticeGone = 13
    case clicksSwept = 14
    case strayClick = 15
    /// A person, and the keyed hash of their number; earlier releases have none.
    case numberedPerson = 16
    case email = 17
    case announcement = 18
  }

  /// The bytes of the row that the change writes; empty if it writes none.
  var bytes: [UInt8] {
    switch self {
    case .invite(let invite): [Mark.invite.rawValue] + invite.bytes
    case .opening(let opening): [Mark.opening.rawValue] + opening.bytes
    case .referral(let referral): [Mark.referral.rawValue] + referral.bytes
    case .person(let person): Self.bytes(of: person)
    case .request(let request): [Mark.request.rawValue] + request.bytes
    case .notice(let notice): [Mark.notice.rawValue] + notice.bytes
    case .email(let notice): [Mark.email.rawValue] + notice.bytes
    case .announcement(let word): [Mark.announcement.rawValue] + word.bytes
    case .inviteGone, .click, .clickErased, .strayClick, .openingGone, .referralGone, .personGone,
      .requestGone, .noticeGone, .emailGone, .announcementGone, .clicksSwept, .erased:
      []
    }
  }

  private static func bytes(of person: Person) -> [UInt8] {
    guard let number = person.number else { return [Mark.person.rawValue] + person.bytes }
    var writer = FixedWidthWriter()
    writer.put(Mark.numberedPerson.rawValue)
    writer.put(person)
    number.put(to: &writer)
    return writer.bytes
  }

  /// Reads a change; only journals of an earlier release hold changes that write no row.
  init(from reader: inout FixedWidthReader) throws(MalformedField) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw MalformedField() }
    switch mark {
    case .invite: self = .invite(try StoredInvite(from: &reader))
    case .inviteGone: self = .inviteGone(try InviteCode(from: &reader))
    case .click: self = .click(try reader.takeClick())
    case .strayClick: self = .strayClick(try reader.takeClick())
    case .opening: self = .opening(try Opening(from: &reader))
    case .openingGone: self = .openingGone(try Opening(from: &reader))
    case .referral: self = .referral(try Referral(from: &reader))
    case .referralGone: self = .referralGone(try Referral.Pair(from: &reader))
    case .person: self = .person(try Person(from: &reader))
    case .numberedPerson:
      var person = try Person(from: &reader)
      person.number = try NumberHash(from: &reader)
      self = .person(person)
    case .personGone: self = .personGone(try PrincipalID(from: &reader))
    case .request: self = .request(try AnsweredRequest(from: &reader))
    case .requestGone: self = .requestGone(try AnsweredRequest.Name(from: &reader))
    case .notice: self = .notice(try Notice(from: &reader))
    case .noticeGone: self = .noticeGone(try Referral.Pair(from: &reader))
    case .clicksSwept: self = .clicksSwept(before: try Instant(from: &reader))
    case .email: self = .email(try EmailNotice(from: &reader))
    case .announcement: self = .announcement(try LaunchAnnouncement(from: &reader))
    }
  }
}

// A click is no `Row`: which of its signals follow depends on a field before them.
extension FixedWidthWriter {
  /// Writes a click, with its known signals only.
  mutating func put(_ click: ClickFootprint) {
    put(click.sequence)
    put(click.at.milliseconds)
    put(click.link)
    put(click.visitor)
    put(click.signals.token)
    var flags: UInt8 = click.isSpent ? 1 : 0
    if click.isErased { flags |= 2 }
    if click.signals.isAddressShared { flags |= 4 }
    put(flags)
    let known = click.signals.known
    put(known.rawValue)
    for signal in Signal.numbered where known.holds(signal) { put(click.signals[signal]) }
  }
}

extension FixedWidthReader {
  mutating func takeClick() throws(MalformedField) -> ClickFootprint {
    let sequence: UInt64 = try take()
    let at = try Instant(from: &self)
    let link: UInt64 = try take()
    let visitor: UInt64 = try take()
    var signals = DeviceSignals()
    signals.token = try take()
    let flags: UInt8 = try take()
    signals.isAddressShared = flags & 4 != 0
    let known = Signal.Set(rawValue: try take())
    for signal in Signal.numbered where known.holds(signal) { signals[signal] = try take() }
    var click = ClickFootprint(
      sequence: sequence, at: at, link: link, visitor: visitor, signals: signals)
    click.isSpent = flags & 1 != 0
    return flags & 2 == 0 ? click : click.erased
  }
}

/// A correction of moments that were recorded under a wrong clock.
public struct MomentShift: Hashable, Sendable {
  /// The last moment that needs no correction.
  public let after: Instant
  /// The correction; below zero for back.
  public let distance: Interval
  /// The moment of the correction, and the latest corrected moment.
  public let now: Instant

  public init(after: Instant, by distance: Interval, at now: Instant) {
    self.after = after
    self.distance = distance
    self.now = now
  }

  /// Returns the true moment; the same if it was recorded under a right clock.
  func corrected(_ moment: Instant) -> Instant {
    moment > after ? min(moment + distance, now) : moment
  }
}

/// The keyed hash of a user's telephone number, in 128 bits.
///
/// The numbers of a country are few enough to try them all: without the key it hides the number,
/// with the key it does not.
public struct NumberHash: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt128

  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension NumberHash: NumberField {
  var number: UInt128 { rawValue }
  init?(number: UInt128) { self.init(rawValue: number) }
}

extension NumberHash {
  /// The 32 hexadecimal digits of the hash.
  public var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

/// The facts about a user that the rules need.
public struct Person: Hashable, Sendable {
  public let id: PrincipalID
  public var account: AccountState
  /// The display name; `nil` if not set.
  public var name: String?
  /// The address of the picture.
  public var avatar: String?
  /// The moment of sign-up; `nil` if the service did not see it.
  public var joinedAt: Instant?
  /// The keyed hash of the verified telephone number; `nil` if the backend gave none.
  ///
  /// It is no field of the row: only rows of people with a number have it, behind the others.
  public var number: NumberHash?

  public init(
    _ id: PrincipalID, account: AccountState = .active, name: String? = nil,
    avatar: String? = nil, joinedAt: Instant? = nil
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.avatar = avatar
    self.joinedAt = joinedAt
  }
}

extension Person: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.next(\.id), account: try fields.next(\.account), name: try fields.next(\.name),
      avatar: try fields.next(\.avatar), joinedAt: try fields.next(\.joinedAt))
  }
}
