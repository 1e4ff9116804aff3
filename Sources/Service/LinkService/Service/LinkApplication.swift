internal import GrowthloopFindings
public import GrowthloopLinkStore
public import GrowthloopTransport
internal import Invites
public import Profiles
internal import Vocabulary

/// The link service: an HTTP interface to the engine of links.
public final class LinkApplication: WebApplication {
  let settings: ServiceSettings
  let keys: ServiceKeys
  let engine: LinkEngine
  let metrics: WebMetrics
  let pages: LandingPages
  /// The response to every preview fetch; `nil` where it depends on the link, or the fetch is
  /// recorded.
  let preview: WebResponse?
  let observer: DeviceObserver
  let documents: ServiceDocuments
  var admissions: Admissions
  var uploads: UploadCounts
  var sweeper: RetentionSweeper
  /// The export of events; `nil` where none are exported.
  let exports: EventExports?
  /// The limits of email addresses.
  var emails: EmailAdmissions
  private var router = Router()
  private var operations: [(operation: Operation, meter: RouteMeter)] = []
  private let elsewhere: RouteMeter
  /// The index of the operation that answers taps.
  private let tapIndex: Int
  /// The latest moment that a request gave, where requests give the time.
  var latestTold: Instant?
  /// The time of day; `nil` in a rehearsal.
  var timekeeper: Timekeeper?
  /// The standing of the clock that was reported last.
  var reportedClock = TrustedClock.Standing.Word.trusted
  /// Whether there are changes since the last commit began; responses wait for the next.
  var isTouched = false
  /// Whether a commit is under way; responses wait for its end.
  private var isCommitting = false
  /// Whether the last commit failed; `/healthz` reports it until one succeeds.
  private(set) var hasFailed = false

  /// Reports the beginning and the end of a problem, once each.
  let report: (String) -> Void

  /// Creates a service over a store with the profile's retention of clicks.
  ///
  /// `report` receives lines about problems, without personal data and links.
  public init(
    _ settings: ServiceSettings, over store: any LinkStore, keys: ServiceKeys, metrics: WebMetrics,
    delivering delivery: EventDelivery? = nil, report: @escaping (String) -> Void = { _ in }
  ) {
    self.settings = settings
    self.report = report
    self.keys = keys
    self.metrics = metrics
    engine = LinkEngine(following: settings.profile, over: store, signer: keys.links)
    observer = DeviceObserver(keys.devices)
    pages = LandingPages(of: settings.profile, settings.pages)
    preview = pages.preview(under: settings.profile)
    exports =
      settings.exportsEvents
      ? EventExports(settings.profile, keys.identities, delivery: delivery) : nil
    documents = ServiceDocuments(settings)
    admissions = Admissions(settings.limits)
    uploads = UploadCounts(settings.profile.flow.uploads, settings.profile.calendar)
    // A clock that may be wrong gives no first day of deletion.
    sweeper = RetentionSweeper(from: settings.clock.machine == nil ? settings.clock.ownTime : nil)
    timekeeper = settings.clock.machine.map {
      Timekeeper($0, in: settings.clockFolder, newest: store.newestClick, report: report)
    }
    emails = EmailAdmissions(settings.limits)
    elsewhere = metrics.meter("elsewhere")
    let all = Operation.all(of: settings)
    guard let tap = all.firstIndex(where: \.call.isPage) else {
      preconditionFailure("no operation answers taps")
    }
    tapIndex = tap
    for operation in all {
      for path in operation.call.paths { router.add(operation.method, path, operations.count) }
      operations.append(
        (operation, metrics.meter(operation.call.name, template: operation.call.paths[0])))
    }
    if let exports {
      engine.onEvent = { [store] event, person, moment in
        if let text = exports.text(of: event, by: person, at: moment) { store.report(text) }
      }
    }
    // An operator's correction from before the start applies to the first moment.
    tendClock()
    _ = currentMoment()
    hasFailed = refusal != nil
  }

