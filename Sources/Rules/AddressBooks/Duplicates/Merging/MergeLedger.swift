/// The merges that can be undone.
///
/// A merge may include the result of an earlier one; then the later must be undone before the
/// earlier.
public struct MergeLedger: Hashable, Sendable {
  /// The merges in effect, by the surviving entry, the latest last.
  private var standing: [ContactID: [ContactMerge]] = [:]
  /// The entry into which each absorbed entry was merged.
  private var absorbed: [ContactID: ContactID] = [:]

  /// Creates a ledger without merges.
  public init() {}

  /// Merges entries and records the merge; returns the entry that replaces them, `nil` for fewer
  /// than two.
  public mutating func merge(_ contacts: [Contact]) -> ContactMerge? {
    guard let merge = ContactMerge(of: contacts) else { return nil }
    standing[merge.merged.id, default: []].append(merge)
    for original in merge.originals.dropFirst() { absorbed[original.id] = merge.merged.id }
    return merge
  }

  /// Undoes the latest merge into `survivor` and returns the entries as they were before.
  ///
  /// Edits of the merged entry since then are lost.
  ///
  /// - Returns: `nil` if there is no merge, or if `survivor` was itself merged into another entry
  ///   since.
  public mutating func undo(_ survivor: ContactID) -> [Contact]? {
    guard absorbed[survivor] == nil, let merge = standing[survivor]?.popLast() else { return nil }
    if standing[survivor]?.isEmpty == true { standing[survivor] = nil }
    for original in merge.originals.dropFirst() { absorbed[original.id] = nil }
    return merge.originals
  }

  /// Returns the entry that represents `id` now: itself, or the one that it was merged into.
  public func current(_ id: ContactID) -> ContactID {
    var current = id
    while let next = absorbed[current] { current = next }
    return current
  }

  /// Returns whether an entry is part of a merge in effect.
  public func holds(_ id: ContactID) -> Bool { absorbed[id] != nil || standing[id] != nil }

  /// Returns the latest merge into `survivor`, for people who look up the origin of a part.
  public func latestMerge(into survivor: ContactID) -> ContactMerge? { standing[survivor]?.last }
}
