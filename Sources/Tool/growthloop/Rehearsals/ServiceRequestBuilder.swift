import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopTransport
import Invites
import Vocabulary

/// The requests of the service's calls that the actions of a script make.
struct ServiceRequestBuilder {
  let script: RehearsalScript
  /// The token of the app's backend, which may act for every user.
  let token: String
  /// The codes and the paths of the links that the service has created.
  private(set) var codes: [String?]
  private var paths: [String?]
  /// By person, the code in the answer to the launch.
  private var codesTold: [UInt32: String] = [:]
  /// The people whose accounts are deleted: the service refuses their ids.
  private var deleted: Set<UInt32> = []

  init(_ script: RehearsalScript, token: String) {
    self.script = script
    self.token = token
    codes = Array(repeating: nil, count: script.links)
    paths = codes
  }

  /// The user of a person of the market.
  static func user(_ person: UInt32) -> OpaqueID { OpaqueID(principal(person)) }

  static func principal(_ person: UInt32) -> PrincipalID {
    // No user has the number zero.
    PrincipalID(rawValue: UInt64(person) + 1)
  }

  /// The id that the app uses: after a deletion a new one.
  private func principal(of person: UInt32) -> PrincipalID {
    let principal = Self.principal(person)
    guard deleted.contains(person) else { return principal }
    return PrincipalID(rawValue: principal.rawValue | 1 << 40)
  }

  /// The person of a user; `nil` for a pseudonym.
  static func person(_ user: PrincipalID) -> UInt32? {
    guard user.rawValue > 0 else { return nil }
    return UInt32(exactly: user.rawValue - 1)
  }

  /// Stores what the service created.
  mutating func take(_ answer: Members, to action: ScriptedAction) {
    switch action.deed {
    case .getLink(let link):
      codes[link] = answer[CreateInvite.Answer.code]
      paths[link] = answer[CreateInvite.Answer.url].map(Self.path)
    case .launch:
      codesTold[action.person] = answer[AnswerFields.invite]?[InviteAnswer.code]
    case .deleteAccount: deleted.insert(action.person)
    default: break
    }
  }

  /// Returns the request of an action; `nil` where the service gave no code to ask with.
  func request(for action: ScriptedAction, number: Int) -> [UInt8]? {
    text(for: action, number: number)?.bytes
  }

  private func text(for action: ScriptedAction, number: Int) -> RequestText? {
    let user = principal(of: action.person)
    switch action.deed {
    case .getLink(let link):
      return start(CreateInvite.call, of: action)
        .with(IdempotencyKeyHeader.name, "get-\(number)")
        .with(
          CreateInvite.user(user), CreateInvite.session(Int64(link) + 1),
          OpaqueID("link\(link)").map { CreateInvite.content($0) },
          script.zone == .utc ? nil : CreateInvite.zone(script.zone.name))
    case .share(let link):
      return codes[link].map {
        start(ShareInvite.call, $0, of: action)
          .with(IdempotencyKeyHeader.name, "share-\(number)")
          .with(ShareInvite.user(user), ShareInvite.channel(.messages))
      }
    case .preview(let link):
      return paths[link].map {
        RequestText(TapLink.tap, at: $0, action.at)
          .with("User-Agent", "WhatsApp/2.23.20.0").with("X-Forwarded-For", "2001:db8:ffff::1")
      }
    case .tap(let link, let device, _):
      return paths[link].map { RequestText(TapLink.tap, at: $0, action.at).from(device) }
    case .observe(let link, let device):
      return paths[link].map {
        RequestText(TapLink.observe, at: $0, action.at).from(device).with(device.observed)
      }
    case .open(let link, let isSignedIn, _):
      return codes[link].map {
        start(OpenInvite.call, $0, of: action)
          .with(OpenInvite.user(user), OpenInvite.isSignedIn(isSignedIn))
      }
    case .launch(let device, let installed, _):
      return start(ResolveDeferred.call, of: action).with("X-Forwarded-For", device.address)
        .with(
          ResolveDeferred.user(user), ResolveDeferred.device(device.described),
          ResolveDeferred.installedAt(installed), ResolveDeferred.launchedAt(action.at))
    case .launchAgain(let device):
      return start(ResolveDeferred.call, of: action).with("X-Forwarded-For", device.address)
        .with(
          ResolveDeferred.user(user), ResolveDeferred.hadAccount(true),
          ResolveDeferred.device(device.described), ResolveDeferred.launchedAt(action.at))
    case .accept:
      return codesTold[action.person].map {
        start(AcceptInvite.call, $0, of: action).with(AcceptInvite.user(user))
      }
    case .signUp: return milestone(.signedUp, user, action)
    case .seeValue: return milestone(.firstValueSeen, user, action)
    case .completeOnboarding: return milestone(.onboardingCompleted, user, action)
    case .deleteAccount: return start(EraseUser.call, OpaqueID(user).text, of: action)
    }
  }

  /// The beginning of a request of the backend.
  private func start(
    _ call: ServiceCall, _ parameter: String = "", of action: ScriptedAction
  ) -> RequestText {
    RequestText(call, at: call.path(parameter), action.at).bearing(token)
  }

  private func milestone(
    _ milestone: MilestoneWord, _ user: PrincipalID, _ action: ScriptedAction
  ) -> RequestText {
    start(ReachMilestone.call, OpaqueID(user).text, of: action)
      .with(ReachMilestone.milestone(milestone))
  }

  /// The path and query of a URL.
  private static func path(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? "/\(parts[3])" : url
  }
}

extension Device {
  /// The description by the script of a page.
  fileprivate var observed: Members {
    Members(
      model.map { DeviceFields.model($0) }, DeviceFields.timeZone(timeZone),
      DeviceFields.locale(locale))
  }

  /// The description by the app.
  fileprivate var described: Members {
    Members(
      model.map { DeviceFields.model($0) }, DeviceFields.platform(platform),
      DeviceFields.osVersion(osVersion), DeviceFields.timeZone(timeZone),
      DeviceFields.language(String(locale.prefix { $0 != "-" })), DeviceFields.locale(locale))
  }
}

extension RequestText {
  /// A request of `call` that takes place at `moment` of the rehearsal.
  init(_ call: ServiceCall, at path: String, _ moment: Instant) {
    self = RequestText(call.method.rawValue, path, host: "localhost")
      .with(ServiceCall.momentHeader, moment.iso8601)
  }

  /// Returns the request as the browser of `device` sends it.
  consuming func from(_ device: Device) -> RequestText {
    with("X-Forwarded-For", device.address).with("User-Agent", device.userAgent)
      .with("Accept-Language", device.locale)
  }

  /// Returns the request with a body of these fields; `nil` leaves one out.
  consuming func with(_ fields: FieldValue?...) -> RequestText {
    with(Members(fields))
  }

  consuming func with(_ body: Members) -> RequestText {
    with("Content-Type", "application/json").with(body: body.json.json)
  }
}
