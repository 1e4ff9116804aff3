internal import CGrowthloopSodium
public import GrowthloopTransport
import Invites
import Vocabulary

/// A change as it is stored: copying it from the journal to the database needs no key.
enum SealedChange {
  case row(SealedRow)
  case gone(RowName)
  /// New clicks, which follow all others.
  case clicks(SealedClicks)
  /// Clicks that are written and not stored.
  case strays(SealedClicks)
  /// Removes the clicks with these numbers, and their marks.
  case clicksGone(first: UInt64, last: UInt64)
  /// A deletion, and the seal of all deletions until then; earlier releases wrote none.
  case deleted(DeletionLedger.Entry, DeletionLedger.Seal?)
  /// The places of keys that are destroyed with the turn.
  case released([UInt32])
}

/// A sealed row, with the label that opens it.
struct SealedRow {
  let label: Label
  let box: ArraySlice<UInt8>

  /// The bytes before the box, which are authenticated with it.
  struct Label {
    let name: RowName
    /// The places of one key or of two; the second is zero where there is one.
    let places: (UInt32, UInt32)
    /// The turn that wrote it.
    let turn: UInt64
  }
}

extension SealedRow.Label: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    name = try fields.name(\.name)
    places = (try fields.next(\.places.0), try fields.next(\.places.1))
    turn = try fields.next(\.turn)
  }
}

extension RowName: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.name { $0 }
  }
}

extension RowFields {
  fileprivate mutating func name(_ name: (Row) -> RowName) throws(Failure) -> RowName {
    RowName(
      try next { name($0).kind }, try next { name($0).first }, try next { name($0).second })
  }
}

/// Clicks of one turn in a box.
struct SealedClicks {
  let label: Label
  let box: ArraySlice<UInt8>

  /// The bytes before the box.
  struct Label {
    let place: UInt32
    let first: UInt64
    let last: UInt64
    let turn: UInt64
  }
}

extension SealedClicks.Label: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      place: try fields.next(\.place), first: try fields.next(\.first),
      last: try fields.next(\.last), turn: try fields.next(\.turn))
  }

  /// The bytes that are authenticated with the box; they differ for clicks that are not stored.
  func purpose(areKept: Bool) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(areKept ? 0x81 as UInt8 : 0x82)
    writer.put(first)
    writer.put(last)
    writer.put(place)
    writer.put(turn)
    return writer.bytes
  }
}

extension SealedChange {
  /// The first byte of a change; its meaning never changes.
  enum Mark: UInt8 {
    case row = 1
    case gone = 2
    case clicks = 3
    case strays = 4
    case clicksGone = 5
    /// A deletion of an earlier release.
    case erased = 6
    case deleted = 7
    case released = 8
  }

  init(from reader: inout FixedWidthReader) throws(MalformedField) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw MalformedField() }
    switch mark {
    case .row:
      self = .row(
        SealedRow(label: try SealedRow.Label(from: &reader), box: try reader.takeBytes()))
    case .gone: self = .gone(try RowName(from: &reader))
    case .clicks: self = .clicks(try reader.takeClicks())
    case .strays: self = .strays(try reader.takeClicks())
    case .clicksGone: self = .clicksGone(first: try reader.take(), last: try reader.take())
    case .erased:
      self = .deleted(
        DeletionLedger.Entry(number: try reader.take(), at: try Instant(from: &reader)), nil)
    case .deleted:
      self = .deleted(
        try DeletionLedger.Entry(from: &reader), try DeletionLedger.Seal(from: &reader))
    case .released:
      var places: [UInt32] = []
      for _ in 0..<(try reader.take() as UInt32) { places.append(try reader.take()) }
      self = .released(places)
    }
  }
}

extension FixedWidthReader {
  mutating func takeClicks() throws(MalformedField) -> SealedClicks {
    SealedClicks(label: try SealedClicks.Label(from: &self), box: try takeBytes())
  }
}

extension FixedWidthWriter {
  mutating func put(_ mark: SealedChange.Mark) { put(mark.rawValue) }

  mutating func put(_ clicks: SealedClicks) {
    put(clicks.label)
    put(UInt32(clicks.box.count))
    put(clicks.box)
  }

  /// Appends the length of a box, and the box.
  mutating func seal(_ text: [UInt8], for purpose: [UInt8], under key: SealingKey) {
    put(UInt32(text.count + SealedBox.overhead))
    SealedBox.seal(text, for: purpose, under: key, behind: &bytes)
  }
}

