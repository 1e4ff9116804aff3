import Foundation
import Vocabulary

/// The file of keys: a header, then one key per place.
///
/// Keys are made in batches with one sync, ahead of use. `destroy` returns after the overwrite is
/// synced. Two threads may call either at once.
final class KeyFile: @unchecked Sendable {
  static let name = "keys"
  /// The number of keys made at a time, and the number of unused keys below which more are made.
  static let batch = 1_024
  static let low = 512
  /// The validity of a copy of the file.
  static let copyLife = Interval.days(30)

  private let file: DiskFile
  private let root: SealingKey
  private let sync: Journal.Sync
  /// Held while keys are made, which takes a sync; `lock` is never held that long, because taps
  /// take it.
  private let making = NSLock()
  /// The number of the next place to be made; guarded by `making`.
  private var end: UInt32
  // The lock guards all that follows.
  private let lock = NSLock()
  private var made: [SealingKey] = []
  private var isLow = false

  init(
    _ path: String, root: SealingKey, end: UInt32, sync: @escaping Journal.Sync
  ) throws(StoreError) {
    file = try DiskFile(path, .updating)
    self.root = root
    self.sync = sync
    self.end = end
  }

  /// Makes keys, and returns when they are on the disk; `take()` returns them.
  func make(_ count: Int = batch) throws(StoreError) {
    do {
      try making.withLock {
        let keys = (0..<count).map { _ in SealingKey.random() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * KeyPlace.size)
        for (offset, key) in keys.enumerated() {
          bytes += KeyPlace.bytes(of: key, at: end + UInt32(offset), under: root)
        }
        try file.write(bytes, at: Int(end) * KeyPlace.size)
        try sync(file)
        end += UInt32(count)
        lock.withLock {
          made += keys
          isLow = false
        }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("\(error) is no error of the store")
    }
  }

  /// Returns the keys made since the last call, in the order of their places.
  func take() -> [SealingKey] {
    lock.withLock {
      defer { made = [] }
      return made
    }
  }

  /// Requests more keys from the next `makeIfLow()`.
  func runLow() { lock.withLock { isLow = true } }

  func makeIfLow() throws(StoreError) {
    if lock.withLock({ isLow && made.isEmpty }) { try make() }
  }

  /// Destroys keys, and returns when the file holds nothing of them.
  func destroy(_ places: [UInt32]) throws(StoreError) {
    guard !places.isEmpty else { return }
    for place in places {
      try file.write(KeyPlace.bytesOfGone(at: place, under: root), at: Int(place) * KeyPlace.size)
    }
    try sync(file)
  }
}

extension KeyFile {
  /// The content of a file of keys.
  struct Content {
    /// The keys by place; the header's place is `.damaged`.
    var places: [KeyPlace]
    /// The time of the copy; `nil` for the original.
    let copiedAt: Instant?
    /// The number of deletions before the copy was made; `nil` for the original, and for copies of
    /// earlier releases.
    let deletions: Int?
  }

  private static let mark = Array("glkeys1\n".utf8)

  /// Makes a file without keys.
  static func begin(_ path: String, root: SealingKey) throws(StoreError) {
    let file = try DiskFile(path, .creating)
    try file.write(header(nil, root: root), at: 0)
    try file.sync()
  }

  /// The moment of a copy, and the number of deletions before it.
  typealias Copying = (at: Instant, after: Int)

  private static func header(_ copying: Copying?, root: SealingKey) -> [UInt8] {
    var text = FixedWidthWriter()
    text.put(copying?.at.milliseconds ?? .min)
    // Earlier releases wrote zeros.
    text.put(UInt64(copying.map { $0.after + 1 } ?? 0))
    text.put([UInt8](repeating: 0, count: 24))
    var bytes = mark
    SealedBox.seal(text.bytes, for: mark, under: root, behind: &bytes)
    return bytes + [UInt8](repeating: 0, count: KeyPlace.size - bytes.count)
  }