  public func answer(_ request: borrowing WebRequest) -> WebAnswer {
    switch router.route(request.method, request.target) {
    case .found(let index, let parameters):
      return answer(request, at: index, parameters)
    case .notFound where isLink(request), .malformed where isLink(request):
      return answer(request, at: tapIndex, PathParameters())
    case .notFound:
      return answerElsewhere(.problem(404, "Nothing is here."))
    case .malformed:
      return answerElsewhere(.problem(400, "A part of the path has an escape that is no UTF-8."))
    case .methodNotAllowed(let allow):
      return answerElsewhere(
        .problem(
          405, "The path does not allow this method.", fields: [(name: "Allow", value: allow)]))
    case .options(let allow):
      return answerElsewhere(WebResponse(204, fields: [(name: "Allow", value: allow)]))
    }
  }

  /// Answers a request without an operation.
  private func answerElsewhere(_ response: WebResponse) -> WebAnswer {
    WebAnswer(response, .now, countedBy: elsewhere)
  }

  private func answer(
    _ request: borrowing WebRequest, at index: Int, _ parameters: PathParameters
  ) -> WebAnswer {
    let (operation, meter) = operations[index]
    let reply = answer(request, operation, parameters)
    var release = reply.release
    // What is answered has its event: neither is lost alone.
    if exports?.isWaiting == true { release = .afterCommit }
    if release != .now {
      isTouched = true
    } else if (isTouched || isCommitting) && !reply.isFixed {
      release = .afterCommit
    }
    // A tap gets its page also if the click cannot be recorded.
    return WebAnswer(
      reply.response, release, promisingNothing: operation.call.isPage, countedBy: meter)
  }

  /// Whether the path may be a former link, which is answered with a page, never an error.
  private func isLink(_ request: borrowing WebRequest) -> Bool {
    guard request.method == .get || request.method == .head else { return false }
    let path = request.target.path
    return [InviteLink.path, InviteLink.shortPath].contains { path.starts(with: "/\($0)/".utf8) }
  }

  public func beginCommit(_ ready: @escaping @Sendable () -> Void) {
    isTouched = false
    isCommitting = true
    sweeper.commitBegins()
    exports?.commitBegins()
    timekeeper?.commitBegins()
    engine.beginCommit(ready)
  }

  public func endCommit() throws {
    isCommitting = false
    do throws(StoreError) {
      try engine.endCommit()
    } catch {
      isTouched = false
      if (engine.store as? SQLiteLinkStore)?.keepsFailedTurn == true { passOnSuccess() }
      exports?.commitFailed()
      if !hasFailed {
        report(
          "nothing new is kept, and links resolve: \(error)"
            + (isTriedAgain ? "; writing is tried again by itself" : ""))
      }
      hasFailed = true
      sweeper.commitFailed()
      timekeeper?.commitFailed()
      throw error
    }
    if hasFailed { report("what is new is kept again") }
    hasFailed = false
    passOnSuccess()
  }

  /// Ends the commit of all parts, whose turn is durable.
  private func passOnSuccess() {
    sweeper.commitEnded()
    exports?.commitEnded()
    timekeeper?.commitEnded()
  }

  /// The error for which the store refuses writes; `nil` while it accepts them.
  var refusal: StoreError? { (engine.store as? SQLiteLinkStore)?.refusal }

  public func tick() -> Bool {
    // Data that a late request may still need is kept.
    let told = latestTold.map { $0 - settings.clock.lateness }
    // An operator's correction first: it may change the time.
    tendClock()
    exports?.reportNews(to: report)
    let now = currentMoment() ?? told
    if let now, clockAllowsDeletion, sweeper.sweep(engine, at: now) { isTouched = true }
    // After a failure an empty commit tests whether the store works again.
    return isTouched || hasFailed && isTriedAgain
  }

  /// Whether a commit that failed may succeed by itself.
  var isTriedAgain: Bool { refusal?.mayPass ?? true }
}

/// The schedule of sweeps, which delete rows whose retention has ended.
struct RetentionSweeper {
  /// The time between two sweeps, by the clock of the service.
  static let interval = Interval.minutes(1)
  /// The most rows of one kind that one sweep deletes: a concurrent tap waits for them.
  static let slice = 2_000

  private var nextSweep: Instant?
  private var pending: Sweep?
  private(set) var sweeps = 0
  private(set) var failedSweeps = 0
  /// The delay of the last sweep, by which clicks were stored longer.
  private(set) var lag = Interval.zero

