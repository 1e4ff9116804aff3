public import Vocabulary

/// The record of one invite that the service keeps.
public struct InviteRecord: Hashable, Sendable, KeptState {
  /// An event in the life of a record, with the account and the channel concerned.
  public enum Event: Hashable, Sendable {
    /// A share through this channel was completed.
    case shareCompleted(through: ReportedChannel)
    /// A share was cancelled.
    case shareCancelled
    /// The link was tapped, whatever its channel.
    case opened
    /// `invitee` accepts the invite, having tapped the link at `clickedAt`.
    case accepted(by: PrincipalID, clickedAt: Instant)
    /// Time passed without another event.
    case timePassed
  }

  /// The identity of the record, a UUID (P-INV-01).
  public let id: InviteID
  /// The account that made the invite; after its deletion a store may put a pseudonym here.
  public let sender: PrincipalID
  /// The code in the link, which stands for this record alone.
  public let code: InviteCode
  /// The subject of the invite; it selects the message and the place where the invitee lands.
  public let context: InviteContext
  /// The content or the achievement that the invite is about.
  public let content: OpaqueID?
  /// The invite session in which it was made; `nil` where codes are not bound to sessions.
  public let session: InviteSessionID?
  /// The channel of the last share; `nil` before the first one.
  public private(set) var channel: ReportedChannel?
  /// The first account that accepted it.
  public private(set) var invitee: PrincipalID?
  /// The status, its times, and the number of acceptances.
  public private(set) var lifecycle: InviteLifecycle

  /// Creates the record of a new invite; `session` is kept only with a code per session.
  public init(
    id: InviteID, sender: PrincipalID, code: InviteCode, context: InviteContext,
    content: OpaqueID? = nil, session: InviteSessionID? = nil, createdAt: Instant,
    under policy: LinkPolicy
  ) {
    self.init(
      resuming: InviteLifecycle(createdAt: createdAt, under: policy), id: id, sender: sender,
      code: code, context: context, content: content,
      session: policy.codeScope == .perSession ? session : nil, channel: nil, invitee: nil)
  }

  /// Restores a record from the values that a store kept.
  package init(
    resuming lifecycle: InviteLifecycle, id: InviteID, sender: PrincipalID, code: InviteCode,
    context: InviteContext, content: OpaqueID?, session: InviteSessionID?,
    channel: ReportedChannel?, invitee: PrincipalID?
  ) {
    self.id = id
    self.sender = sender
    self.code = code
    self.context = context
    self.content = content
    self.session = session
    self.channel = channel
    self.invitee = invitee
    self.lifecycle = lifecycle
  }
}

/// One visit to the sharing flow, an invite session.
public struct InviteSessionID: RawRepresentable, Hashable, Sendable, BitwiseCopyable, Codable {
  /// The number that the app gave the visit.
  public let rawValue: UInt64

  /// Creates the id of the visit with this number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension InviteRecord {
  /// The status after the last event; `lifecycle.status(at:)` takes the time since into account.
  public var status: InviteStatus { lifecycle.status }
  /// The moment of creation.
  public var createdAt: Instant { lifecycle.createdAt }
  /// The time of the first acceptance; `nil` before it.
  public var acceptedAt: Instant? { lifecycle.acceptedAt }
  /// The last instant at which the invite is valid; `nil` sets no limit.
  public var expiresAt: Instant? { lifecycle.expiresAt }

  /// The claims of its link, if the link is signed.
  public var claims: LinkClaims {
    LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
  }

  /// Applies `event` at `now`, and returns its effect.
  ///
  /// A repeated acceptance by `invitee` changes nothing. The record keeps no later invitee, so the
  /// caller must hold back their repeated acceptances: each counts again.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: LinkPolicy
  ) -> InviteLifecycle.Step {
    switch event {
    case .shareCompleted(let channel):
      let step = lifecycle.receive(.shareCompleted, at: now, under: policy)
      if case .refused = step { return step }
      self.channel = channel
      return step
    case .shareCancelled:
      return lifecycle.receive(.shareCancelled, at: now, under: policy)
    case .opened:
      return lifecycle.receive(.opened, at: now, under: policy)
    case .accepted(let newcomer, let click):
      if invitee == newcomer { return .stayed(because: .furtherAlong) }
      let step = lifecycle.receive(.accepted(clickedAt: click), at: now, under: policy)
      if case .moved(to: .accepted) = step { invitee = newcomer }
      return step
    case .timePassed:
      return lifecycle.receive(.timePassed, at: now, under: policy)
    }
  }
}