/// The name of a row in the files, which reveals nothing of a person, even with their key.
///
/// Invites are named by code, openings and click marks by click number, and rows of people by the
/// places of their keys.
struct RowName: Hashable {
  /// The raw value is stored in files: its meaning never changes.
  enum Kind: UInt8, CaseIterable, NumberField {
    case invite = 1
    case opening = 2
    case referral = 3
    case person = 4
    case request = 5
    case notice = 6
    /// That a click is spent, or erased.
    case clickMark = 7
    case email = 8
    case announcement = 9

    var number: UInt8 { rawValue }
    init?(number: UInt8) { self.init(rawValue: number) }
  }

  let kind: Kind
  let first: UInt64
  let second: UInt64

  init(_ kind: Kind, _ first: UInt64, _ second: UInt64 = 0) {
    self.kind = kind
    self.first = first
    self.second = second
  }

  init(_ code: InviteCode) { self.init(.invite, code.packed) }

  init(_ opening: Opening) { self.init(.opening, opening.sequence) }

  /// Names a referral or a notice; `nil` if one of the two has no key.
  init?(_ kind: Kind, _ pair: Referral.Pair, _ ring: KeyRing) {
    guard let inviter = ring.place(of: pair.inviter), let invitee = ring.place(of: pair.invitee)
    else { return nil }
    self.init(kind, UInt64(inviter), UInt64(invitee))
  }

  /// Names the row of one person, which has no other of that kind; `nil` if they have no key.
  init?(_ kind: Kind, _ person: PrincipalID, _ ring: KeyRing) {
    guard let place = ring.place(of: person) else { return nil }
    self.init(kind, UInt64(place))
  }

  /// Names a request by a hash of its key under the sender's key: an app may put anything in the
  /// key.
  init?(_ request: AnsweredRequest.Name, _ ring: KeyRing) {
    guard let place = ring.place(of: request.sender) else { return nil }
    var writer = FixedWidthWriter()
    writer.put(request.key.rawValue)
    self.init(.request, UInt64(place), ring[place].number(for: writer.bytes))
  }
}

extension LinkChange {
  /// The people of the row that the change writes; all of their keys are needed to open it.
  var people: [PrincipalID] {
    switch self {
    case .invite(let invite):
      guard let invitee = invite.record.invitee, invitee != invite.record.sender else {
        return [invite.record.sender]
      }
      return [invite.record.sender, invitee]
    case .opening(let opening): return [opening.principal]
    case .referral(let referral): return [referral.inviter, referral.invitee]
    case .person(let person): return [person.id]
    case .request(let request): return [request.name.sender]
    case .notice(let notice): return [notice.pair.inviter, notice.pair.invitee]
    case .email(let notice): return [notice.id]
    case .announcement(let word): return [word.id]
    case .inviteGone, .click, .clickErased, .strayClick, .openingGone, .referralGone, .personGone,
      .requestGone, .noticeGone, .emailGone, .announcementGone, .clicksSwept, .erased:
      return []
    }
  }
}

/// Authenticated encryption by XChaCha20-Poly1305, with a random nonce in front of each box.
///
/// The purpose is authenticated with the bytes: a box does not open for another purpose.
public enum SealedBox {
  private static let nonce = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tag = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// The bytes that a box adds to its content: 40.
  public static let overhead = nonce + tag

  /// Seals `text`, and appends the box to `bytes`.
  public static func seal(
    _ text: [UInt8], for purpose: [UInt8], under key: SealingKey, behind bytes: inout [UInt8]
  ) {
    Sodium.start()
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: text.count + overhead))
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let first = bytes.baseAddress else { preconditionFailure("a box is not empty") }
      let box = unsafe first + start
      unsafe randombytes_buf(box, nonce)
      let done = unsafe key.withBytes { key in
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
          box + nonce, nil, text, UInt64(text.count), purpose, UInt64(purpose.count), nil, box, key)
      }
      precondition(done == 0, "libsodium seals no box")
    }
  }

  /// Returns the content of a box; `nil` for another key, another purpose, or a changed box.
  public static func open(
    _ box: ArraySlice<UInt8>, for purpose: [UInt8], under key: SealingKey
  ) -> [UInt8]? {
    Sodium.start()
    guard box.count >= overhead else { return nil }
    var opens = false
    let text = unsafe [UInt8](unsafeUninitializedCapacity: box.count - overhead) { text, count in
      unsafe box.withUnsafeBufferPointer { box in
        guard let start = box.baseAddress else { return }
        opens = unsafe key.withBytes { key in
          unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            text.baseAddress, nil, nil, start + nonce, UInt64(box.count - nonce), purpose,
            UInt64(purpose.count), start, key) == 0
        }
      }
      count = opens ? text.count : 0
    }
    return opens ? text : nil
  }
}