  static func read(_ path: String, root: SealingKey) throws(StoreError) -> Content {
    let bytes = try DiskFile.content(of: path)
    guard bytes.count >= KeyPlace.size, bytes.starts(with: mark) else {
      throw .corrupt(path: path, finding: "it does not begin as a file of keys does")
    }
    let box = bytes[mark.count..<mark.count + 40 + SealedBox.overhead]
    guard let text = SealedBox.open(box, for: mark, under: root) else {
      throw .wrongSecret(path: path)
    }
    var reader = FixedWidthReader(text[...])
    guard let moment = try? reader.take() as Int64, let after = try? reader.take() as UInt64 else {
      throw .corrupt(path: path, finding: "its header is too short")
    }
    var places: [KeyPlace] = [.damaged]
    places.reserveCapacity(bytes.count / KeyPlace.size)
    for start in stride(from: KeyPlace.size, to: bytes.count, by: KeyPlace.size) {
      places.append(
        KeyPlace(
          bytes[start..<min(start + KeyPlace.size, bytes.count)], at: UInt32(places.count),
          under: root))
    }
    return Content(
      places: places, copiedAt: moment == .min ? nil : Instant(milliseconds: moment),
      deletions: after == 0 ? nil : Int(clamping: after - 1))
  }

  /// Writes a file of these places; the first is the header's.
  static func write(
    _ places: some Collection<KeyPlace>, to path: String, root: SealingKey,
    copying: Copying? = nil
  ) throws(StoreError) {
    var bytes = header(copying, root: root)
    for (number, place) in places.enumerated().dropFirst() {
      switch place {
      case .live(let key): bytes += KeyPlace.bytes(of: key, at: UInt32(number), under: root)
      case .gone: bytes += KeyPlace.bytesOfGone(at: UInt32(number), under: root)
      // It stays damaged: no key opens it.
      case .damaged: bytes += [UInt8](repeating: 0xFF, count: KeyPlace.size)
      }
    }
    let file = try DiskFile(path, .creating)
    try file.write(bytes, at: 0)
    try file.sync()
  }

  /// Reads the keys of a store that may be open.
  static func readForCopy(_ path: String, root: SealingKey) throws(StoreError) -> [KeyPlace] {
    let places = try read(path, root: root).places
    // A place may look damaged while another thread writes it.
    return places.dropFirst().contains(where: \.isDamaged)
      ? try read(path, root: root).places : places
  }
}

/// One place of the file of keys; its number is never used for another key.
///
///     live:  1, zeros (7), a box of the key (32) and zeros (8)
///     gone:  2, zeros (7), a box of zeros (40)
///
/// The box is sealed under the root secret, for its state and its place; 8 zeros follow it. So a
/// damaged place is never read as a destroyed key, nor as another place's key.
enum KeyPlace {
  case live(SealingKey)
  case gone
  case damaged

  static let size = 96

  var isLive: Bool { if case .live = self { true } else { false } }
  var isGone: Bool { if case .gone = self { true } else { false } }
  var isDamaged: Bool { if case .damaged = self { true } else { false } }
  private static let front = 8
  private static let text = 40

  private enum Mark: UInt8 {
    case live = 1
    case gone = 2
  }

  /// Reads a place from its bytes.
  init(_ bytes: ArraySlice<UInt8>, at number: UInt32, under root: SealingKey) {
    self = .damaged
    guard bytes.count == Self.size, let mark = Mark(rawValue: bytes[bytes.startIndex]) else {
      return
    }
    let box = bytes.dropFirst(Self.front).prefix(Self.text + SealedBox.overhead)
    let isBlank = (bytes.prefix(Self.front).dropFirst() + bytes.suffix(8)).allSatisfy { $0 == 0 }
    guard isBlank,
      var text = SealedBox.open(box, for: Self.purpose(mark, number), under: root)
    else { return }
    switch mark {
    case .live: self = .live(SealingKey(wiping: &text))
    case .gone: self = .gone
    }
  }

  /// The bytes of a place with a key.
  static func bytes(of key: SealingKey, at number: UInt32, under root: SealingKey) -> [UInt8] {
    bytes(.live, key, at: number, under: root)
  }

  /// The bytes of a place whose key was destroyed.
  static func bytesOfGone(at number: UInt32, under root: SealingKey) -> [UInt8] {
    bytes(.gone, .none, at: number, under: root)
  }

