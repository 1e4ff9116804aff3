/// The quality of the evidence for a number.
public enum EvidenceGrade: String, CaseIterable, Hashable, Sendable, Codable {
  /// A primary document, paper or source file.
  case a = "A"
  /// A benchmark of a vendor, or a reputable secondary source.
  case b = "B"
  /// Derived from such, or recalled and confirmed only in part.
  case c = "C"
  /// An assumption, without a source.
  case d = "D"
}
