import Invites
import Vocabulary

extension InviteEvent {
  /// Reads the event that "event" names, with its fields.
  init(reading reader: CaseReader) {
    let step = reader.choice("event", InviteStep.self)
    self.init(step, Particulars(of: step, reading: reader))
  }
}

extension InviteEvent.Particulars {
  fileprivate init(of step: InviteStep, reading reader: CaseReader) {
    func trigger() -> PromptTrigger { reader.choice("trigger", PromptTrigger.self) }
    func reference() -> InviteEvent.InviteReference { .init(reading: reader) }
    self =
      switch step {
      case .flowOpened, .linkCreated, .linkCopied:
        .entry(reader.choice("entry", FlowPolicy.EntryPoint.self))
      case .pickerLoaded, .contactsSelected: .contacts(reader.count("count"))
      case .shareSheetOpened: .channel(reader.optionalChoice("channel", ReportedChannel.self))
      case .shared: .share(InviteEvent.Share(reading: reader))
      case .linkOpened:
        .opening(
          reference(), appInstalled: reader.flag("appInstalled"),
          by: reader.choice("by", InviteEvent.Opener.self))
      case .deferredResolved:
        .resolution(reference(), daysSinceClick: reader.count("daysSinceClick"))
      case .appInstalled: .reference(reference())
      case .onboardingCompleted: .completion(reference(), invitee: reader.principal("invitee"))
      case .connected, .notificationSent, .notificationTapped:
        .pair(inviter: reader.principal("inviter"), invitee: reader.principal("invitee"))
      case .promptShown, .promptDismissed, .promptTapped:
        .prompt(trigger(), number: reader.count("number"))
      case .promptSuppressed: .prompt(trigger(), number: nil)
      case .dashboardViewed:
        .figures(
          Dashboard.Figures(
            sent: reader.count("sent"), installed: reader.count("installed"),
            completed: reader.count("completed")))
      case .dashboardContactTapped: .invitee(reader.principal("invitee"))
      default: .none
      }
  }
}

extension InviteEvent.Share {
  fileprivate init(reading reader: CaseReader) {
    self.init(
      channel: reader.optionalChoice("channel", ReportedChannel.self),
      entry: reader.choice("entry", FlowPolicy.EntryPoint.self),
      isCustomized: reader.flag("isCustomized", otherwise: false),
      recipients: reader.optionalCount("recipients"))
  }
}

extension InviteEvent.InviteReference {
  fileprivate init(reading reader: CaseReader) {
    let text = reader.optionalText("code")
    let code = text.flatMap { try? InviteCode(parsing: $0) }
    if text != nil, code == nil { reader.note("code", "must be eight letters or digits") }
    self.init(code: code, referrer: reader.principal("referrer"))
  }
}

extension InviteFacts {
  /// The fields that `init(reading:)` reads.
  static let fields = [
    "created", "sent", "clicked", "opened", "installed", "signedUp", "connected", "completed",
    "expired",
  ]

  /// Reads the moment of each step; an absent one did not happen.
  init(reading reader: CaseReader) {
    self.init()
    created = reader.optionalInstant("created")
    sent = reader.optionalInstant("sent")
    clicked = reader.optionalInstant("clicked")
    opened = reader.optionalInstant("opened")
    installed = reader.optionalInstant("installed")
    signedUp = reader.optionalInstant("signedUp")
    connected = reader.optionalInstant("connected")
    completed = reader.optionalInstant("completed")
    expired = reader.optionalInstant("expired")
  }

  /// Reads the same, and the invitee with name and avatar.
  init(readingPerson reader: CaseReader) {
    self.init(reading: reader)
    invitee = reader.optionalPrincipal("invitee")
    name = reader.optionalText("name")
    avatar = reader.optionalText("avatar")
  }
}

extension InviteFlow: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, contactsFailed, leftApp, touched, timePassed
    case opened, permissionTapped, systemAnswered, contactsLoaded, toggled, dismissedWarning
    case searched, tapped, typed
    case linkReady, messageComposed, connectivity, sheetClosed, returned
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.choice("from", FlowPolicy.EntryPoint.self),
        reader.choice("access", ContactsAccess.self, otherwise: .notDetermined),
        explainedBefore: reader.flag("explainedBefore", otherwise: false),
        isOnline: reader.flag("isOnline", otherwise: true))
    case .permissionTapped:
      .permissionTapped(reader.choice("control", PermissionFlow.Control.self))
    case .systemAnswered: .systemAnswered(reader.choice("access", ContactsAccess.self))
    case .contactsLoaded: .contactsLoaded(count: reader.count("count"))
    case .contactsFailed: .contactsFailed
    case .toggled: .toggled(ContactKey(rawValue: UInt64(reader.number("contact"))))
    case .dismissedWarning: .dismissedWarning
    case .searched: .searched(visible: reader.count("count"))
    case .tapped: .tapped(reader.choice("control", Control.self))
    case .typed: .typed(reader.text("text"))
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .connectivity: .connectivityChanged(isOnline: reader.flag("isOnline"))
    case .leftApp: .leftApp
    case .returned: .returned(reader.choice("access", ContactsAccess.self))
    case .touched: .touched
    case .timePassed: .timePassed
    }
  }

  var stateName: String {
    switch stage {
    case .closed: "closed"
    case .picker: "picker"
    case .message: "message"
    case .preparing: "preparing"
    case .sharing: "sharing"
    case .success: "success"
    }
  }

  var pickerName: String? { stage == .picker ? pickerState.rawValue : nil }
}
