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
