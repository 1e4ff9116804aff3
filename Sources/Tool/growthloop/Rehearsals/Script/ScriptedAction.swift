public import Attribution
public import GrowthloopModel
public import Vocabulary

/// One action of a person of the simulation that makes a request.
public struct ScriptedAction: Sendable {
  public enum Deed: Sendable {
    /// The app asks for a link; links are numbered over all people.
    case getLink(Int)
    case share(Int)
    /// A messenger draws a card of the link.
    case preview(Int)
    /// The link is opened in a browser; then its page reports device signals.
    case tap(Int, Device, ReceiptDecision)
    case observe(Int, Device)
    /// The link opens the app; after a deletion the user is not signed in.
    case open(Int, isSignedIn: Bool, ReceiptDecision)
    case launch(Device, installedAt: Instant, CreditStory)
    /// The first launch of a person who has an account.
    case launchAgain(Device)
    case signUp
    case seeValue
    /// A newcomer accepts the invite of the first launch; refused once it is used up.
    case accept(isRefused: Bool)
    case completeOnboarding
    case deleteAccount
  }

  public let at: Instant
  public let person: UInt32
  public let deed: Deed
  /// The earlier actions whose answers it depends on.
  public internal(set) var after: [Int] = []
}

extension ScriptedAction.Deed {
  /// The link of the action.
  public var link: Int? {
    switch self {
    case .getLink(let link), .share(let link), .preview(let link), .tap(let link, _, _),
      .observe(let link, _), .open(let link, _, _):
      link
    case .launch, .launchAgain, .signUp, .seeValue, .accept, .completeOnboarding, .deleteAccount:
      nil
    }
  }

  /// The name by which latencies are grouped.
  public var name: String {
    switch self {
    case .getLink: "create"
    case .share: "share"
    case .preview: "previewFetch"
    case .tap: "tap"
    case .observe: "observe"
    case .open: "directOpen"
    case .launch, .launchAgain: "deferredResolution"
    case .signUp, .seeValue, .completeOnboarding: "milestone"
    case .accept: "accept"
    case .deleteAccount: "erase"
    }
  }

  /// The name of the deed in a script.
  var word: String {
    switch self {
    case .getLink: "getLink"
    case .share: "share"
    case .preview: "preview"
    case .tap: "tap"
    case .observe: "observe"
    case .open: "open"
    case .launch: "launch"
    case .launchAgain: "launchAgain"
    case .signUp: "signUp"
    case .seeValue: "seeValue"
    case .accept: "accept"
    case .completeOnboarding: "completeOnboarding"
    case .deleteAccount: "deleteAccount"
    }
  }
}
