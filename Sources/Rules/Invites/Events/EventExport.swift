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
