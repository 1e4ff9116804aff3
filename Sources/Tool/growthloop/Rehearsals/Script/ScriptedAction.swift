public import Attribution
public import GrowthloopModel
import Invites
import Profiles
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

/// The dependencies between actions; independent actions may run concurrently.
///
/// One person's actions keep their order. A link's creation comes before its other actions. A
/// deletion waits for all earlier actions on the account, and later ones wait for the deletion.
/// Actions on a link with a limit keep their order, as do those from one address.
struct ActionDependencies {
  private let linksComeToAnEnd: Bool
  private var latest: [UInt32: Int] = [:]
  private var creations: [Int: Int] = [:]
  private var owners: [Int: UInt32] = [:]
  private var linksTapped: [UInt32: Set<Int>] = [:]
  private var latestOnLink: [Int: Int] = [:]
  private var latestFromAddress: [String: Int] = [:]
  private var inviters: [UInt32: UInt32] = [:]
  /// The actions that concern a person as the inviter.
  private var concerning: [UInt32: [Int]] = [:]
  private var deletions: [UInt32: Int] = [:]

  init(of profile: Profile) {
    linksComeToAnEnd = profile.link.maxAcceptances != nil
  }

  /// Returns `actions`, ordered by moment, with the numbers of those each depends on.
  consuming func order(_ actions: [ScriptedAction]) -> [ScriptedAction] {
    var actions = actions
    for number in actions.indices {
      var after = Set<Int>()
      let action = actions[number]
      if let earlier = latest.updateValue(number, forKey: action.person) { after.insert(earlier) }
      noteLinks(of: action, number, &after)
      noteInviters(of: action, number, &after)
      if let address = action.address,
        let earlier = latestFromAddress.updateValue(number, forKey: address)
      {
        after.insert(earlier)
      }
      after.remove(number)
      actions[number].after = after.sorted()
    }
    return actions
  }

  private mutating func noteLinks(
    of action: ScriptedAction, _ number: Int, _ after: inout Set<Int>
  ) {
    if let link = action.deed.link {
      if let creation = creations[link] {
        after.insert(creation)
      } else {
        creations[link] = number
        owners[link] = action.person
      }
      linksTapped[action.person, default: []].insert(link)
    }
    guard linksComeToAnEnd else { return }
    let concerned =
      switch action.deed {
      case .launch, .accept, .signUp: linksTapped[action.person] ?? []
      default: Set(action.deed.link.map { [$0] } ?? [])
      }
    for link in concerned {
      if let earlier = latestOnLink.updateValue(number, forKey: link) { after.insert(earlier) }
    }
  }

  private mutating func noteInviters(
    of action: ScriptedAction, _ number: Int, _ after: inout Set<Int>
  ) {
    var concerned: Set<UInt32> = []
    switch action.deed {
    case .deleteAccount:
      after.formUnion(concerning[action.person] ?? [])
      deletions[action.person] = number
    case .launch(_, _, let credit):
      concerned.formUnion(credit.clicks.map { UInt32($0.inviter.rawValue) })
      concerned.formUnion(linksTapped[action.person, default: []].compactMap { owners[$0] })
      inviters[action.person] = credit.decision.inviter.map { UInt32($0.rawValue) }
    case .signUp, .accept, .completeOnboarding, .seeValue:
      if let inviter = inviters[action.person] { concerned.insert(inviter) }
    default:
      if let owner = action.deed.link.flatMap({ owners[$0] }) { concerned.insert(owner) }
    }
    for person in concerned where person != action.person {
      concerning[person, default: []].append(number)
      if let deletion = deletions[person] { after.insert(deletion) }
    }
    // A deletion of the inviter changes the invitee's records too.
    if case .deleteAccount = action.deed, let inviter = inviters[action.person] {
      concerning[inviter, default: []].append(number)
      if let deletion = deletions[inviter] { after.insert(deletion) }
    }
  }
}

extension ScriptedAction {
  /// The address of a click or a launch; their order decides the matching.
  fileprivate var address: String? {
    switch deed {
    case .observe(_, let device), .launch(let device, _, _), .launchAgain(let device):
      device.address
    default: nil
    }
  }
}
