public import Vocabulary

/// The page for devices on which the app does not run yet: it takes an email address.
public struct EmailCapturePage: Hashable, Sendable {
  /// The result of submitting an address.
  public enum Answer: Hashable, Sendable {
    /// The person will be notified when the app supports the device.
    case willNotify(address: String)
    /// The input does not have the form of an address.
    case refused
  }

  /// The words of the page, as P-EDG-13 gives them.
  public let text: String

  /// Creates the page with the name of `app`.
  public init(app: AppIdentity) {
    text =
      "Thanks for your interest! \(app.name) is currently available on iOS. "
      + "We'll notify you when Android launches."
  }

  /// Accepts an address, without the spaces around it; refuses one of an impossible form.
  ///
  /// Only the form is checked, and loosely: a name, one @, and a host with a dot.
  public func receive(_ input: String) -> Answer {
    let address = input.trimmed
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !address.contains(where: \.isWhitespace),
      case let host = parts[1].split(separator: ".", omittingEmptySubsequences: false),
      host.count >= 2, host.allSatisfy({ !$0.isEmpty })
    else { return .refused }
    return .willNotify(address: address)
  }
}

extension ReceiptRules {
  static let elsewhere: [Rule] = [
    Rule("P-EDG-13", "An invitee on Android gets the page \"Thanks for your interest! …\"."),
    Rule("P-EDG-14", "That page takes an email address, to tell the person when Android launches."),
  ]
}