  private static func bytes(
    _ mark: Mark, _ key: SealingKey, at number: UInt32, under root: SealingKey
  ) -> [UInt8] {
    var bytes: [UInt8] = [mark.rawValue] + [UInt8](repeating: 0, count: front - 1)
    key.withBytes(of: text) { text in
      SealedBox.seal(text, for: purpose(mark, number), under: root, behind: &bytes)
    }
    bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    return bytes
  }

  private static func purpose(_ mark: Mark, _ number: UInt32) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(Array("growthloop key".utf8))
    writer.put(mark.rawValue)
    writer.put(number)
    return writer.bytes
  }
}

/// The keys in memory: their owners, the number of rows that each seals, and the unused ones.
///
/// The number of a key is its place in the file, which is never used again. A key that seals no row
/// is released, and then destroyed.
struct KeyRing {
  /// The place of no key.
  static let nowhere: UInt32 = 0

  /// The keys by place; `.none` for a destroyed one.
  private var keys: [SealingKey] = [.none]
  /// The number of rows that name the person of each place.
  private var uses: [UInt32] = [0]
  private var places: [PrincipalID: UInt32] = [:]
  /// The first place that was never used.
  private(set) var next: UInt32 = 1
  /// Places without rows, with their owners; they may be used again.
  private var idle: [UInt32: PrincipalID] = [:]
  /// The number of rows of people without a key, until their turn is reverted.
  private var keyless: [PrincipalID: Int] = [:]

  /// The number of unused keys.
  var spare: Int { keys.count - Int(next) }

  subscript(place: UInt32) -> SealingKey { keys[Int(place)] }

  /// Appends keys that are in the file.
  mutating func append(_ fresh: [SealingKey]) {
    keys += fresh
    uses += repeatElement(0, count: fresh.count)
  }

  /// All people who have a key.
  var people: some Collection<PrincipalID> { places.keys }

  /// The place of a person's key; `nil` without one.
  func place(of person: PrincipalID) -> UInt32? { places[person] }

  /// Takes the next unused key; `nil` if there is none.
  mutating func takeSpare() -> UInt32? {
    guard spare > 0 else { return nil }
    next += 1
    return next - 1
  }

  /// Records the place of a person, as a row states it.
  mutating func seat(_ person: PrincipalID, at place: UInt32) {
    next = max(next, place + 1)
    places[person] = place
  }

  /// Marks all places before `place` as used.
  mutating func goOn(from place: UInt32) { next = max(next, place) }

  /// Counts a row that names the person, and assigns a key if they have none; returns whether there
  /// was one.
  mutating func use(_ person: PrincipalID) -> Bool {
    if let place = places[person] {
      uses[Int(place)] += 1
      return true
    }
    guard keyless[person] == nil, let place = takeSpare() else {
      keyless[person, default: 0] += 1
      return false
    }
    places[person] = place
    uses[Int(place)] += 1
    return true
  }

  /// Counts one row of the person less.
  mutating func release(_ person: PrincipalID) {
    if let count = keyless[person] {
      keyless[person] = count > 1 ? count - 1 : nil
    } else if let place = places[person] {
      uses[Int(place)] -= 1
      if uses[Int(place)] == 0 { idle[place] = person }
    }
  }

  /// A released key and its owner; `nil` if the owner has another key.
  typealias Leaving = (place: UInt32, person: PrincipalID?)

  /// Releases and returns the keys that seal no row.
  mutating func letGo() -> [Leaving] {
    var leaving: [Leaving] = []
    for (place, person) in idle.sorted(by: { $0.key < $1.key }) where uses[Int(place)] == 0 {
      let isTheirs = places[person] == place
      if isTheirs { places[person] = nil }
      leaving.append((place, isTheirs ? person : nil))
    }
    idle = [:]
    return leaving
  }

  /// Restores released keys that were not destroyed; a row may use them again.
  mutating func takeBack(_ leaving: [Leaving]) {
    for (place, person) in leaving {
      guard let person else { continue }
      if let other = places.updateValue(place, forKey: person) { idle[other] = person }
      idle[place] = person
    }
  }

  /// Removes destroyed keys from memory.
  mutating func forget(_ gone: [UInt32]) {
    for place in gone { keys[Int(place)] = .none }
  }

  /// The used places whose keys seal no row.
  var unused: [UInt32] { (1..<next).filter { uses[Int($0)] == 0 } }
}
