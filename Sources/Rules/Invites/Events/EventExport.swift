public import Vocabulary

/// A translation of internal events into one vocabulary.
public struct EventExport<Hasher: IdentityHasher>: Sendable {
  /// The policy that chooses the names, the form of identities, and the logged openings.
  public var policy: EventPolicy
  /// The policy that names the reported channels.
  public var share: SharePolicy
  /// The hash for persons; unused where the policy exports them raw.
  public var hasher: Hasher

  /// Creates an export under both policies.
  public init(policy: EventPolicy, share: SharePolicy, hasher: Hasher) {
    self.policy = policy
    self.share = share
    self.hasher = hasher
  }

  /// Returns `event` as it leaves the product; `nil` if the vocabulary has no name for it.
  ///
  /// `user` and `session` are those in which the event happened; only the design's events carry
  /// them.
  public func export(
    _ event: InviteEvent, by user: PrincipalID, session: UInt64
  ) -> ExportedEvent? {
    guard isLogged(event), let name = event.step.name(in: policy.vocabulary) else { return nil }
    var exported = ExportedEvent(name)
    switch policy.vocabulary {
    case .rin: exported.properties = rinProperties(of: event)
    case .product: exported.properties = productProperties(of: event)
    case .design:
      exported.properties = designProperties(of: event, by: user, session: session)
      if case .share(let share) = event.particulars {
        exported.occurrences = share.invites(countedBy: .recipient)
      }
    }
    return exported
  }

  /// Whether the policy counts this opening of a link as one.
  private func isLogged(_ event: InviteEvent) -> Bool {
    guard case .opening(_, let appInstalled, _) = event.particulars else { return true }
    return switch policy.linkOpenedMeans {
    case .appOpen: appInstalled
    case .anyClick: true
    case .notLogged: false
    }
  }
}

extension EventExport {
  typealias Property = ExportedEvent.Property

  func identity(_ name: String, _ principal: PrincipalID) -> Property {
    switch policy.identities {
    case .hashed: Property(name: name, value: .hashed(hasher.hash(principal)))
    case .raw: Property(name: name, value: .raw(principal.rawValue))
    }
  }

  /// Returns the channel as reported; ours: `unknown` where the system does not report it.
  func channel(_ channel: ReportedChannel?) -> Property {
    text("channel", channel?.named(in: share).rawValue ?? "unknown")
  }

  func text(_ name: String, _ text: String) -> Property { Property(name: name, value: .text(text)) }

  func number(_ name: String, _ number: Int) -> Property {
    Property(name: name, value: .number(number))
  }
}

extension EventRules {
  static let exporting: [Rule] = [
    Rule("CNF-26", "One internal event per step is exported under the names of one vocabulary."),
    Rule("CNF-55", "A setting says which openings of a link are logged: app, any, or none."),
  ]
}

extension EventExport {
  /// Returns the properties that the dashboards of 002 need; the document itself gives none.
  func productProperties(of event: InviteEvent) -> [Property] {
    switch event.particulars {
    case .entry(let entry):
      (event.step == .linkCopied ? [channel(.copy)] : [])
        + [text("entry_point", entry.rawValue.snakeCase)]
    case .share(let share):
      [channel(share.channel), text("entry_point", share.entry.rawValue.snakeCase)]
    case .prompt(let trigger, _): [text("trigger", trigger.eventName)]
    default: []
    }
  }

  func designProperties(
    of event: InviteEvent, by user: PrincipalID, session: UInt64
  ) -> [Property] {
    // A session is a visit, not a person: it stays as it is also where persons are hashed.
    let common = [
      identity("user_id", user), Property(name: "session_id", value: .raw(session)),
    ]
    return switch (event.step, event.particulars) {
    case (.flowOpened, .entry(let entry)):
      common + [text("entry_point", entry.rawValue.snakeCase)]
    case (.linkCopied, _): common + [number("count", 1), channel(.copy)]
    case (_, .contacts(let contacts)): common + [number("count", contacts)]
    case (_, .channel(let channel)): common + [self.channel(channel)]
    case (_, .share(let share)):
      common + [number("count", share.invites(countedBy: .recipient)), channel(share.channel)]
    default: common
    }
  }
}

