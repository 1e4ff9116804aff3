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
