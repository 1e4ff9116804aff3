public import Vocabulary

/// The part of an invite that survives the app store, and waits in the app until onboarding ends.
public struct CarriedInvite: Hashable, Sendable {
  /// The code that was tapped, as an opaque integer.
  public var link: UInt64
  /// The account that sent the invite.
  public var inviter: PrincipalID
  /// The name to show; `nil` without one, or where the policy names no inviters.
  public var inviterName: String?
  /// The place in the app that opens after onboarding (default: home).
  public var destination: InviteeDestination

  /// Creates an invite to carry, by default without a name to show.
  public init(
    link: UInt64, inviter: PrincipalID, inviterName: String? = nil,
    destination: InviteeDestination = .home
  ) {
    self.link = link
    self.inviter = inviter
    self.inviterName = inviterName
    self.destination = destination
  }
}

/// The person who opened the link, once a phone number was verified.
public struct VerifiedOpener: Hashable, Sendable, BitwiseCopyable {
  /// The account of the verified number.
  public var principal: PrincipalID
  /// Whether the account existed before.
  public var isKnown: Bool
  /// Whether the device is one that the inviter uses.
  public var isOnInvitersDevice: Bool

  /// Creates an opener, by default on a device that the inviter does not use.
  public init(principal: PrincipalID, isKnown: Bool, isOnInvitersDevice: Bool = false) {
    self.principal = principal
    self.isKnown = isKnown
    self.isOnInvitersDevice = isOnInvitersDevice
  }
}

/// The reason to drop a carried invite at verification.
public enum ContextRefusal: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The verified account is not new.
  case knownPrincipal
  /// The inviter's own device, under a policy that blocks self-referral by device.
  case invitersDevice

  /// The deciding rule.
  public var rule: RuleID { "CNF-51" }
}

extension ReceiptPolicy {
  /// Returns the reason to drop the invite for `opener`; `nil` if it stays.
  ///
  /// The verified principal decides, not the person: a person whose account has another number
  /// counts as new.
  public func refusal(
    of opener: VerifiedOpener, under attribution: AttributionPolicy
  ) -> ContextRefusal? {
    switch signedOutExisting {
    case .discardOnKnownPrincipal: if opener.isKnown { return .knownPrincipal }
    }
    switch attribution.selfReferralByDevice {
    case .allow: return nil
    case .blockSameDevice: return opener.isOnInvitersDevice ? .invitersDevice : nil
    }
  }
}

extension ReceiptRules {
  static let verification: [Rule] = [
    Rule(
      "CNF-51",
      "A signed-out known principal's invite falls away; the inviter's own device may be blocked."),
    Rule("P-DDL-04", "Sender, shared content and the rest survive the install, unaltered."),
  ]
}