extension EventRules {
  static let otherProperties: [Rule] = [
    Rule(
      "P-EVT-14", "Events carry the channel and the entry point or trigger that dashboards need."),
    Rule("D-EVT-01", "invite_flow_opened has the entry point."),
    Rule("D-EVT-05", "invite_contacts_selected has the count."),
    Rule("D-EVT-07", "invite_share_sheet_opened has a channel, unknown before one is chosen."),
    Rule("D-EVT-08", "invite_sent has count and channel and is logged once per recipient."),
    Rule("D-EVT-14", "Every event has user_id and session_id."),
  ]
}

extension EventExport {
  func rinProperties(of event: InviteEvent) -> [Property] {
    switch event.particulars {
    case .entry(let entry): [text("source", entry.rinSource)]
    case .share(let share):
      [
        channel(share.channel), text("source", share.entry.rinSource),
        Property(name: "message_customized", value: .flag(share.isCustomized)),
      ]
    case .opening(let reference, _, _), .reference(let reference): properties(of: reference)
    case .resolution(let reference, let daysSinceClick):
      properties(of: reference) + [number("days_since_click", daysSinceClick)]
    case .completion(let reference, let invitee):
      properties(of: reference) + [identity("invitee_id", invitee)]
    case .pair(let inviter, let invitee):
      [identity("inviter_id", inviter), identity("invitee_id", invitee)]
    case .prompt(let trigger, let number):
      [text("trigger", trigger.eventName), number.map { self.number("prompt_number", $0) }]
        .compactMap(\.self)
    case .figures(let figures):
      [
        number("sent_count", figures.sent), number("installed_count", figures.installed),
        number("completed_count", figures.completed),
      ]
    case .invitee(let invitee): [identity("invitee_id", invitee)]
    case .none, .contacts, .channel: []
    }
  }

  private func properties(of reference: InviteEvent.InviteReference) -> [Property] {
    let code = reference.code.map { text("invite_code", $0.description) }
    return [code, identity("referrer_id", reference.referrer)].compactMap(\.self)
  }
}

extension EventRules {
  static let rinProperties: [Rule] = [
    Rule("EVT-02", "invite_link_created has the source."),
    Rule("EVT-03", "invite_link_shared has channel, source and whether the text was customised."),
    Rule("EVT-04", "invite_link_copied has the source."),
    Rule("EVT-05", "invite_link_opened needs the app installed; it has code and referrer."),
    Rule("EVT-06", "invite_deferred_resolved has code, referrer and the age of the click in days."),
    Rule("EVT-07", "invite_app_installed has code and referrer."),
    Rule("EVT-08", "invite_onboarding_completed has code, referrer and invitee."),
    Rule("EVT-09", "invite_auto_connected has inviter and invitee."),
    Rule("EVT-10", "invite_prompt_shown has trigger and number."),
    Rule("EVT-11", "invite_prompt_dismissed has trigger and number."),
    Rule("EVT-12", "invite_prompt_tapped has trigger and number."),
    Rule("EVT-13", "invite_dashboard_viewed has the three figures."),
    Rule("EVT-14", "invite_dashboard_contact_tapped has the invitee."),
    Rule("EVT-15", "invite_terms_viewed has no properties."),
    Rule("EVT-16", "invite_notification_sent has inviter and invitee."),
    Rule("EVT-17", "invite_notification_tapped has inviter and invitee."),
    Rule("EVT-21", "A copied link logs only the copy; what follows a click is logged as ever."),
    Rule("EDG-08", "A copied link is the shared link; attribution cannot tell the two apart."),
    Rule("EVT-23", "invite_link_opened asks only for an installed app, whoever opens the link."),
    Rule("EVT-24", "The same person is referrer beside a code and inviter beside an invitee."),
    Rule("EVT-25", "The code stands unhashed in the four receipt events that carry it."),
    Rule("NOT-07", "Sending and tapping the push are logged with both persons under a hash."),
  ]
}

