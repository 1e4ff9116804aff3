public import Vocabulary

/// Two entries that may be of one person.
public struct DuplicatePair: Hashable, Sendable {
  /// The two entries, in the order of their ids.
  public let entries: EntryPair
  /// The probability that the two are of one person, from 0 to 1.
  public let confidence: Double
  /// The evidence for it.
  public let evidence: SmallSet<DuplicateEvidence>

  /// Creates a pair from the two entries and the result of their comparison.
  public init(
    entries: EntryPair, confidence: Double, evidence: SmallSet<DuplicateEvidence> = []
  ) {
    self.entries = entries
    self.confidence = confidence
    self.evidence = evidence
  }
}

extension DuplicatePair {
  /// Returns whether a list shows this pair before `other`: the surer one first.
  func comes(before other: DuplicatePair) -> Bool {
    confidence == other.confidence ? entries < other.entries : confidence > other.confidence
  }
}

/// A common feature of two entries, as a card names it.
public enum DuplicateEvidence: UInt8, CaseIterable, SmallSetMember {
  /// Telephone numbers whose last nine digits are equal.
  case phone
  /// E-mail addresses that are equal but for upper and lower case.
  case email
  /// Names over ten times as likely for one person as for two strangers.
  case name
  /// Postal addresses over ten times as likely for one person as for two strangers.
  case address
}

/// Two different entries, whatever their order.
public struct EntryPair: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The smaller id.
  public let first: ContactID
  /// The greater id.
  public let second: ContactID

  /// Creates the pair of two ids in either order.
  ///
  /// - Precondition: The ids differ.
  public init(_ one: ContactID, _ other: ContactID) {
    precondition(one != other, "entry \(one.rawValue) is no duplicate of itself")
    first = min(one, other)
    second = max(one, other)
  }

  public static func < (left: EntryPair, right: EntryPair) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}
