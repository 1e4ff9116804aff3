public import Vocabulary

/// Two entries that may be of one person.
public struct DuplicatePair: Hashable, Sendable {
  public let entries: EntryPair
  /// How probable it is that the two are of one person, from 0 to 1.
  public let confidence: Double
  /// What speaks for it.
  public let evidence: SmallSet<DuplicateEvidence>

  public init(
    entries: EntryPair, confidence: Double, evidence: SmallSet<DuplicateEvidence> = []
  ) {
    self.entries = entries
    self.confidence = confidence
    self.evidence = evidence
  }
}

extension DuplicatePair {
  /// Whether a list shows this pair before `other`: the surer one first.
  func comes(before other: DuplicatePair) -> Bool {
    confidence == other.confidence ? entries < other.entries : confidence > other.confidence
  }
}

/// What two entries have in common, as a card names it.
public enum DuplicateEvidence: UInt8, CaseIterable, SmallSetMember {
  case phone
  case email
  case name
  case address
}
