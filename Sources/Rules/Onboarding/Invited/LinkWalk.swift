public import Vocabulary

/// How taps are counted, as `metrics.tapCount` has it.
public enum TapCounting: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every tap on the way, the buttons of the condensed screens too.
  case literal
  /// What the document counts: the link and the install.
  case asSpecified
}

/// Whether an uninstalled invitee may be met by an App Clip.
public enum AppClipOffer: String, CaseIterable, Sendable, BitwiseCopyable {
  case off
  case on
}

/// One invitee's walk from the link to the first value, with the taps it takes.
public struct LinkWalk: Hashable, Sendable, BitwiseCopyable {
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The link lies in a message; any of the others follows.
    case link
    /// `onboarding` follows.
    case appStore
    /// `firstValue` follows, without an install.
    case appClip
    /// `firstValue` follows.
    case onboarding
    case firstValue
  }

  public private(set) var place = Place.link
  public private(set) var taps = 0
  /// The rule that led to the present place.
  public private(set) var rule: RuleID = "P-RCV-01"
  public let counting: TapCounting

  public init(counting: TapCounting) {
    self.counting = counting
  }
}

extension LinkWalk {
  /// Who taps the link, as far as their device tells.
  public enum Device: String, CaseIterable, Sendable, BitwiseCopyable {
    case withoutApp
    /// The app is there, but nobody is signed in.
    case signedOut
    case signedIn
  }

  /// The invitee taps the link.
  public mutating func tapLink(on device: Device, motive: InviteMotive, appClip: AppClipOffer) {
    guard place == .link else { return }
    taps += 1
    switch (device, motive, appClip) {
    case (.signedIn, _, _): move(to: .firstValue, by: "P-TAP-03")
    case (.signedOut, _, _): move(to: .onboarding, by: "P-RCV-03")
    case (.withoutApp, .content, .on), (.withoutApp, .collaborative, .on):
      move(to: .appClip, by: "P-CLP-01")
    case (.withoutApp, .generic, .on), (.withoutApp, .achievement, .on):
      move(to: .appStore, by: "P-RCV-02")
    case (.withoutApp, _, .off): move(to: .appStore, by: "P-CLP-03")
    }
  }

  /// The invitee taps "Get"; opening the app routes on by itself.
  public mutating func install() {
    guard place == .appStore else { return }
    taps += 1
    move(to: .onboarding, by: "P-RCV-04")
  }

  /// The invitee goes on from one of the condensed screens.
  public mutating func continueOnboarding() {
    guard place == .onboarding else { return }
    if counting == .literal { taps += 1 }
  }

  /// The first value comes up, by itself.
  public mutating func showFirstValue() {
    guard place == .onboarding || place == .appClip else { return }
    move(to: .firstValue, by: "P-RCV-07")
  }

  private mutating func move(to next: Place, by rule: RuleID) {
    place = next
    self.rule = rule
  }
}

/// The way from the push "… joined" back to the friend.
public enum Reconnection {
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    case push
    case connectionScreen
  }

  /// The places on the way; each step from one to the next is a tap.
  public static let path: [Place] = [.push, .connectionScreen]
  public static var taps: Int { path.count - 1 }
}

/// The taps of the whole loop, from the sender's intent to the invitee's value.
public struct LoopTaps: Hashable, Sendable, BitwiseCopyable {
  public let sender: Int
  public let invitee: Int

  public init(sender: Int, invitee: Int) {
    self.sender = sender
    self.invitee = invitee
  }

  public var total: Int { sender + invitee }
}

extension OnboardingRules {
  static let walk: [Rule] = [
    Rule(
      "P-RCV-01", "The invitee's way: link, store or app, personalized onboarding, first value."),
    Rule("P-RCV-02", "Without the app the link leads to an App Clip or to the store."),
    Rule("P-RCV-03", "With the app the link opens it directly, on the welcome."),
    Rule("P-CLP-03", "With the App Clip off, the store's page takes its place."),
    Rule("P-TAP-02", "A new invitee reaches first value in two taps: link and install."),
    Rule("P-TAP-03", "An existing user reaches the destination in one tap."),
    Rule("P-TAP-04", "From the join notification the sender is one tap from the friend."),
    Rule("P-TAP-05", "The whole loop takes four taps: two by each side."),
    Rule("P-TAP-07", "With an App Clip no install tap comes before first value."),
  ]
}
