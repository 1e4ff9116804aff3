/// The merges that can be undone.
///
/// A merge may take in what an earlier one made; then the later has to be undone before the earlier.
public struct MergeLedger: Hashable, Sendable {
  /// The merges that stand, by the entry that stayed, the latest last.
  private var standing: [ContactID: [ContactMerge]] = [:]
  /// Where an entry went that did not stay.
  private var absorbed: [ContactID: ContactID] = [:]

  public init() {}

  /// Merges entries and remembers them; returns what to keep in their place, `nil` for fewer than two.
  public mutating func merge(_ contacts: [Contact]) -> ContactMerge? {
    guard let merge = ContactMerge(of: contacts) else { return nil }
    standing[merge.merged.id, default: []].append(merge)
    for original in merge.originals.dropFirst() { absorbed[original.id] = merge.merged.id }
    return merge
  }

  /// Undoes the latest merge into `survivor` and returns the entries as they were before; `nil` if
  /// there is none, or if `survivor` was itself merged into another since.
  ///
  /// What was edited in the merged entry since then is lost with it.
  public mutating func undo(_ survivor: ContactID) -> [Contact]? {
    guard absorbed[survivor] == nil, let merge = standing[survivor]?.popLast() else { return nil }
    if standing[survivor]?.isEmpty == true { standing[survivor] = nil }
    for original in merge.originals.dropFirst() { absorbed[original.id] = nil }
    return merge.originals
  }

  /// The entry that stands for `id` now: itself, or the one that it was merged into.
  public func current(_ id: ContactID) -> ContactID {
    var current = id
    while let next = absorbed[current] { current = next }
    return current
  }

  /// Whether an entry is part of a merge that stands.
  public func holds(_ id: ContactID) -> Bool { absorbed[id] != nil || standing[id] != nil }

  /// The latest merge into `survivor`, for people who ask where a part comes from.
  public func latestMerge(into survivor: ContactID) -> ContactMerge? { standing[survivor]?.last }
}
