public import Vocabulary

/// The page for devices on which the app does not run yet: it takes an email address.
public struct EmailCapturePage: Hashable, Sendable {
  /// The result of submitting an address.
  public enum Answer: Hashable, Sendable {
    /// The person will be notified when the app supports the device.
    case willNotify(EmailAddress)
    /// Nothing is kept, for all of these reasons.
    case refused([Refusal])
  }

  /// A reason for keeping nothing.
  public enum Refusal: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The input does not have the form of an address.
    case noAddress
    /// The person has not agreed that the address is kept.
    case noConsent
  }

  /// The time for which an address is kept for a notice that is not sent; ours.
  ///
  /// No row of the catalogue sets a period. Those of clicks (7 or 30 days) and of incomplete installs
  /// (7 days) would end before any launch. After a year the person no longer expects the message.
  public static let retention = Interval.days(365)

  /// The words of the page, as P-EDG-13 gives them.
  public let text: String
  /// The words that a person agrees to; ours.
  public let consent: String
  /// The answer to an address, the same whether it was known or not; ours.
  public let thanks: [String]
  /// The answer to a withdrawn address, the same whether it was known or not; ours.
  public let withdrawn = "If this address was on our list, it is deleted now."

  /// Creates the page with the name of `app`.
  public init(app: AppIdentity) {
    text =
      "Thanks for your interest! \(app.name) is currently available on iOS. "
      + "We'll notify you when Android launches."
    consent =
      "Keep my email address to send me one message when \(app.name) launches on Android. It is "
      + "used for nothing else, and deleted after that message, or after a year without one."
    thanks = [
      "Thank you. We'll send you one message when \(app.name) launches on Android, and then delete "
        + "your address.",
      "You can change your mind at any time: enter the address again, and have it deleted.",
    ]
  }

  /// Accepts an address, if the person agrees that it is kept, or gives every reason against it.
  public func receive(_ input: String, hasConsented: Bool) -> Answer {
    let address = EmailAddress(input)
    guard let address, hasConsented else {
      return .refused((address == nil ? [.noAddress] : []) + (hasConsented ? [] : [.noConsent]))
    }
    return .willNotify(address)
  }

  /// Returns whether an address that was left at `start` may still be kept at `now`, the last
  /// millisecond of its time included.
  public static func isKept(since start: Instant, at now: Instant) -> Bool {
    now <= start + retention
  }
}

extension EmailCapturePage.Refusal {
  /// The words for the person; ours.
  public var text: String {
    switch self {
    case .noAddress: "Enter an email address, such as name@example.com."
    case .noConsent: "Tick the box if we may keep your address: without that we keep nothing."
    }
  }

  /// The deciding rule.
  public var rule: RuleID { "P-EDG-14" }
}

extension ReceiptRules {
  static let elsewhere: [Rule] = [
    Rule("P-EDG-13", "An invitee on Android gets the page \"Thanks for your interest! …\"."),
    Rule("P-EDG-14", "That page takes an email address, to tell the person when Android launches."),
  ]
}
