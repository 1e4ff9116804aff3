/// The pieces of a message: MPI counts the bytes of a transfer in 32 bits.
package enum MessagePieces {
  /// The most bytes of a piece.
  package static let most = 1 << 30

  /// Returns the places of the pieces in a message of `count` bytes; an empty message is one piece.
  package static func places(of count: Int, atMost most: Int = most) -> [Range<Int>] {
    guard count > 0 else { return [0..<0] }
    return stride(from: 0, to: count, by: most).map { $0..<min($0 + most, count) }
  }
}

/// The pieces that are arriving, which become messages in the order in which each peer sent them.
///
/// A short message may arrive before a long one that was sent earlier: it waits for it.
package struct ArrivingPieces<Piece> {
  /// The state of a piece.
  package enum Progress {
    case onItsWay
    case arrived([UInt8])
    /// Its transfer failed; the message is dropped with it.
    case lost
  }

  private struct Entry {
    let peer: Int
    let isLast: Bool
    var piece: Piece
  }

  /// In the order in which they were begun, which is that of each peer.
  private var entries: [Entry] = []
  /// The first pieces of messages; `nil` where one was lost.
  private var begun: [Int: [UInt8]?] = [:]

  package init() {}

  /// Adds a piece; `isLast` ends the message.
  package mutating func add(_ piece: Piece, from peer: Int, isLast: Bool) {
    entries.append(Entry(peer: peer, isLast: isLast, piece: piece))
  }

  /// Returns the next message that is complete; `progress` looks at a piece.
  package mutating func next(
    _ progress: (inout Piece) -> Progress
  ) -> (sender: Int, message: [UInt8])? {
    var waiting: Set<Int> = []
    var place = 0
    while place < entries.count {
      let (peer, isLast) = (entries[place].peer, entries[place].isLast)
      guard !waiting.contains(peer) else {
        place += 1
        continue
      }
      let found: [UInt8]?
      switch progress(&entries[place].piece) {
      case .onItsWay:
        waiting.insert(peer)
        place += 1
        continue
      case .arrived(let bytes): found = bytes
      case .lost: found = nil
      }
      entries.remove(at: place)
      let message = join(found, to: begun.removeValue(forKey: peer))
      if !isLast {
        begun.updateValue(message, forKey: peer)
      } else if let message {
        return (peer, message)
      }
    }
    return nil
  }

  /// The bytes behind those that came before them; `nil` if some are lost.
  private func join(_ bytes: [UInt8]?, to first: [UInt8]??) -> [UInt8]? {
    switch first {
    case nil: bytes
    case .some(let first): bytes.flatMap { bytes in first.map { $0 + bytes } }
    }
  }
}

/// A reader of what `MessageWriter` wrote.
package struct MessageReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Bytes that are no message.
  package struct Torn: Error { package init() {} }

  package mutating func byte() throws(Torn) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Torn() }
    return byte
  }

  package mutating func number() throws(Torn) -> UInt64 {
    guard rest.count >= 8 else { throw Torn() }
    defer { rest.removeFirst(8) }
    return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func integer() throws(Torn) -> Int { Int(Int64(bitPattern: try number())) }
  package mutating func double() throws(Torn) -> Double { Double(bitPattern: try number()) }

  package mutating func items<Item>(
    _ each: (inout MessageReader) throws(Torn) -> Item
  ) throws(Torn) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try count()) { items.append(try each(&self)) }
    return items
  }

  package mutating func text() throws(Torn) -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }

  package mutating func bytes() throws(Torn) -> [UInt8] {
    let count = try count()
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Checks that nothing remains.
  package func end() throws(Torn) { guard rest.isEmpty else { throw Torn() } }

  /// A number of items, of a byte at least each.
  private mutating func count() throws(Torn) -> Int {
    let count = try integer()
    guard (0...rest.count).contains(count) else { throw Torn() }
    return count
  }
}

/// Numbers and texts as the bytes of a message between ranks, which are builds of the same tool.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes eight bytes, the lowest first.
  package mutating func write(_ number: UInt64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
  }

  package mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes the number of items, and each of them.
  package mutating func write<Items: Collection>(
    _ items: Items, each: (inout MessageWriter, Items.Element) -> Void
  ) {
    write(items.count)
    for item in items { each(&self, item) }
  }

  package mutating func write(_ text: String) { write(Array(text.utf8)) }

  package mutating func write(_ bytes: [UInt8]) {
    write(bytes.count)
    self.bytes += bytes
  }
}
