public import Vocabulary

/// The contacts invited from this device, with times, by opaque keys alone.
public struct InviteHistory: Hashable, Sendable {
  private var invited: [ContactKey: Instant] = [:]

  /// Creates a history without invites.
  public init() {}

  /// Returns the moment of the last recorded invite of `contact`; `nil` without one.
  public func lastInvited(_ contact: ContactKey) -> Instant? { invited[contact] }

  /// Records the invite of `contacts`, if the policy has a memory.
  ///
  /// A share of the link alone has no recipients, and so leaves no entry.
  public mutating func note(
    _ contacts: [ContactKey], at now: Instant, under policy: HistoryPolicy
  ) {
    switch policy.memory {
    case nil: return
    case .session, .device: for contact in contacts { invited[contact] = now }
    }
  }

  /// Drops the entries that the policy keeps for one session only.
  public mutating func beginSession(under policy: HistoryPolicy) {
    switch policy.memory {
    case nil, .session: invited.removeAll()
    case .device: return
    }
  }

  /// Returns the badge of a contact that was invited before: `Invited 2d ago`.
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

/// A contact in the flows: an irreversible key of this device, without name and number.
public struct ContactKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The key as a number, which reveals neither name nor number of the contact.
  public var rawValue: UInt64

  /// Creates a key with a known number; `init(of:keyedBy:)` makes one from a contact.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates the key of the contact with this number or address, with a secret that stays on the
  /// device.
  ///
  /// All numbers can be tried out: without a secret a key would be reversible.
  public init(of contact: String, keyedBy signer: some LinkSigner) {
    let signature = signer.signature(of: Array("growthloop contact 1\n\(contact)\n".utf8))
    // FNV-1a only shortens; the signature makes the key irreversible.
    rawValue = signature.text.utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}
