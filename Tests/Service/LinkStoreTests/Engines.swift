import Attribution
import Invites
import GrowthloopLinkStore
import Profiles
import TestSupport
import Vocabulary

let signer = EchoSigner()

/// Signs with the length of what is signed: enough for a test, and nothing else.
struct EchoSigner: LinkSigner {
  func signature(of bytes: [UInt8]) -> LinkSignature {
    guard let signature = LinkSignature("s\(bytes.count)") else {
      preconditionFailure("a word is a signature")
    }
    return signature
  }

  func isValid(_ signature: LinkSignature, of bytes: [UInt8]) -> Bool {
    signature == self.signature(of: bytes)
  }
}

extension LinkEngine {
  /// An engine whose codes repeat with the seed.
  static func engine(
    _ profile: Profile, over store: (any LinkStore)? = nil, seed: UInt64 = 1
  ) -> LinkEngine {
    LinkEngine(
      following: profile, over: store ?? MemoryLinkStore(terms(of: profile)), signer: signer,
      chance: SeededChance(seed: seed))
  }

  /// Has an invite created, and returns its code.
  func issue(
    to sender: PrincipalID, key: UInt128 = 1, session: UInt64? = nil, at now: Instant = noon(0)
  ) -> InviteCode? {
    let answer = create(
      .wish(of: sender, key: key), session: session.map { InviteSessionID(rawValue: $0) },
      zone: .utc,
      at: now)
    return answer.link?.record.code
  }

  /// Taps a link on a phone.
  @discardableResult
  func tap(_ code: InviteCode, on phone: UInt32, at now: Instant) -> TapAnswer {
    tap(resolve(code, at: now), by: .browser(.iOS), device: .phone(phone), at: now)
  }

  /// Launches the app of a user who followed no link.
  func launch(by principal: PrincipalID, on phone: UInt32, at now: Instant) -> DeferredAnswer {
    resolveDeferred(
      FirstLaunch(by: principal, on: .phone(phone), installedAt: now, launchedAt: now), at: now)
  }
}

extension CreateRequest {
  static func wish(
    of sender: PrincipalID, key: UInt128, context: InviteContext = .generic
  ) -> CreateRequest {
    CreateRequest(
      key: IdempotencyKey(rawValue: key), sender: sender, context: context, under: .rin)
  }
}

extension CreateAnswer {
  var link: IssuedLink? {
    switch self {
    case .created(let link, _), .again(let link, _), .reused(let link, _): link
    case .refused: nil
    }
  }
}

extension DeviceSignals {
  /// A phone like no other.
  static func phone(_ number: UInt32) -> DeviceSignals {
    var signals = DeviceSignals()
    for signal in Signal.allCases { signals[signal] = number * 16 + UInt32(signal.rawValue) + 1 }
    return signals
  }
}

extension PrincipalID {
  static let ann = PrincipalID(rawValue: 1)
  static let bob = PrincipalID(rawValue: 2)
  static let cy = PrincipalID(rawValue: 3)
  static let nobody = PrincipalID(rawValue: 0)
}
