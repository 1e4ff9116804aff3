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