/// A key of 32 bytes for sealed boxes.
///
/// Two keys are compared in constant time. What is computed from a key leaves no copy of it behind.
public struct SealingKey: Equatable, Sendable, BitwiseCopyable {
  private var words: SIMD4<UInt64>

  /// The size of a key in bytes.
  public static let size = 32

  /// Zeros, in the place of a destroyed key.
  public static let none = SealingKey(words: .zero)

  private init(words: SIMD4<UInt64>) { self.words = words }

  /// Creates a key of 32 bytes.
  public init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.size, "a key has \(Self.size) bytes")
    words = .zero
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Returns a random key.
  public static func random() -> SealingKey {
    Sodium.start()
    var key = SealingKey.none
    unsafe randombytes_buf(&key.words, size)
    return key
  }

  /// Creates the key for one purpose from a secret.
  public init(_ secret: Secret, for purpose: String) {
    var bytes = secret.derived(for: purpose).bytes
    self.init(wiping: &bytes)
  }

  public static func == (left: SealingKey, right: SealingKey) -> Bool {
    unsafe left.withBytes { left in
      unsafe right.withBytes { right in
        unsafe sodium_memcmp(left, right, size) == 0
      }
    }
  }
}

extension SealingKey {
  /// Calls `body` with a copy of the bytes, and wipes it.
  func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    var copy = words
    defer { unsafe sodium_memzero(&copy, Self.size) }
    return unsafe withUnsafePointer(to: &copy) { copy in
      unsafe copy.withMemoryRebound(to: UInt8.self, capacity: Self.size) { unsafe body($0) }
    }
  }

  /// Calls `body` with the bytes, and zeros up to `count` behind them, for sealing them under
  /// another key; wipes them.
  public func withBytes<Result>(
    of count: Int, _ body: (_ text: [UInt8]) -> Result
  ) -> Result {
    precondition(count >= Self.size, "a key takes \(Self.size) bytes")
    var text = [UInt8](repeating: 0, count: count)
    unsafe withBytes { key in
      unsafe text.withUnsafeMutableBufferPointer { text in
        unsafe text.baseAddress?.update(from: key, count: Self.size)
      }
    }
    defer { Self.wipe(&text) }
    return body(text)
  }

  /// Creates a key of the first 32 bytes, and wipes them all.
  public init(wiping bytes: inout [UInt8]) {
    self.init(bytes.prefix(Self.size))
    Self.wipe(&bytes)
  }

  private static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { unsafe sodium_memzero($0.baseAddress, $0.count) }
  }
}

extension SealingKey {
  /// Returns a key that can be made only from both keys.
  public func and(_ other: SealingKey) -> SealingKey {
    Sodium.start()
    var both = SealingKey.none
    var keys = (words, other.words)
    unsafe withUnsafeMutableBytes(of: &keys) { keys in
      unsafe withUnsafeMutableBytes(of: &both.words) { result in
        unsafe Sodium.hash(UnsafeRawBufferPointer(keys), under: nil, into: result)
      }
      unsafe sodium_memzero(keys.baseAddress, keys.count)
    }
    return both
  }

  /// Returns a keyed hash of bytes.
  public func number(for bytes: [UInt8]) -> UInt64 {
    Sodium.start()
    // The shortest hash of the library; half of it separates the requests of one person.
    var hash: (UInt64, UInt64) = (0, 0)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe withBytes { key in
        unsafe withUnsafeMutableBytes(of: &hash) { result in
          unsafe Sodium.hash(
            bytes, under: UnsafeRawBufferPointer(start: key, count: Self.size), into: result)
        }
      }
    }
    return hash.0.littleEndian
  }
}

/// The start of libsodium, and its hash.
enum Sodium {
  private static let isReady: Bool = sodium_init() >= 0

  /// Initialises the library, once.
  static func start() { precondition(isReady, "libsodium cannot start") }

  /// Writes BLAKE2b of bytes to `result`, which has room for 16 to 64.
  static func hash(
    _ bytes: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer?,
    into result: UnsafeMutableRawBufferPointer
  ) {
    guard let start = result.baseAddress else { return }
    let done = unsafe crypto_generichash(
      start, result.count, bytes.baseAddress, UInt64(bytes.count), key?.baseAddress,
      key?.count ?? 0)
    precondition(done == 0, "libsodium makes no hash of \(result.count) bytes")
  }
}
