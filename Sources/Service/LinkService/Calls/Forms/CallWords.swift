package import Vocabulary

/// The effect of an acceptance or a sign-up on inviter and invitee.
package enum ConnectionWord: String, CaseIterable, Sendable {
  case connected
  case suggested
  case alreadyConnected
  case none
}

/// The milestones that a backend reports.
package enum MilestoneWord: String, CaseIterable, Sendable {
  case signedUp
  case firstValueSeen
  case onboardingCompleted
}

/// The kinds of referral that an export names.
package enum ReferralWord: String, CaseIterable, Sendable {
  case credited
  case recordedOnly
  case existingUser
  case overtaken
}

/// The state of the machine's clock against the service's.
public enum ClockWord: String, CaseIterable, Sendable {
  case trusted
  /// The machine's clock is ahead of the service's.
  case ahead
  /// It is behind.
  case behind
  /// An operator declared the machine's clock wrong.
  case overruled
}

extension Instant {
  /// Parses a moment in the notation of RFC 3339; digits below a millisecond are cut off.
  package init?(rfc3339 text: String) {
    let upper = text.uppercased()
    guard let dot = upper.firstIndex(of: ".") else {
      self.init(iso8601: upper)
      return
    }
    let decimals = upper[upper.index(after: dot)...].prefix { $0.isASCII && $0.isNumber }
    guard !decimals.isEmpty else { return nil }
    self.init(iso8601: "\(upper[...dot])\(decimals.prefix(3))\(upper[decimals.endIndex...])")
  }
}
