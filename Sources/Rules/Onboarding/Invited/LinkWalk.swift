public import Vocabulary

/// The choice whether an invitee without the app may receive an App Clip.
///
/// An app with an App Clip needs it to choose where a link leads.
public enum AppClipOffer: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every invitee without the app goes to the store's page (P-CLP-03).
  case off
  /// Shared content and collaboration open an App Clip; other invites lead to the store's page.
  case on
}

/// One invitee's path from the link to the first value, with its taps.
///
/// An app needs it in its tests, to count the taps of an invitee against the budget.
public struct LinkWalk: Hashable, Sendable, BitwiseCopyable {
  /// A place on the way from the link to the first value.
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The link lies in a message; any of the others follows.
    case link
    /// `onboarding` follows.
    case appStore
    /// `firstValue` follows, without an install.
    case appClip
    /// `firstValue` follows.
    case onboarding
    /// The end of the walk.
    case firstValue
  }

  /// The device of the invitee who taps the link.
  public enum Device: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The app is not installed.
    case withoutApp
    /// The app is installed, but no user is signed in.
    case signedOut
    /// The app is installed and a user signed in; the link leads straight to the first value.
    case signedIn
  }

  /// A step of the invitee, or of the app.
  public enum Step: Hashable, Sendable, BitwiseCopyable {
    /// Taps the link of an invite with this context: one tap.
    case tapsLink(Device, InviteContext, AppClipOffer)
    /// Taps "Get"; opening the app routes on by itself.
    case installs
    /// Continues from one of the condensed screens.
    case continues
    /// The first value appears without a tap.
    case seesFirstValue
  }

  /// The effect of a step.
  public enum Answer: Hashable, Sendable, BitwiseCopyable {
    /// The walk is at another place now, by the named rule.
    case moved(to: Place, because: RuleID)
    /// The step was taken, and the place stays the same.
    case stayed
    /// The step does not belong to this place.
    case notHere
  }

  /// The present place; a walk starts at the link.
  public private(set) var place = Place.link
  /// The number of taps so far, by the walk's way of counting.
  public private(set) var taps = 0
  /// The way of counting: `literal` adds a tap for each screen of onboarding.
  public let counting: TapCount

  /// Creates a walk at the link, before the first tap.
  public init(counting: TapCount) {
    self.counting = counting
  }
}

extension LinkWalk {
  /// Applies a step, and counts its tap if it is one.
  public mutating func receive(_ step: Step) -> Answer {
    switch (place, step) {
    case (.link, .tapsLink(let device, let context, let appClip)):
      taps += 1
      let (next, rule) = LinkWalk.landing(of: device, context: context, appClip: appClip)
      return move(to: next, because: rule)
    case (.appStore, .installs):
      taps += 1
      return move(to: .onboarding, because: "P-RCV-04")
    case (.onboarding, .continues):
      if counting == .literal { taps += 1 }
      return .stayed
    case (.onboarding, .seesFirstValue), (.appClip, .seesFirstValue):
      return move(to: .firstValue, because: "P-RCV-07")
    case (.link, .installs), (.link, .continues), (.link, .seesFirstValue),
      (.appStore, .tapsLink), (.appStore, .continues), (.appStore, .seesFirstValue),
      (.appClip, .tapsLink), (.appClip, .installs), (.appClip, .continues),
      (.onboarding, .tapsLink), (.onboarding, .installs), (.firstValue, _):
      return .notHere
    }
  }

  private mutating func move(to next: Place, because rule: RuleID) -> Answer {
    place = next
    return .moved(to: next, because: rule)
  }

  /// Returns the place after a tap on the link: in the app, or its replacement.
  private static func landing(
    of device: Device, context: InviteContext, appClip: AppClipOffer
  ) -> (Place, RuleID) {
    switch (device, context, appClip) {
    case (.signedIn, _, _): (.firstValue, "P-TAP-03")
    case (.signedOut, _, _): (.onboarding, "P-RCV-03")
    case (.withoutApp, .content, .on), (.withoutApp, .collaborative, .on): (.appClip, "P-CLP-01")
    case (.withoutApp, .generic, .on), (.withoutApp, .achievement, .on): (.appStore, "P-RCV-02")
    case (.withoutApp, _, .off): (.appStore, "P-CLP-03")
    }
  }
}

extension OnboardingRules {
  static let walk: [Rule] = [
    Rule(
      "P-RCV-01", "The invitee's way: link, store or app, personalized onboarding, first value."),
    Rule("P-RCV-02", "Without the app the link leads to an App Clip or to the store."),
    Rule("P-RCV-03", "With the app the link opens it directly, on the welcome."),
    Rule("P-CLP-01", "For shared content and collaboration, an App Clip gives value uninstalled."),
    Rule("P-CLP-03", "With the App Clip off, the store's page takes its place."),
    Rule("P-TAP-02", "A new invitee reaches first value in two taps: link and install."),
    Rule("P-TAP-05", "The whole loop takes four taps: the sender's two, and the two of this walk."),
    Rule("P-TAP-07", "With an App Clip no install tap comes before first value."),
  ]
}
