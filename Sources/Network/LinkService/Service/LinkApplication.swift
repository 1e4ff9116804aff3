internal import Diagnostics
internal import Invites
public import LinkStore
internal import LinuxIO
internal import Profiles
internal import Vocabulary
public import WebServer

/// The link service: what is asked over HTTP, decided at the desk.
public final class LinkApplication: WebApplication {
  let settings: ServiceSettings
  let keys: ServiceKeys
  let desk: LinkDesk
  let metrics: WebMetrics
  let pages: LandingPages
  /// What every fetch of a preview gets; `nil` where that depends on the link, or the fetch is kept.
  let preview: WebResponse?
  let observer: DeviceObserver
  let documents: ServiceDocuments
  var admissions: Admissions
  var upkeep: Upkeep
  private var router = Router()
  private var operations: [(operation: Operation, meter: RouteMeter)] = []
  private let elsewhere: RouteMeter
  /// The operation that answers taps, whatever became of the link.
  private let tapIndex: Int
  /// The latest moment that a request told, where requests tell the time.
  var latestTold: Instant?
  /// The time of day; `nil` in a rehearsal.
  var timekeeper: Timekeeper?
  /// What was reported last of the clock.
  var reportedClock = TrustedClock.Standing.Word.trusted
  /// Whether something was changed since the last commit began: nobody may hear of it before the next.
  var isTouched = false
  /// Whether a commit is under way: nobody may hear before its end of what it makes durable.
  private var isCommitting = false
  /// Whether the last commit failed: until one succeeds nobody is told that all is well.
  private(set) var hasFailed = false

  /// Reports, once each, that something is wrong and that it is well again.
  let report: (String) -> Void

  /// The store must keep clicks on the terms of the profile.
  ///
  /// `report` gets lines about trouble, and never about a person or a link.
  public init(
    _ settings: ServiceSettings, over store: any LinkStore, keys: ServiceKeys, metrics: WebMetrics,
    report: @escaping (String) -> Void = { _ in }
  ) {
    self.settings = settings
    self.report = report
    self.keys = keys
    self.metrics = metrics
    desk = LinkDesk(following: settings.profile, over: store, signer: keys.links)
    observer = DeviceObserver(keys.devices)
    pages = LandingPages(
      of: settings.profile, storeAddress: settings.storeAddress,
      cardImage: "https://\(settings.profile.app.host)/card.png")
    preview = pages.preview(under: settings.profile)
    documents = ServiceDocuments(settings)
    admissions = Admissions(settings.limits)
    // The first moment of a clock that may be wrong is no day for anything.
    upkeep = Upkeep(from: settings.clock.machine == nil ? settings.clock.untold : nil)
    timekeeper = settings.clock.machine.map {
      Timekeeper($0, in: settings.clockFolder, newest: store.newestClick, report: report)
    }
    elsewhere = metrics.meter("elsewhere")
    let all = Operation.all(guardingMetrics: settings.guardsMetrics)
    guard let tap = all.firstIndex(where: \.isPage) else {
      preconditionFailure("no operation answers taps")
    }
    tapIndex = tap
    for operation in all {
      for path in operation.paths { router.add(operation.method, path, operations.count) }
      operations.append((operation, metrics.meter(operation.name)))
    }
    // A word that was left while no service ran comes before the first moment that is told.
    tendClock()
    _ = currentMoment()
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

  /// Answers where no operation is.
  private func answerElsewhere(_ response: WebResponse) -> WebAnswer {
    WebAnswer(response, .now, countedBy: elsewhere)
  }

  private func answer(
    _ request: borrowing WebRequest, at index: Int, _ parameters: PathParameters
  ) -> WebAnswer {
    let (operation, meter) = operations[index]
    let reply = answer(request, operation, parameters)
    var release = reply.release
    if release != .now {
      isTouched = true
    } else if (isTouched || isCommitting) && !reply.isFixed {
      release = .afterCommit
    }
    // Whoever taps a link gets the page, whatever can be kept of it.
    return WebAnswer(
      reply.response, release, promisingNothing: operation.isPage, countedBy: meter)
  }

  /// Whether somebody followed what may once have been a link: they get a page, never an error.
  private func isLink(_ request: borrowing WebRequest) -> Bool {
    guard request.method == .get || request.method == .head else { return false }
    let path = request.target.path
    return [InviteLink.path, InviteLink.shortPath].contains { path.starts(with: "/\($0)/".utf8) }
  }

  public func beginCommit(_ ready: @escaping @Sendable () -> Void) {
    isTouched = false
    isCommitting = true
    upkeep.commitBegins()
    timekeeper?.commitBegins()
    desk.beginCommit(ready)
  }

  public func endCommit() throws {
    isCommitting = false
    do throws(StoreError) {
      try desk.endCommit()
    } catch {
      isTouched = false
      if !hasFailed { report("nothing new is kept: \(error)") }
      hasFailed = true
      upkeep.commitFailed()
      timekeeper?.commitFailed()
      throw error
    }
    if hasFailed { report("what is new is kept again") }
    hasFailed = false
    upkeep.commitEnded()
    timekeeper?.commitEnded()
  }

  /// Why the store keeps nothing new, for as long as it knows that.
  var refusal: StoreError? { (desk.store as? SQLiteLinkStore)?.refusal }

  public func tick() -> Bool {
    // What a late request may still ask for stays.
    let told = latestTold.map { $0 - settings.clock.lateness }
    // An operator's word first: it may change what time it is.
    tendClock()
    let now = currentMoment() ?? told
    if let now, clockAllowsDeletion, upkeep.sweep(desk, at: now) { isTouched = true }
    // After a failure an empty commit finds out whether all is well again.
    return isTouched || hasFailed && refusal == nil
  }
}