/// A keyed hash that replaces a person's identity; the caller supplies function and key.
public protocol IdentityHasher: Sendable {
  /// Returns the hash that stands for `principal`, the same in every event.
  func hash(_ principal: PrincipalID) -> String
}

/// An event as it leaves the product.
public struct ExportedEvent: Hashable, Sendable {
  /// A named value of an exported event.
  public struct Property: Hashable, Sendable {
    /// The name in the vocabulary, in lower snake case.
    public let name: String
    /// The value; a person is already hashed if the policy requires it.
    public let value: Value
  }

  /// The value of a property.
  public enum Value: Hashable, Sendable {
    /// A text, such as a channel, an entry point or an invite code.
    case text(String)
    /// A whole number, such as a count.
    case number(Int)
    /// A yes or no, such as whether the text was changed.
    case flag(Bool)
    /// A person under a hash.
    case hashed(String)
    /// A person or a session under the plain number.
    case raw(UInt64)
  }

  /// The name that the vocabulary has for the step.
  public let name: String
  /// The other names that the document has for the same step; they are not exported.
  public let aliases: [String]
  /// The properties in the order of the document.
  public internal(set) var properties: [Property] = []
  /// The number of times that the event is logged: once, or once for each recipient.
  public internal(set) var occurrences = 1

  init(_ name: InviteEventName) {
    self.name = name.primary
    aliases = name.aliases
  }
}

extension ExportedEvent {
  /// The value of a property; `nil` if the event does not have it.
  public subscript(name: String) -> Value? {
    properties.first { $0.name == name }?.value
  }

  /// Whether a raw code stands beside a hashed person.
  ///
  /// A code belongs to one inviter, so the table of codes reveals the person behind the hash.
  public var reidentifiesReferrer: Bool {
    guard case .hashed = self["referrer_id"] else { return false }
    return self["invite_code"] != nil
  }
}

extension ExportedEvent.Value: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let text), .hashed(let text): text
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .raw(let number): String(number)
    }
  }
}

extension EventRules {
  static let identities: [Rule] = [
    Rule("PRV-09", "Referrer, inviter and invitee leave the product only under a hash."),
    Rule(
      "PRV-14",
      "A raw code beside a hashed referrer identifies the referrer; such events are marked."),
  ]
}

/// The invites that a user sent, in each of the three units that the documents count in.
public struct SentInvites: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The shares that a sheet reported as completed.
  public private(set) var shareCompletions = 0
  /// The invite records of which at least one share was completed.
  public private(set) var inviteRecords = 0
  /// The contacts that shares were meant for; a share without picked contacts has one.
  public private(set) var recipients = 0
  /// The taps on the Copy button.
  public private(set) var copies = 0
  /// Whether the newest record has not been shared yet.
  private var hasUnsentRecord = false

  /// Creates the counts of a user who has sent nothing.
  public init() {}

  /// Counts the invites that `event` adds.
  public mutating func note(_ event: InviteEvent) {
    switch event.step {
    case .linkCreated: hasUnsentRecord = true
    case .linkCopied: copies += 1
    case .shared:
      shareCompletions += 1
      if case .share(let share) = event.particulars {
        recipients += share.invites(countedBy: .recipient)
      }
      if hasUnsentRecord {
        inviteRecords += 1
        hasUnsentRecord = false
      }
    default: break
    }
  }

  /// Returns the invites sent, in the unit of `policy`; a tap on Copy counts only under its
  /// setting.
  public func sent(under policy: MetricPolicy) -> Int {
    let copied = policy.copyButtonCountsAsSend == true ? copies : 0
    return switch policy.inviteUnit {
    case .shareCompletion: shareCompletions + copied
    case .inviteRecord: inviteRecords + copied
    case .recipient: recipients + copied
    }
  }
}

extension EventRules {
  static let counting: [Rule] = [
    Rule(
      "CNF-06", "What an invite is, a share, a record or a recipient, is a setting; all are kept.")
  ]
}