  /// A sweep that is not durable yet.
  private struct Sweep {
    let due: Instant
    /// Whether more rows are due.
    let isPartial: Bool
    /// Whether its commit has begun.
    var isCommitting = false
  }

  /// Schedules the first sweep at `now`, or at the first call of `sweep`.
  init(from now: Instant?) {
    // At once: many rows may have become due while the service was stopped.
    nextSweep = now
  }

  /// Deletes due rows, if a sweep is due and the last one is durable; returns whether it did.
  mutating func sweep(_ engine: LinkEngine, at now: Instant) -> Bool {
    let due = nextSweep ?? now
    guard now >= due, pending == nil else { return false }
    lag = now - due
    nextSweep = now + Self.interval
    pending = Sweep(due: due, isPartial: engine.sweep(at: now, atMost: Self.slice).isPartial)
    return true
  }

  /// Resets the schedule after the clock was set right.
  mutating func startOver() { nextSweep = nil }

  /// Records that the commit of the sweep has begun.
  mutating func commitBegins() { pending?.isCommitting = true }

  mutating func commitEnded() {
    guard let ended = pending, ended.isCommitting else { return }
    pending = nil
    sweeps += 1
    if ended.isPartial { nextSweep = ended.due }
  }

  /// Records that the sweep was reverted, whether or not its own commit had begun.
  mutating func commitFailed() {
    if pending.take() != nil { failedSweeps += 1 }
  }
}

/// The static documents of the service, made once.
struct ServiceDocuments {
  let openAPI: WebResponse
  let landingScript = LandingScript.response()
  /// The links that the system opens in the app (Apple's App Site Association).
  let appSiteAssociation: WebResponse

  init(_ settings: ServiceSettings) {
    openAPI = WebResponse(
      200, "application/json", Array(OpenAPI.document(of: settings).json.utf8))
    let components: JSONValue = [
      ["/": .text("/\(InviteLink.path)/*")], ["/": .text("/\(InviteLink.path)")],
      ["/": .text("/\(InviteLink.shortPath)/*")],
    ]
    let association: JSONValue = [
      "applinks": ["details": [["appIDs": [.text(settings.appID)], "components": components]]]
    ]
    appSiteAssociation = WebResponse(200, "application/json", Array(association.json.utf8))
  }
}

/// The settings of a service beside its profile.
public struct ServiceSettings: Sendable {
  public var profile: Profile
  public var clock = ServiceClock.real
  /// The folder that keeps the time of day between two runs; `nil` keeps nothing.
  public var clockFolder: ClockFolder?
  /// Whether the store's file of events receives those that the service sees.
  public var exportsEvents = false
  public var limits = ServiceLimits()
  public var pages = PageSettings()
  /// The app id: team and bundle.
  public var appID = "TEAM.app.example"
  /// Whether a proxy stands in front, whose `X-Forwarded-For` gives the client's address.
  public var isBehindProxy = false
  /// The networks of the proxies, from the nearest on; empty for one that may have any address.
  public var trustedProxies: [AddressRange] = []
  /// Whether `Forwarded` (RFC 7239) is read in place of `X-Forwarded-For`.
  public var readsForwarded = false
  /// Whether only the backend may read the metrics.
  public var guardsMetrics = false
  /// The revision of the build, for the metrics; `nil` where who built it did not say.
  public var revision: String?

  public init(_ profile: Profile) {
    self.profile = profile
  }
}

/// What the pages of links say of an app beside its profile.
public struct PageSettings: Sendable {
  /// The address of the app's page in the store.
  public var storeAddress = "https://apps.apple.com/"
  /// What people do with the app, for the subtitle of a card (P-OGC-02); `nil` leaves it out.
  public var coreActivity: String?
  /// The address of a content's picture, with `contentMark` in place of its id; `nil` where contents
  /// have none.
  public var contentImage: String?
  public static let contentMark = "{content}"

  public init() {}

  /// The address of the picture of what an invite is about.
  func thumbnail(of content: OpaqueID?) -> String? {
    guard let content, let contentImage else { return nil }
    return contentImage.replacing(Self.contentMark, with: content.text)
  }
}