extension LinkRules {
  static let records: [Rule] = [
    Rule("LNK-05", "A code belongs to one inviter: its record names them."),
    Rule("P-INV-01", "A record's id is a UUID."),
    Rule("P-INV-02", "A record names its sender, whose id leaves the service as a UUID."),
    Rule("P-INV-05", "A record may name the content or achievement it is about."),
    Rule("P-INV-06", "A record's channel is known only after the share."),
    Rule("P-INV-08", "A record names its invitee, from the acceptance on."),
    Rule(
      "D-LNK-04", "A code stands for its record: inviter, session and time are not in the link."),
  ]
}

extension LinkPolicy {
  /// Returns the record that a signed link without a code refers to, tapped at `click`.
  ///
  /// Two invites of one sender with the same context and content have the same link. The newest
  /// valid one is meant; without a valid one, the newest, so that the reason can be reported. Of
  /// two that were created together the higher id is the newer.
  public func resolve(
    _ claims: LinkClaims, among records: some Sequence<InviteRecord>, clickedAt click: Instant
  ) -> InviteRecord? {
    let meant = records.filter { $0.claims == claims }
    let live = meant.filter { standing(of: $0.lifecycle, clickedAt: click) == .valid }
    return (live.isEmpty ? meant : live).max {
      ($0.createdAt, $0.id) < ($1.createdAt, $1.id)
    }
  }
}

extension LinkRules {
  static let resolution: [Rule] = [
    Rule("P-LNK-09", "A signed link without a code means its sender's newest live invite like it.")
  ]
}

/// The identity of one invite record: a UUID.
public struct InviteID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The 128 bits of the UUID, its first digit in the highest four.
  public let rawValue: UInt128

  /// Creates the id with these 128 bits, whatever version and variant they spell.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Returns a random id, a UUID of version 4.
  public static func random(using generator: inout some RandomNumberGenerator) -> InviteID {
    let bits = UInt128(generator.next()) << 64 | UInt128(generator.next())
    let version: UInt128 = 4 << 76
    let variant: UInt128 = 2 << 62
    return InviteID(rawValue: bits & ~(15 << 76 | 3 << 62) | version | variant)
  }

  public static func < (left: InviteID, right: InviteID) -> Bool { left.rawValue < right.rawValue }
}

extension InviteID {
  /// Creates the id of the record of `code`: a UUID of version 8 that spells the code and nothing
  /// else.
  ///
  /// A code names one record, and so does this id, so a store need not keep both.
  public init(spelling code: InviteCode) {
    let packed = UInt128(code.packed)
    let low = packed & (1 << 62 - 1)
    let version: UInt128 = 8 << 76
    let variant: UInt128 = 2 << 62
    rawValue = (packed >> 62) << 64 | version | variant | low
  }
}

extension InviteID: LosslessStringConvertible, Codable {
  /// Reads the 36 characters of a UUID, in lower or upper case.
  public init?(_ text: String) {
    guard let value = UUIDText.value(of: text) else { return nil }
    rawValue = value
  }

  /// The UUID in lower case.
  public var description: String { UUIDText.text(of: rawValue) }

  public init(from decoder: any Decoder) throws {
    self = try decoder.read { InviteID($0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.write(self) }
}

/// The 36 characters in which 128 bits are written as a UUID.
enum UUIDText {
  private static let dash = UInt8(ascii: "-")

  static func text(of value: UInt128) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for nibble in 0..<32 {
      if [8, 12, 16, 20].contains(nibble) { bytes.append(dash) }
      let digit = UInt8(truncatingIfNeeded: value >> UInt128(124 - 4 * nibble)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func value(of text: String) -> UInt128? {
    guard text.utf8.count == 36 else { return nil }
    var value: UInt128 = 0
    for (place, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == dash else { return nil }
        continue
      }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return value
  }
}
