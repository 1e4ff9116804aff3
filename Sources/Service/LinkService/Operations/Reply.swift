internal import Attribution
internal import GrowthloopTransport
internal import Invites
internal import Profiles

/// The response to a call, and the commit it waits for.
struct Reply {
  let response: WebResponse
  let release: WebAnswer.Release
  /// Whether it is independent of stored data, so that it waits for no commit.
  var isFixed = false

  /// A response without new data.
  static func now(_ response: WebResponse) -> Reply { Reply(response: response, release: .now) }

  /// A response independent of stored data.
  static func fixed(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .now, isFixed: true)
  }

  /// A response that waits until its changes are durable.
  static func afterCommit(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .afterCommit)
  }
}

/// A call of the service with the function that answers it.
struct Operation: Sendable {
  let call: ServiceCall
  let handle: @Sendable (LinkApplication) -> (Call) -> Reply

  init(
    _ call: ServiceCall, _ handle: @escaping @Sendable (LinkApplication) -> (Call) -> Reply
  ) {
    self.call = call
    self.handle = handle
  }

  var method: WebMethod {
    switch call.method {
    case .get: .get
    case .post: .post
    case .put: .put
    case .delete: .delete
    }
  }
}

extension Operation {
  /// The operations that a service of these settings offers, under the names of `api.surface`.
  static func all(of settings: ServiceSettings) -> [Operation] {
    var all = all(guardingMetrics: settings.guardsMetrics).map { operation in
      guard operation.call.name == MatchContacts.call.name, !settings.profile.flow.serverMatching
      else { return operation }
      return Operation(MatchContacts.refused, LinkApplication.refuseUpload)
    }
    if settings.profile.landing.nonIOS == .emailCapture { all += ofEmailPage }
    switch settings.profile.plans.apiSurface {
    case .restWithRPCAliases: return all
    case .rest:
      return all.compactMap { operation in
        operation.call.underRESTNames.map { Operation($0, operation.handle) }
      }
    }
  }

  /// The page that takes email addresses.
  static let ofEmailPage = [
    Operation(CaptureEmail.page) { application in { _ in .fixed(application.pages.email.alone) } },
    Operation(CaptureEmail.call, LinkApplication.captureEmail),
  ]

  /// Every operation of each profile under all its names; only the backend reads metrics that are guarded.
  ///
  /// Fixed paths stand before those with a code in their place.
  static func all(guardingMetrics: Bool) -> [Operation] {
    [
      Operation(TapLink.tap, LinkApplication.tap),
      Operation(TapLink.tapSigned, LinkApplication.tap),
      Operation(TapLink.observe, LinkApplication.observeTap),
      Operation(TapLink.observeSigned, LinkApplication.observeTap),
      Operation(InformationCalls.landingScript) { application in
        { _ in .fixed(application.documents.landingScript) }
      },
      Operation(InformationCalls.appSiteAssociation) { application in
        { _ in .fixed(application.documents.appSiteAssociation) }
      },
      Operation(InformationCalls.health, LinkApplication.health),
      Operation(InformationCalls.readiness, LinkApplication.health),
      Operation(InformationCalls.openAPI) { application in
        { _ in .fixed(application.documents.openAPI) }
      },
      Operation(
        InformationCalls.metrics(readBy: guardingMetrics ? .backend : .anybody),
        LinkApplication.writeMetrics),
      Operation(CreateInvite.call, LinkApplication.create),
      Operation(ResolveDeferred.call, LinkApplication.resolveDeferred),
      Operation(ListInvites.ownCall, LinkApplication.listInvites),
      Operation(ReadInvite.call, LinkApplication.lookUp),
      Operation(OpenInvite.call, LinkApplication.open),
      Operation(AcceptInvite.call, LinkApplication.accept),
      Operation(ShareInvite.call, LinkApplication.share),
      Operation(ListInvites.call, LinkApplication.listInvites),
      Operation(ExportUser.call, LinkApplication.export),
      Operation(EraseUser.call, LinkApplication.erase),
      Operation(IntroduceUser.call, LinkApplication.introduce),
      Operation(ReachMilestone.call, LinkApplication.reach),
      Operation(MatchContacts.call, LinkApplication.matchContacts),
      Operation(ReadOutbox.call, LinkApplication.readOutbox),
      Operation(DeliverPush.call, LinkApplication.deliver),
      Operation(AnnounceLaunch.call, LinkApplication.announceLaunch),
      Operation(AnnounceLaunch.revocation, LinkApplication.revokeLaunch),
      Operation(ReadEmails.call, LinkApplication.readEmails),
      Operation(DeliverEmail.call, LinkApplication.deliverEmail),
      Operation(OneEmail.export, LinkApplication.exportEmail),
      Operation(OneEmail.erasure, LinkApplication.eraseEmail),
    ]
  }
}
