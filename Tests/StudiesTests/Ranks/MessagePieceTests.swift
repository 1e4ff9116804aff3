import Testing

@testable import GrowthloopStudies

@Suite("Ranks · messages in pieces, in their order")
struct MessagePieceTests {
  @Test func `a message of more than MPI can count is cut, and any other is one piece`() {
    #expect(MessagePieces.places(of: 0) == [0..<0])
    #expect(MessagePieces.places(of: 7) == [0..<7])
    #expect(MessagePieces.places(of: 7, atMost: 3) == [0..<3, 3..<6, 6..<7])
    #expect(MessagePieces.places(of: 6, atMost: 3) == [0..<3, 3..<6])
    let places = MessagePieces.places(of: 5 << 30)
    #expect(places.count == 5 && places.last?.upperBound == 5 << 30)
    #expect(places.allSatisfy { Int32(exactly: $0.count) != nil })
  }

  /// A piece whose transfer ends when the test says so.
  private final class Piece {
    let bytes: [UInt8]
    var hasEnded = false
    var isLost = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private static func next(
    of arriving: inout ArrivingPieces<Piece>
  ) -> (sender: Int, message: [UInt8])? {
    arriving.next { $0.isLost ? .lost : $0.hasEnded ? .arrived($0.bytes) : .onItsWay }
  }

  @Test func `a short message waits for the long one that its peer sent before`() throws {
    var arriving = ArrivingPieces<Piece>()
    let (long, short, other) = (Piece([1, 1, 1]), Piece([2]), Piece([3]))
    arriving.add(long, from: 4, isLast: true)
    arriving.add(short, from: 4, isLast: true)
    arriving.add(other, from: 5, isLast: true)
    (short.hasEnded, other.hasEnded) = (true, true)
    // Another peer's does not wait.
    let first = try #require(Self.next(of: &arriving))
    #expect(first.sender == 5 && first.message == [3])
    #expect(Self.next(of: &arriving) == nil)
    long.hasEnded = true
    #expect(Self.next(of: &arriving)?.message == [1, 1, 1])
    #expect(Self.next(of: &arriving)?.message == [2])
    #expect(Self.next(of: &arriving) == nil)
  }

  @Test func `pieces of two peers become the messages of each`() {
    var arriving = ArrivingPieces<Piece>()
    let pieces: [(peer: Int, piece: Piece, isLast: Bool)] = [
      (1, Piece([1, 2]), false), (2, Piece([7]), false), (1, Piece([3]), true),
      (1, Piece([]), true), (2, Piece([8]), true),
    ]
    for (peer, piece, isLast) in pieces { arriving.add(piece, from: peer, isLast: isLast) }
    var messages: [Int: [[UInt8]]] = [:]
    // They end in the opposite order.
    for (_, piece, _) in pieces.reversed() {
      piece.hasEnded = true
      while let (sender, message) = Self.next(of: &arriving) {
        messages[sender, default: []].append(message)
      }
    }
    #expect(messages == [1: [[1, 2, 3], []], 2: [[7, 8]]])
  }

  @Test func `a lost piece takes its message along, and no other`() {
    for lost in 0..<3 {
      var arriving = ArrivingPieces<Piece>()
      let pieces = [Piece([1]), Piece([2]), Piece([3]), Piece([4])]
      for (place, piece) in pieces.enumerated() {
        piece.hasEnded = true
        arriving.add(piece, from: 0, isLast: place >= 2)
      }
      pieces[lost].isLost = true
      #expect(Self.next(of: &arriving)?.message == [4])
      #expect(Self.next(of: &arriving) == nil)
    }
  }
}
