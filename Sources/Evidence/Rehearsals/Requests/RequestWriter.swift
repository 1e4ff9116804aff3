import Attribution
import Invites
import JSON
import Vocabulary

/// Puts the actions of a script into requests of the service's interface.
struct RequestWriter {
  let script: Script
  /// Speaks for the app's backend, which may act for everybody.
  let token: String
  /// The codes and the paths of the links, as far as the service has made them.
  private(set) var codes: [String?]
  private var paths: [String?]
  /// By person, the code that the first launch told of.
  private var codesTold: [UInt32: String] = [:]
  /// Whose accounts are deleted: the service refuses their ids.
  private var deleted: Set<UInt32> = []

  init(_ script: Script, token: String) {
    self.script = script
    self.token = token
    codes = Array(repeating: nil, count: script.links)
    paths = codes
  }

  /// The user as the service knows a person of the market.
  static func user(_ person: UInt32) -> OpaqueID { OpaqueID(principal(person)) }

  static func principal(_ person: UInt32) -> PrincipalID {
    // Nobody is number zero.
    PrincipalID(rawValue: UInt64(person) + 1)
  }

  /// Who the app says it is: after a deletion it uses a new id.
  private func user(of person: UInt32) -> OpaqueID {
    guard deleted.contains(person) else { return Self.user(person) }
    return OpaqueID(PrincipalID(rawValue: Self.principal(person).rawValue | 1 << 40))
  }

  /// The person who is meant by a user's id; `nil` for a pseudonym.
  static func person(_ user: String) -> UInt32? {
    guard let number = OpaqueID(user)?.principal?.rawValue, number > 0 else { return nil }
    return UInt32(exactly: number - 1)
  }

  /// Takes over what the service minted.
  mutating func take(_ answer: JSONValue, to action: ScriptedAction) {
    switch action.deed {
    case .getLink(let link):
      codes[link] = answer["code"]?.string
      paths[link] = answer["url"]?.string.map(Self.path)
    case .launch: codesTold[action.person] = answer["invite"]?["code"]?.string
    case .deleteAccount: deleted.insert(action.person)
    default: break
    }
  }

  /// The request for an action; `nil` where nothing can be asked, since the service told no code.
  func request(for action: ScriptedAction, number: Int) -> [UInt8]? {
    let user = user(of: action.person)
    let asUser = #"{"user":"\#(user)"}"#
    switch action.deed {
    case .getLink(let link):
      return post("/invites", action)
        .with("Idempotency-Key", "get-\(number)")
        .telling(#"{"user":"\#(user)","session":\#(link + 1),"content":"link\#(link)"}"#).bytes
    case .share(let link):
      return codes[link].map {
        post("/invites/\($0)/share", action).with("Idempotency-Key", "share-\(number)")
          .telling(#"{"user":"\#(user)","channel":"messages"}"#).bytes
      }
    case .preview(let link):
      return paths[link].map {
        RequestText("GET", $0, at: action.at).with("User-Agent", "WhatsApp/2.23.20.0")
          .with("X-Forwarded-For", "2001:db8:ffff::1").bytes
      }
    case .tap(let link, let device, _):
      return paths[link].map { RequestText("GET", $0, at: action.at).from(device).bytes }
    case .observe(let link, let device):
      return paths[link].map {
        RequestText("POST", $0, at: action.at).from(device).telling(device.observed).bytes
      }
    case .open(let link, let isSignedIn, _):
      return codes[link].map {
        post("/invites/\($0)/open", action)
          .telling(#"{"user":"\#(user)","isSignedIn":\#(isSignedIn)}"#).bytes
      }
    case .launch(let device, let installed, _):
      return post("/invites/deferred", action).with("X-Forwarded-For", device.address).telling(
        #"{"user":"\#(user)","device":\#(device.told),"installedAt":"\#(installed.iso8601)","#
          + #""launchedAt":"\#(action.at.iso8601)"}"#
      ).bytes
    case .launchAgain(let device):
      return post("/invites/deferred", action).with("X-Forwarded-For", device.address).telling(
        #"{"user":"\#(user)","hadAccount":true,"device":\#(device.told),"#
          + #""launchedAt":"\#(action.at.iso8601)"}"#
      ).bytes
    case .accept:
      return codesTold[action.person].map {
        post("/invites/\($0)/accept", action).telling(asUser).bytes
      }
    case .signUp: return milestone("signedUp", user, action)
    case .seeValue: return milestone("firstValueSeen", user, action)
    case .completeOnboarding: return milestone("onboardingCompleted", user, action)
    case .deleteAccount:
      return RequestText("DELETE", "/users/\(user)", at: action.at).bearing(token).bytes
    }
  }

  private func post(_ path: String, _ action: ScriptedAction) -> RequestText {
    RequestText("POST", path, at: action.at).bearing(token)
  }

  private func milestone(_ name: String, _ user: OpaqueID, _ action: ScriptedAction) -> [UInt8] {
    post("/users/\(user)/milestones", action).telling(#"{"milestone":"\#(name)"}"#).bytes
  }

  /// The part of a URL that is asked for.
  private static func path(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? "/\(parts[3])" : url
  }
}

extension Device {
  /// What the script of a page tells.
  var observed: String {
    let model = self.model.map { #""model":"\#($0)","# } ?? ""
    return #"{\#(model)"timeZone":"\#(timeZone)","locale":"\#(locale)"}"#
  }

  /// What the app tells.
  var told: String {
    let model = self.model.map { #""model":"\#($0)","# } ?? ""
    let language = locale.prefix { $0 != "-" }
    return #"{\#(model)"platform":"\#(platform)","osVersion":"\#(osVersion)","#
      + #""timeZone":"\#(timeZone)","language":"\#(language)","locale":"\#(locale)"}"#
  }
}
