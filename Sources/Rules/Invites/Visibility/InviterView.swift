public import Vocabulary

/// The facts that an inviter may see about their invites.
///
/// Hidden facts are absent: the types have no place for a click, a store view or a person without
/// an account.
public struct InviterView: Hashable, Sendable {
  /// The number of invites for which one of the visible facts holds.
  public struct Figure: Hashable, Sendable {
    /// The fact that is counted.
    public let fact: VisibilityPolicy.Fact
    /// The number of invites for which the fact holds.
    public let count: Int
  }

  /// The progress of one invite, in the terms of a record's life, from the first to the last.
  public enum Status: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The invite exists.
    case created
    /// The invite was shared.
    case sent
    /// The invite was opened.
    case opened
    /// The invite expired before it was accepted.
    case expired
    /// The invitee has accepted, in the sense of the metric policy.
    case accepted
  }

  /// An invitee who completed onboarding, by name.
  public struct Joined: Hashable, Sendable {
    /// The invitee's account.
    public let invitee: PrincipalID
    /// The name; `nil` if the invitee gave none.
    public let name: String?
    /// The address of the avatar; `nil` without one.
    public let avatar: String?
    /// The moment at which onboarding was completed.
    public let at: Instant
  }

  /// The counts of the visible facts, in the order of the policy.
  public let figures: [Figure]
  /// The furthest visible status of each invite, in the order given; `nil` where none is visible.
  public let statuses: [Status?]
  /// The invitees who completed onboarding, newest first; empty where names are hidden.
  public let joined: [Joined]

  /// Creates the view of `facts` that `visibility` permits.
  public init(
    of facts: [InviteFacts], under visibility: VisibilityPolicy, counting metrics: MetricPolicy
  ) {
    let seen = visibility.inviterSees
    figures = seen.filter { $0 != .joinedNames }.map { fact in
      Figure(fact: fact, count: facts.count { $0.holds(fact, counting: metrics) })
    }
    statuses = facts.map { invite in
      Status.allCases.last {
        seen.contains($0.fact) && invite.holds($0.fact, counting: metrics)
      }
    }
    joined =
      seen.contains(.joinedNames)
      ? facts.compactMap(Joined.init(of:)).sorted { $0.isListed(before: $1) } : []
  }

  /// Returns the count of `fact`; `nil` where the inviter may not see it.
  public func count(of fact: VisibilityPolicy.Fact) -> Int? {
    figures.first { $0.fact == fact }?.count
  }
}

extension InviterView.Status {
  var fact: VisibilityPolicy.Fact {
    switch self {
    case .created: .created
    case .sent: .sent
    case .opened: .opened
    case .expired: .expired
    case .accepted: .accepted
    }
  }
}

extension InviterView.Joined {
  /// Creates the row of an invitee; `nil` before onboarding is completed.
  init?(of facts: InviteFacts) {
    guard let completed = facts.completed, let invitee = facts.invitee else { return nil }
    self.init(invitee: invitee, name: trimmed(facts.name), avatar: facts.avatar, at: completed)
  }

  /// Returns whether the row stands first: newest first, equal instants by identity, so that the
  /// order is deterministic.
  func isListed(before other: InviterView.Joined) -> Bool {
    (other.at, invitee) < (at, other.invitee)
  }
}

extension InviteFacts {
  func holds(_ fact: VisibilityPolicy.Fact, counting metrics: MetricPolicy) -> Bool {
    switch fact {
    case .created: created != nil
    case .sent: sent != nil
    case .opened: opened != nil
    case .installed: installed != nil
    case .completed: completed != nil
    case .accepted: metrics.acceptance(of: self).instant != nil
    case .expired: expired != nil
    case .joinedNames: completed != nil && name != nil
    }
  }
}

extension VisibilityRules {
  static let view: [Rule] = [
    Rule("PRV-03", "An inviter sees installs and completions, never clicks or store views."),
    Rule("PRV-10", "Before onboarding is completed an invitee has no name, avatar or row."),
    Rule("PRV-11", "Installed minus completed can be read off; only who they are stays hidden."),
    Rule("P-PRV-09", "In the product the sender reads each invite's status, opened included."),
    Rule("D-SCO-06", "In the design the inviter sees sent and accepted, and no more."),
    Rule("CNF-16", "Which facts an inviter sees is a setting; the rest is not in the answer."),
  ]
}

extension InviterView {
  /// Returns the line of the product's status page; `nil` while the page is switched off.
  ///
  /// Accepted invites have joined; sent ones that neither joined nor expired are pending.
  public func statusLine(under visibility: VisibilityPolicy) -> String? {
    guard visibility.dashboardEnabled else { return nil }
    let joined = statuses.count { $0 == .accepted }
    let pending = statuses.count { $0 == .sent || $0 == .opened }
    // Ours: CNF-62, the singular.
    return joined == 1
      ? worded("1 friend joined, \(pending) pending")
      : worded("\(joined) friends joined, \(pending) pending")
  }
}

extension VisibilityRules {
  static let statusPage: [Rule] = [
    Rule("P-PH2-03", "The status page, off in this phase, counts who joined and who is pending.")
  ]
}

/// The internal facts about one invite and its invitee.
///
/// They never leave the server: an inviter receives an `InviterView` or a `Dashboard`.
public struct InviteFacts: Hashable, Sendable {
  /// The moment at which the invite was created; `nil` where that is not recorded.
  public var created: Instant?
  /// The moment of the first reported share; `nil` while there is none.
  public var sent: Instant?
  /// The link was tapped, by a person and not by a preview.
  public var clicked: Instant?
  /// The invite was opened, where a profile distinguishes this from a click.
  public var opened: Instant?
  /// The attributed install was first launched.
  public var installed: Instant?
  /// The phone number was verified.
  public var signedUp: Instant?
  /// The moment at which inviter and invitee became connected; `nil` before.
  public var connected: Instant?
  /// The moment at which the invitee completed onboarding; `nil` before.
  public var completed: Instant?
  /// The moment at which the invite expired without being accepted; `nil` before.
  public var expired: Instant?
  /// The account of the invitee; `nil` before it exists.
  public var invitee: PrincipalID?
  /// The name that the invitee gave; `nil` without one.
  public var name: String?
  /// The address of the avatar; `nil` without one.
  public var avatar: String?

  /// Creates facts without any; set those that are known.
  public init() {}
}
