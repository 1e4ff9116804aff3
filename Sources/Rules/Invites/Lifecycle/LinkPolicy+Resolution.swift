public import Vocabulary

extension LinkPolicy {
  /// Returns the record that a signed link without a code speaks of, tapped at `click`.
  ///
  /// Two invites of one sender with the same context and content have the same link. The newest
  /// that still works is meant; if none does, the newest, so that it can be said why. Of two that
  /// were created together the higher id is the newer.
  public func resolve(
    _ claims: LinkClaims, among records: some Sequence<InviteRecord>, clickedAt click: Instant
  ) -> InviteRecord? {
    let meant = records.filter { $0.claims == claims }
    let live = meant.filter { standing(of: $0.lifecycle, clickedAt: click) == .valid }
    return (live.isEmpty ? meant : live).max {
      ($0.createdAt, $0.id) < ($1.createdAt, $1.id)
    }
  }
}

extension LinkRules {
  static let resolution: [Rule] = [
    Rule("P-LNK-09", "A signed link without a code means its sender's newest live invite like it.")
  ]
}
