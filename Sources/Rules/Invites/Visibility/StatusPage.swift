import Vocabulary

extension InviterView {
  /// The line of the product's status page; `nil` while the page is switched off.
  ///
  /// Accepted invites have joined; sent ones that neither joined nor expired are pending.
  public func statusLine(under visibility: VisibilityPolicy) -> String? {
    guard visibility.dashboardEnabled else { return nil }
    let joined = statuses.count { $0 == .accepted }
    let pending = statuses.count { $0 == .sent || $0 == .opened }
    // Ours: CNF-62, the singular.
    return "\(joined) \(joined == 1 ? "friend" : "friends") joined, \(pending) pending"
  }
}

extension VisibilityRules {
  static let statusPage: [Rule] = [
    Rule("P-PH2-03", "The status page, off in this phase, counts who joined and who is pending.")
  ]
}
