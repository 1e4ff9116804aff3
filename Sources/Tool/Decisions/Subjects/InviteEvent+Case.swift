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
