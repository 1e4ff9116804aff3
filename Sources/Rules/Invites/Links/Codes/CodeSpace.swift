public import Vocabulary

/// Collision statistics of a set of equally likely codes.
///
/// The functions describe codes drawn blindly. A mint that checks for a taken code never collides,
/// and only draws again.
public struct CodeSpace: Hashable, Sendable, BitwiseCopyable {
  /// The number of different codes.
  public let count: UInt64

  /// Creates a space of `count` codes, which must be at least one.
  public init(count: UInt64) {
    precondition(count > 0, "a space of codes has at least one")
    self.count = count
  }

  /// The 62⁸ invite codes.
  public static let inviteCodes = CodeSpace(count: 218_340_105_584_896)
}

extension CodeSpace {
  /// The expected number of pairs that share a code among `codes` blind draws.
  public func expectedCollidingPairs(among codes: UInt64) -> Double {
    guard codes > 1 else { return 0 }
    return Double(codes) / 2 * Double(codes - 1) / Double(count)
  }

  /// The chance that any two of `codes` blind draws are the same (the birthday problem).
  public func probabilityOfCollision(among codes: UInt64) -> Double {
    guard codes <= count else { return 1 }
    guard codes > 4_096 else {
      // Each draw adds the chance that it is the first to hit one before; nothing cancels.
      var probability = 0.0
      for drawn in 0..<codes { probability += (1 - probability) * Double(drawn) / Double(count) }
      return probability
    }
    // −log of the product of 1 − i/count, to the third order; the remainder is below
    // codes⁵/(20·count⁴), and past 4 096 codes that is nothing until the chance is as good as 1.
    let drawn = Double(codes - 1)
    let space = Double(count)
    let first = drawn * (drawn + 1) / 2 / space
    let second = first * (2 * drawn + 1) / 6 / space
    let third = first * first / 3 / space
    return Self.chanceOfAny(expecting: first + second + third)
  }

  /// The chance that the next blind draw is one of `taken` codes.
  public func probabilityThatNextCollides(taken: UInt64) -> Double {
    Double(min(taken, count)) / Double(count)
  }

  /// The expected number of draws until a free code; infinite when all are taken.
  public func expectedDrawsPerMint(taken: UInt64) -> Double {
    taken < count ? Double(count) / Double(count - taken) : .infinity
  }

  /// The chance that a mint gives up after `draws` draws.
  public func probabilityOfRefusal(taken: UInt64, draws: Int) -> Double {
    (0..<draws).reduce(1) { chance, _ in chance * probabilityThatNextCollides(taken: taken) }
  }

  /// Returns 1 − e⁻ˣ, the chance that at least one of `x` expected rare events happens.
  ///
  /// The rules have no mathematics library. The power series serves small numbers, where 1 − exp(−x)
  /// would lose all its digits; larger ones are doubled up from there: of two halves at least one
  /// has an event with q + (1 − q)q. No step subtracts nearly equal numbers.
  static func chanceOfAny(expecting x: Double) -> Double {
    guard x < 40 else { return 1 }
    var part = x
    var doublings = 0
    while part > 0.125 {
      part /= 2
      doublings += 1
    }
    var term = part
    var chance = part
    for power in 2...11 {
      term *= -part / Double(power)
      chance += term
    }
    for _ in 0..<doublings { chance += (1 - chance) * chance }
    return chance
  }
}

/// The link that a user already has when an invite needs one.
public struct HeldLink: Hashable, Sendable, BitwiseCopyable {
  /// The code that the invite gets if the link is used again.
  public var code: InviteCode
  /// Whether it was created since the user entered the open flow.
  public var isOfThisFlow: Bool
  /// Whether it has been shared.
  public var isSent: Bool
  /// The last instant at which it is valid; `nil` sets no limit.
  public var expiresAt: Instant?

  /// Creates a held link, which never expires unless `expiresAt` is given.
  public init(code: InviteCode, isOfThisFlow: Bool, isSent: Bool, expiresAt: Instant? = nil) {
    self.code = code
    self.isOfThisFlow = isOfThisFlow
    self.isSent = isSent
    self.expiresAt = expiresAt
  }
}

/// The decision whether an invite gets a new code, with the reason.
public enum CodeDecision: Hashable, Sendable, BitwiseCopyable {
  /// The invite gets a new code.
  case mint(because: MintReason)
  /// The invite gets the code of the held link.
  case reuse(InviteCode, because: ReuseReason)

  /// The reason why a new code is needed.
  public enum MintReason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user has no link yet.
    case noneHeld
    /// With a code per invite, the held link was shared or comes from an earlier visit to the flow.
    case newInvite
    /// With a code per session, the held link comes from an earlier visit to the flow.
    case newSession
    /// The held link has passed its last valid instant.
    case heldExpired
    /// The user asked for a new code, and the policy allows it; no profile does.
    case refreshed
  }

  /// The reason why the held code is used again.
  public enum ReuseReason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// With a code per user, every invite has the same one.
    case oneCodePerUser
    /// With a code per invite, the held link is of this visit and has not been shared.
    case sameInvite
    /// With a code per session, the held link is of this visit.
    case sameSession
    /// The user asked for a new code, and the policy does not allow it.
    case refreshNotAllowed
  }
}

extension CodeDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .mint(.noneHeld): "LNK-09"
    case .mint(.newInvite): "P-INV-03"
    case .mint(.newSession): "D-LNK-01"
    case .mint(.heldExpired): "D-RES-02"
    case .mint(.refreshed), .reuse(_, .refreshNotAllowed): "LNK-17"
    case .reuse(_, .oneCodePerUser): "LNK-07"
    case .reuse(_, .sameInvite): "P-INV-11"
    case .reuse(_, .sameSession): "D-LNK-16"
    }
  }
}

extension LinkPolicy {
  /// Returns whether an invite at `now` gets a new code or the existing one.
  ///
  /// A session is one visit to the flow. "Invite More" and a retry after a cancelled share keep the
  /// link; leaving the flow drops it. With a code per invite, an unsent one serves until the user
  /// leaves the flow.
  public func decideCode(holding held: HeldLink?, at now: Instant) -> CodeDecision {
    guard let held else { return .mint(because: .noneHeld) }
    if let expiresAt = held.expiresAt, now > expiresAt { return .mint(because: .heldExpired) }
    return switch codeScope {
    case .perUser:
      .reuse(held.code, because: .oneCodePerUser)
    case .perInvite:
      held.isOfThisFlow && !held.isSent
        ? .reuse(held.code, because: .sameInvite) : .mint(because: .newInvite)
    case .perSession:
      held.isOfThisFlow
        ? .reuse(held.code, because: .sameSession) : .mint(because: .newSession)
    }
  }

  /// Returns whether the user gets a new code on request.
  public func decideRefresh(of held: HeldLink?) -> CodeDecision {
    guard let held else { return .mint(because: .noneHeld) }
    return refreshAllowed
      ? .mint(because: .refreshed) : .reuse(held.code, because: .refreshNotAllowed)
  }
}

extension LinkRules {
  static let scope: [Rule] = [
    Rule("LNK-07", "With a code per user, each send uses the same link."),
    Rule("LNK-09", "A link that exists is used again; only the first time one is made."),
    Rule("LNK-17", "A user gets a new code for the asking only where a setting allows it."),
    Rule("D-LNK-01", "With a code per session, each visit to the flow has its own link."),
    Rule("D-LNK-16", "A session's link serves until the flow is left."),
    Rule("D-DEP-02", "The design can live with a code per user, too: link.codeScope decides."),
  ]
}
