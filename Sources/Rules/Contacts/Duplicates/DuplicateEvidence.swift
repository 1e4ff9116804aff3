public import Vocabulary

/// What two entries have in common, as a card names it.
public enum DuplicateEvidence: UInt8, CaseIterable, SmallSetMember {
  case phone
  case email
  case name
  case address
}

/// Two entries that may be of one person.
public struct DuplicatePair: Hashable, Sendable {
  /// The smaller id first: a pair has no direction.
  public let entries: EntryPair
  /// How probable it is that the two are of one person, from 0 to 1.
  public let confidence: Double
  public let evidence: SmallSet<DuplicateEvidence>
}

/// Two different entries, whatever their order.
public struct EntryPair: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let first: ContactID
  public let second: ContactID

  public init(_ one: ContactID, _ other: ContactID) {
    precondition(one != other, "an entry is no duplicate of itself")
    first = min(one, other)
    second = max(one, other)
  }

  public static func < (left: EntryPair, right: EntryPair) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}
