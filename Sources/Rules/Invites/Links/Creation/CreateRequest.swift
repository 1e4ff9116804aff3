public import Vocabulary

/// The identity of one request to create an invite, the same in every retry.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The key as a number of 128 bits, such as a hash of the text that the app sent.
  public let rawValue: UInt128

  /// Creates a key from a number that no other request of the same sender has.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension IdempotencyKey {
  /// The time for which a key is remembered: longer than any app goes on retrying.
  public static let life = Interval.days(1)
}

/// The app's request to create an invite.
public struct CreateRequest: Hashable, Sendable {
  /// The key under which a repeated request receives the first answer.
  public let key: IdempotencyKey
  /// The account that invites.
  public let sender: PrincipalID
  /// The sender as an opaque id, with the context and the content of the invite.
  public let claims: LinkClaims
  /// The contacts that were picked, by names that mean nothing outside this session.
  public let contacts: [OpaqueID]

  /// Creates a request; the picked contacts stay on the device unless `flow` uploads them.
  public init(
    key: IdempotencyKey, sender: PrincipalID, context: InviteContext, content: OpaqueID? = nil,
    picked: [OpaqueID] = [], under flow: FlowPolicy
  ) {
    self.key = key
    self.sender = sender
    claims = LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
    contacts = flow.uploadContactIDs ? picked : []
  }

  /// Restores a request from the values that a store kept.
  package init(
    key: IdempotencyKey, sender: PrincipalID, context: InviteContext, content: OpaqueID?,
    contacts: [OpaqueID]
  ) {
    self.key = key
    self.sender = sender
    claims = LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
    self.contacts = contacts
  }
}

/// The decision about a request.
public enum CreateDecision: Hashable, Sendable {
  /// The request is new, and no limit forbids it.
  case create
  /// The key was used before: a repeated request receives the first answer.
  case answerAgain(InviteRecord)
  /// The request creates nothing.
  case refused(because: Refusal)

  /// The reason why a request creates nothing.
  public enum Refusal: Error, Hashable, Sendable {
    /// The key was used for a request with other contents.
    case keyOfAnotherRequest
    /// A limit forbids one more invite.
    case limit(LimitRefusal)
  }
}

extension CreateDecision.Refusal {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .keyOfAnotherRequest: "P-EDG-11"
    case .limit(let refusal): refusal.rule
    }
  }
}

extension CreateRequest {
  /// Returns the decision about the request, given the earlier result of its key.
  ///
  /// The limit comes second: an existing invite is neither counted again nor withheld.
  public func decide(
    knowing first: (request: CreateRequest, record: InviteRecord)?, limit: LimitDecision
  ) -> CreateDecision {
    if let first, first.request.key == key {
      return first.request == self
        ? .answerAgain(first.record) : .refused(because: .keyOfAnotherRequest)
    }
    return switch limit {
    case .allowed: .create
    case .refused(let refusal): .refused(because: .limit(refusal))
    }
  }
}

extension LinkRules {
  static let requests: [Rule] = [
    Rule("P-EDG-11", "However often a creation is tried, its key makes exactly one record."),
    Rule("D-API-01", "A creation names the user, and contacts only where a setting lets it."),
    Rule(
      "D-LNK-14", "Whom the user picked stays on the device: a creation sends no contact."),
  ]
}
