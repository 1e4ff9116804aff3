import Diagnostics

/// What values that were written rest on, by the dotted name of the value.
///
/// It stands beside the values, so that these stay as plain as whoever calculates with them wants.
struct EvidenceTable: Sendable {
  struct Entry: Sendable {
    let evidence: Evidence
    /// Where the value was written.
    let place: SourceRange
  }

  private var entries: [String: Entry] = [:]

  subscript(name: String) -> Entry? {
    get { entries[name] }
    set { entries[name] = newValue }
  }
}
