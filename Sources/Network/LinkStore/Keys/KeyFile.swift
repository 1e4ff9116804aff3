import Foundation
import Sealing
import Vocabulary

/// The file of keys: a header, and places of one key each.
///
/// Keys are made ahead of their use, many with one sync; what destroys one has it overwritten, and
/// synced, before it returns. Two threads may do either at once.
final class KeyFile: @unchecked Sendable {
  static let name = "keys"
  /// How many keys are made at a time, and how few that wait to be used are too few.
  static let batch = 1_024
  static let low = 512
  /// For how many days a copy of the file is good.
  static let copyLife = Interval.days(30)

  private let file: DiskFile
  private let root: SealingKey
  /// Held while keys are made, which takes a sync; `lock` never is held so long, for taps take it.
  private let making = NSLock()
  /// The number of the next place to be made; guarded by `making`.
  private var end: UInt32
  // All that follows is guarded by the lock.
  private let lock = NSLock()
  private var made: [SealingKey] = []
  private var isLow = false

  init(_ path: String, root: SealingKey, end: UInt32) throws(StoreError) {
    file = try DiskFile(path, .updating)
    self.root = root
    self.end = end
  }

  /// Makes keys, and returns when they are on the disk; `take()` hands them over.
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
        try file.sync()
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

  /// The keys that were made and not handed over yet, in the order of their places.
  func take() -> [SealingKey] {
    lock.withLock {
      defer { made = [] }
      return made
    }
  }

  /// Says that few keys are left: `makeIfLow` makes some.
  func runLow() { lock.withLock { isLow = true } }

  func makeIfLow() throws(StoreError) {
    if lock.withLock({ isLow && made.isEmpty }) { try make() }
  }

  /// Destroys keys, and returns when nothing of them is left in the file.
  func destroy(_ places: [UInt32]) throws(StoreError) {
    guard !places.isEmpty else { return }
    for place in places {
      try file.write(KeyPlace.bytesOfGone(at: place, under: root), at: Int(place) * KeyPlace.size)
    }
    try file.sync()
  }
}

extension KeyFile {
  /// What a file of keys holds.
  struct Content {
    /// By number; that of the header is damaged to whoever asks.
    var places: [KeyPlace]
    /// When it was copied; `nil` for the file that is worked with.
    let copiedAt: Instant?
  }

  private static let mark = Array("glkeys1\n".utf8)

  /// Begins a file without keys.
  static func begin(_ path: String, root: SealingKey) throws(StoreError) {
    let file = try DiskFile(path, .creating)
    try file.write(header(copiedAt: nil, root: root), at: 0)
    try file.sync()
  }

  static func header(copiedAt moment: Instant?, root: SealingKey) -> [UInt8] {
    var text = ByteWriter()
    text.put(moment?.milliseconds ?? .min)
    text.put([UInt8](repeating: 0, count: 32))
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
    var reader = ByteReader(text[...])
    guard let moment = try? reader.take() as Int64 else {
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
    return Content(places: places, copiedAt: moment == .min ? nil : Instant(milliseconds: moment))
  }

  /// Writes a file of these places, of which the first is the header's.
  static func write(
    _ places: some Collection<KeyPlace>, to path: String, root: SealingKey,
    copiedAt moment: Instant? = nil
  ) throws(StoreError) {
    var bytes = header(copiedAt: moment, root: root)
    for (number, place) in places.enumerated().dropFirst() {
      switch place {
      case .live(let key): bytes += KeyPlace.bytes(of: key, at: UInt32(number), under: root)
      case .gone: bytes += KeyPlace.bytesOfGone(at: UInt32(number), under: root)
      // It stays what it is: nothing opens it.
      case .damaged: bytes += [UInt8](repeating: 0xFF, count: KeyPlace.size)
      }
    }
    let file = try DiskFile(path, .creating)
    try file.write(bytes, at: 0)
    try file.sync()
  }

  /// Copies the keys into a new file, and returns how many there are.
  static func copy(
    _ path: String, to target: String, root: SealingKey, at now: Instant
  ) throws(StoreError) -> Int {
    var content = try read(path, root: root)
    // A place that is being written to may look damaged, for a moment.
    if content.places.dropFirst().contains(where: \.isDamaged) {
      content = try read(path, root: root)
    }
    try write(content.places, to: target, root: root, copiedAt: now)
    return content.places.count { $0.isLive }
  }
}
