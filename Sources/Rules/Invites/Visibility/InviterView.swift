public import Vocabulary

/// What an inviter is told about their invites.
///
/// Hidden facts are not hidden in it, they are not there: the types have no place for a click, a
/// store view or a person who has not joined.
public struct InviterView: Hashable, Sendable {
  /// How often one of the visible facts holds.
  public struct Figure: Hashable, Sendable {
    public let fact: VisibilityPolicy.Fact
    public let count: Int
  }

  /// How far one invite has come, in the words of a record's life.
  public enum Status: String, CaseIterable, Comparable, Sendable, BitwiseCopyable {
    case created
    case sent
    case opened
    case expired
    case accepted

    public static func < (left: Status, right: Status) -> Bool { left.place < right.place }

    private var place: Int {
      switch self {
      case .created: 0
      case .sent: 1
      case .opened: 2
      case .expired: 3
      case .accepted: 4
      }
    }
  }

  /// Someone who joined, by name.
  public struct Joined: Hashable, Sendable {
    public let invitee: PrincipalID
    /// `nil` if the invitee gave no name.
    public let name: String?
    public let avatar: String?
    public let at: Instant
  }

  /// The counts of the visible facts, in the order of the policy.
  public let figures: [Figure]
  /// The furthest visible status of each invite, in the order given; `nil` where none is visible.
  public let statuses: [Status?]
  /// Those who completed onboarding, newest first; empty where names are hidden.
  public let joined: [Joined]

  /// Builds what `visibility` lets an inviter see of `facts`.
  public init(
    of facts: [InviteFacts], under visibility: VisibilityPolicy, counting metrics: MetricPolicy
  ) {
    let seen = visibility.inviterSees
    figures = seen.filter { $0 != .joinedNames }.map { fact in
      Figure(fact: fact, count: facts.count { $0.holds(fact, counting: metrics) })
    }
    statuses = facts.map { invite in
      Status.allCases.filter {
        seen.contains($0.fact) && invite.holds($0.fact, counting: metrics)
      }.max()
    }
    joined =
      seen.contains(.joinedNames)
      ? facts.compactMap(Joined.init(of:)).sorted { $0.isListed(before: $1) } : []
  }

  /// The count of `fact`; `nil` where the inviter may not know it.
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
  /// Nobody has a row before onboarding is completed.
  init?(of facts: InviteFacts) {
    guard let completed = facts.completed, let invitee = facts.invitee else { return nil }
    self.init(invitee: invitee, name: trimmed(facts.name), avatar: facts.avatar, at: completed)
  }

  /// Newest first; at the same instant by identity, so that the order is always the same.
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
    Rule("D-SCO-06", "In the design the inviter is told sent and accepted, and no more."),
    Rule("CNF-16", "Which facts an inviter sees is a setting; the rest is not in the answer."),
  ]
}
