/// Two different entries, whatever their order.
public struct EntryPair: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The smaller id.
  public let first: ContactID
  public let second: ContactID

  public init(_ one: ContactID, _ other: ContactID) {
    precondition(one != other, "entry \(one.rawValue) is no duplicate of itself")
    first = min(one, other)
    second = max(one, other)
  }

  public static func < (left: EntryPair, right: EntryPair) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}
