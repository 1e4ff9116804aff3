import Invites
import Vocabulary

extension InviteEvent {
  /// Reads the event that "event" names, with the fields that it has.
  init(reading reader: CaseReader) {
    self =
      switch reader.choice("event", InviteStep.self) {
      case .appOpened: .appOpened
      case .appUninstalled: .appUninstalled
      case .flowOpened: .flowOpened(from: reader.choice("entry", FlowPolicy.EntryPoint.self))
      case .contactsPromptShown: .contactsPromptShown
      case .permissionGranted: .permissionGranted
      case .permissionDenied: .permissionDenied
      case .pickerOpened: .pickerOpened
      case .pickerEmpty: .pickerEmpty
      case .pickerLoaded: .pickerLoaded(contacts: reader.count("count"))
      case .pickerWithoutPermission: .pickerWithoutPermission
      case .pickerFailed: .pickerFailed
      case .contactsSelected: .contactsSelected(count: reader.count("count"))
      case .screenTapped: .screenTapped
      case .linkCreating: .linkCreating
      case .linkCreated: .linkCreated(from: reader.choice("entry", FlowPolicy.EntryPoint.self))
      case .linkFailed: .linkFailed
      case .linkQueued: .linkQueued
      case .shareSheetOpened:
        .shareSheetOpened(channel: reader.optionalChoice("channel", ReportedChannel.self))
      case .shareSheetCancelled: .shareSheetCancelled
      case .shared: .shared(Share(reading: reader))
      case .linkCopied: .linkCopied(from: reader.choice("entry", FlowPolicy.EntryPoint.self))
      case .linkOpened:
        .linkOpened(
          InviteReference(reading: reader), appInstalled: reader.flag("appInstalled"),
          by: reader.choice("by", Opener.self))
      case .deferredResolved:
        .deferredResolved(
          InviteReference(reading: reader), daysSinceClick: reader.count("daysSinceClick"))
      case .attributionFailed: .attributionFailed
      case .appInstalled: .appInstalled(InviteReference(reading: reader))
      case .onboardingStarted: .onboardingStarted
      case .signedUp: .signedUp
      case .connected:
        .connected(inviter: reader.principal("inviter"), invitee: reader.principal("invitee"))
      case .onboardingCompleted:
        .onboardingCompleted(
          InviteReference(reading: reader), invitee: reader.principal("invitee"))
      case .firstValueSeen: .firstValueSeen
      case .promptShown: .promptShown(trigger(reader), number: reader.count("number"))
      case .promptDismissed: .promptDismissed(trigger(reader), number: reader.count("number"))
      case .promptTapped: .promptTapped(trigger(reader), number: reader.count("number"))
      case .promptSuppressed: .promptSuppressed(trigger(reader))
      case .dashboardViewed:
        .dashboardViewed(
          sent: reader.count("sent"), installed: reader.count("installed"),
          completed: reader.count("completed"))
      case .dashboardContactTapped:
        .dashboardContactTapped(invitee: reader.principal("invitee"))
      case .termsViewed: .termsViewed
      case .notificationSent:
        .notificationSent(
          inviter: reader.principal("inviter"), invitee: reader.principal("invitee"))
      case .notificationTapped:
        .notificationTapped(
          inviter: reader.principal("inviter"), invitee: reader.principal("invitee"))
      case .signUpStarted: .signUpStarted
      case .phoneSubmitted: .phoneSubmitted
      case .phoneVerified: .phoneVerified
      case .syncStarted: .syncStarted
      case .syncProgressed: .syncProgressed
      case .syncCompleted: .syncCompleted
      case .basicsCompleted: .basicsCompleted
      case .defaultsSet: .defaultsSet
      case .firstValueGenerated: .firstValueGenerated
      case .firstSessionPrimaryAction: .firstSessionPrimaryAction
      }
  }
}

private func trigger(_ reader: CaseReader) -> PromptTrigger {
  reader.choice("trigger", PromptTrigger.self)
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
