/// A shuffle of the numbers below a bound that is computed place by place: it takes no memory, however
/// many numbers there are.
///
/// Ten rounds of a Feistel network whose halves need not be powers of two, walked on from the few
/// results beyond the bound: Black and Rogaway, "Ciphers with arbitrary finite domains" (2002). The
/// key decides the order; it keeps no secret.
@frozen
public struct Permutation: Hashable, Sendable, BitwiseCopyable {
  /// The number of shuffled numbers: those from 0 up to, not including, it.
  public let count: Int
  /// The numbers fill a table of so many columns and rows, nearly.
  @usableFromInline let columns: UInt64
  @usableFromInline let rows: UInt64
  @usableFromInline let key: UInt64

  /// - Precondition: `count` is from 1 to 2^32.
  @inlinable
  public init(of count: Int, key: UInt64) {
    precondition(count > 0 && count <= 1 << 32, "\(count) numbers cannot be shuffled")
    self.count = count
    self.key = key
    columns = UInt64(Double(count).squareRoot().rounded(.up))
    rows = (UInt64(count) + columns - 1) / columns
  }

  /// The number at `place`; no other place has the same.
  ///
  /// - Complexity: O(1) on average over the places.
  /// - Precondition: `place` is from 0 up to, not including, `count`.
  @inlinable
  public subscript(place: Int) -> Int {
    precondition(place >= 0 && place < count, "there is no place \(place) among \(count)")
    var number = UInt64(place)
    repeat { number = moved(number) } while number >= UInt64(count)
    return Int(number)
  }

  /// Where the table of `columns` and `rows` has `number` after the rounds: a bijection, since each
  /// round moves a column or a row by a distance that the other alone decides.
  @inlinable
  func moved(_ number: UInt64) -> UInt64 {
    var (row, column) = number.quotientAndRemainder(dividingBy: columns)
    var round = key
    for _ in 0..<5 {
      round &+= 0x9E37_79B9_7F4A_7C15
      column += Self.distance(row, round, below: columns)
      if column >= columns { column -= columns }
      round &+= 0x9E37_79B9_7F4A_7C15
      row += Self.distance(column, round, below: rows)
      if row >= rows { row -= rows }
    }
    return row * columns + column
  }

  /// A number below `bound` that `value` decides, another in each round: the finalizer of SplitMix64.
  @inlinable
  static func distance(_ value: UInt64, _ round: UInt64, below bound: UInt64) -> UInt64 {
    var word = value &+ round
    word = (word ^ word &>> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
    return (word ^ word &>> 31).multipliedFullWidth(by: bound).high
  }
}
