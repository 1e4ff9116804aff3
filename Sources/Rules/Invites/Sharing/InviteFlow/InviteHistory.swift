public import Vocabulary

/// Who was invited from this device and when, by opaque keys alone.
public struct InviteHistory: Hashable, Sendable {
  private var invited: [ContactKey: Instant] = [:]

  public init() {}

  public func lastInvited(_ contact: ContactKey) -> Instant? { invited[contact] }

  /// Notes that `contacts` were invited, as far as the policy remembers anybody.
  ///
  /// A share of the link alone names nobody, and so leaves nothing behind.
  public mutating func note(
    _ contacts: [ContactKey], at now: Instant, under policy: HistoryPolicy
  ) {
    switch policy.memory {
    case nil: return
    case .session, .device: for contact in contacts { invited[contact] = now }
    }
  }

  /// Forgets what the policy remembers for one session only.
  public mutating func beginSession(under policy: HistoryPolicy) {
    switch policy.memory {
    case nil, .session: invited.removeAll()
    case .device: return
    }
  }

  /// The badge of a contact that was invited before: `Invited 2d ago`.
  public func badge(for contact: ContactKey, at now: Instant) -> String? {
    lastInvited(contact).map { "Invited " + Self.age(now - $0) }
  }

  // The document gives "2d ago"; the smaller units are ours (CNF-62), rounded down like the days.
  static func age(_ age: Interval) -> String {
    switch age {
    case .days(1)...: "\(age.wholeDays)d ago"
    case .hours(1)...: "\(age.milliseconds / Interval.hours(1).milliseconds)h ago"
    case .minutes(1)...: "\(age.milliseconds / Interval.minutes(1).milliseconds)m ago"
    default: "just now"
    }
  }
}

extension SharingRules {
  static let history: [Rule] = [
    Rule("D-HIS-01", "An invited contact carries a badge such as \"Invited 2d ago\"."),
    Rule("D-HIS-02", "An invited contact may be invited again at once."),
    Rule("D-HIS-03", "The badge outlives the session: history is kept on the device."),
    Rule("D-HIS-04", "History holds an opaque key, no name and no number."),
    Rule("D-HIS-05", "A share of the link alone sets no badge."),
    Rule(
      "CNF-25", "Invited contacts are remembered for the session, on the device, or not at all."),
  ]
}
