import GrowthloopFindings

/// The evidence for written values, by the dotted name of the value.
///
/// It is stored beside the values, so that the values keep the plain types that calculations need.
struct EvidenceTable: Sendable {
  struct Entry: Sendable {
    let evidence: Evidence
    /// The range that the file states; `nil` if it states none.
    let range: ClosedRange<Double>?
    /// The place of the value.
    let place: SourceRange
  }

  private var entries: [String: Entry] = [:]

  subscript(name: String) -> Entry? {
    get { entries[name] }
    set { entries[name] = newValue }
  }
}
