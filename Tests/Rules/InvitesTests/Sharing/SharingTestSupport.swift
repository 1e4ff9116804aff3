import TestSupport
import Invites
import Vocabulary

/// The moment at which every test begins.
let start = TestSupport.noon(0)
let rinLink = "https://rin.app/invite/a3Xk9m2Q"
let rinMessage =
  "I use Rin to organize and control my contacts. Try it: https://rin.app/invite/a3Xk9m2Q"
let appLink = "https://app.example.com/invite/abc123"
let appMessage =
  "Hey Ana, I've been using [App] and thought you'd love it! https://app.example.com/invite/abc123"

let ana = ContactKey(rawValue: 1)
let ben = ContactKey(rawValue: 2)

extension SharingFlow {
  /// Hands the flow one event after the other, and returns all that it asked for.
  @discardableResult
  mutating func run(
    _ events: [Event], at now: Instant = start, under policy: SharingPolicy
  ) -> [SharingAction] {
    events.flatMap { receive($0, at: now, under: policy) }
  }
}

extension ProfileID {
  var sharing: SharingPolicy {
    switch self {
    case .rin: .rin
    case .product: .product
    case .design: .design
    }
  }
}

extension SharingPolicy {
  /// The policy with some of its settings changed.
  func with(_ change: (inout SharingPolicy) -> Void) -> SharingPolicy {
    var policy = self
    change(&policy)
    return policy
  }
}

extension [SharingAction] {
  /// The events among the actions.
  var logged: [InviteEvent] {
    compactMap { if case .log(let event) = $0 { event } else { nil } }
  }

  var shares: [InviteEvent.Share] {
    logged.compactMap { if case .share(let share) = $0.particulars { share } else { nil } }
  }

  var presentsSheet: Bool {
    contains {
      switch $0 {
      case .presentSheet, .presentMessages: true
      default: false
      }
    }
  }
}

extension InviteFlow {
  /// The flow in its picker, with access to `count` contacts.
  static func picking(
    from contacts: Int = 40, isOnline: Bool = true, under policy: SharingPolicy = .design
  ) -> InviteFlow {
    var flow = InviteFlow()
    flow.run(
      [.opened(from: .profile, .authorized, isOnline: isOnline), .contactsLoaded(count: contacts)],
      under: policy)
    return flow
  }

  /// The flow with its sheet up, for two contacts.
  static func sharing(under policy: SharingPolicy = .design) -> InviteFlow {
    var flow = picking(under: policy)
    flow.run(
      [
        .toggled(ana), .toggled(ben), .tapped(.next), .linkReady(appLink),
        .messageComposed(appMessage), .tapped(.sendVia),
      ], under: policy)
    return flow
  }

  /// The flow with its sheet up, for the link alone.
  static func sharingLink(under policy: SharingPolicy = .design) -> InviteFlow {
    var flow = InviteFlow()
    flow.run(
      [
        .opened(from: .profile, .denied, isOnline: true), .tapped(.shareLink),
        .linkReady(appLink), .messageComposed(appMessage),
      ], under: policy)
    return flow
  }

  /// The texts on the present screen.
  func printed(under policy: SharingPolicy = .design) -> [String] {
    elements(in: policy.texts, under: policy).map(\.text)
  }

  /// The controls on the present screen that work.
  func working(under policy: SharingPolicy = .design) -> [String] {
    elements(in: policy.texts, under: policy).filter { $0.role == .button || $0.role == .link }
      .filter(\.isEnabled).map(\.text)
  }
}
