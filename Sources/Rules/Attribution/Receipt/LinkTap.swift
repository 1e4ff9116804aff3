public import Vocabulary

/// One opening of an invite link, with its opener and the validity of the link.
public struct LinkTap: Hashable, Sendable, BitwiseCopyable {
  /// The program, browser or app that opened the link.
  public var opener: LinkOpener
  /// The standing of the link (default: `valid`).
  public var link: LinkStanding
  /// The state of the sender's account.
  public var sender: AccountState

  /// Creates a tap, by default on a valid link of an active sender.
  public init(opener: LinkOpener, link: LinkStanding = .valid, sender: AccountState = .active) {
    self.opener = opener
    self.link = link
    self.sender = sender
  }
}

/// The opener of an invite link, with the facts available at that moment.
public enum LinkOpener: Hashable, Sendable, BitwiseCopyable {
  /// A messaging app that draws a card of the link.
  case previewFetcher
  /// A person whose device does not have the app.
  case browser(DevicePlatform)
  /// A person who has the app, and may or may not have an account.
  case signedOutApp
  /// A person who uses the app.
  case signedInApp(RelationToSender)
}

/// Whether the app runs on a device.
public enum DevicePlatform: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A device with the app's store; a Mac counts, since an iPad reports to be one.
  case iOS
  /// A device on a platform without the app.
  case other
}

/// The relation of a user to the sender of the tapped link.
public enum RelationToSender: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The user is not connected with the sender.
  case stranger
  /// The user is connected with the sender already.
  case connected
  /// The link is the user's own.
  case same
}

extension LinkOpener: CaseIterable {
  public static let allCases: [LinkOpener] =
    [.previewFetcher] + DevicePlatform.allCases.map { .browser($0) } + [.signedOutApp]
    + RelationToSender.allCases.map { .signedInApp($0) }
}

extension LinkOpener {
  /// Creates the opener from the User-Agent of a request for the page of a link.
  ///
  /// An iPad reports "Macintosh", so a Mac counts as iOS: it, too, can show the app store.
  public init(userAgent: UserAgent) {
    if PreviewFetcher(userAgent: userAgent) != nil {
      self = .previewFetcher
      return
    }
    let isApple =
      userAgent.holds("iPhone") || userAgent.holds("iPad") || userAgent.holds("iPod")
      || userAgent.holds("Macintosh")
    self = .browser(isApple ? .iOS : .other)
  }
}
