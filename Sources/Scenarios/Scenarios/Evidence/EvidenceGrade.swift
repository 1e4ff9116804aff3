/// How well a number is founded.
public enum EvidenceGrade: String, CaseIterable, Hashable, Sendable {
  /// A primary document, paper or source file.
  case a = "A"
  /// A benchmark of a vendor, or a reputable secondary source.
  case b = "B"
  /// Derived from such, or recalled and confirmed only in part.
  case c = "C"
  /// An assumption, without a source.
  case d = "D"
}
