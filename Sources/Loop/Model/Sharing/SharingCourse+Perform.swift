import Invites
import RandomStreams
import Vocabulary

extension SharingCourse {
  /// Performs an action of the flow, or records it as requested.
  mutating func perform(_ action: SharingAction, under model: SharingModel) {
    switch action {
    case .createLink: createLink(under: model)
    case .composeMessage:
      result.steps.insert(.linkReady)
      wants.insert(.message)
    case .presentSheet, .presentMessages: presentSheet(under: model)
    case .copyToClipboard: copied(under: model)
    case .showExplainer: result.steps.insert(.explained)
    case .askForContacts: result.steps.insert(.asked)
    case .show(.offline):
      result.steps.insert(.offline)
      endsAs = .offline
    case .queueCreation: queueCreation(under: model)
    case .warnOfManyRecipients:
      result.steps.insert(.warned)
      isWarned = true
    case .log(let event): note(event, under: model)
    case .stay(let reason) where reason == .notAnEntryPoint || reason == .alreadyInvited:
      result.closedBy = reason.rule(in: model.policy.document)
      isOver = true
    case .playHaptic, .show, .showToast, .showCounts, .open, .goBack, .openSystemSettings,
      .loadContacts, .reportContactsFailure, .hideWarning, .rememberInvited, .promptToShare, .wake,
      .stay:
      break
    }
  }

  private mutating func note(_ event: InviteEvent, under model: SharingModel) {
    trace?.log(event, at: now)
    switch (event.step, event.particulars) {
    case (.flowOpened, _): result.steps.insert(.opened)
    case (.linkCreated, _): result.steps.insert(.linkReady)
    case (.linkFailed, _):
      result.steps.insert(.linkFailed)
      endsAs = .linkFailed
    case (.contactsSelected, .contacts(let count)):
      result.steps.insert(.picked)
      result.selected = count
    case (.shareSheetCancelled, _):
      result.steps.insert(.sheetCancelled)
      endsAs = .cancelled
    case (.shared, .share(let share)): completed(share, under: model)
    default: break
    }
  }

  /// Returns whether the limits allow one more invite, and ends the attempt if not.
  mutating func mayInvite(
    _ kind: LimitPolicy.Counted, at moment: Instant, under model: SharingModel
  ) -> Bool {
    let decision = model.policy.limits.decide(
      .invite(kind), after: tally, at: moment, calendar: model.calendar,
      zone: model.zone)
    switch decision {
    case .allowed: return true
    case .refused(let refusal):
      result.refusal = refusal
      endsAs = .refused
      isOver = true
      return false
    }
  }

  private mutating func presentSheet(under model: SharingModel) {
    guard mayInvite(.sent, at: now, under: model) else { return }
    result.steps.insert(.sheetOpened)
    result.sheets += 1
    wants.insert(.sheet)
  }

  /// Returns the target of the share; a sheet also offers to copy.
  func target(under model: SharingModel) -> ShareTarget {
    draws.copy < model.behaviour.copy ? .copy : model.targets.target(at: draws.target)
  }

  /// Draws the result of the sheet; the first sheet uses the attempt's draws.
  mutating func closeSheet(under model: SharingModel) -> SheetResult {
    let isFirst = !result.steps.contains(.sheetCancelled)
    now = now + model.perSheet.time(at: isFirst ? draws.sheetTime : chance.openUniform())
    let isCompleted = (isFirst ? draws.complete : chance.uniform()) < model.behaviour.complete
    guard isCompleted else { return .cancelled }
    let target = target(under: model)
    result.target = target
    // On a contact's page the message is edited in the sheet, which tells the app what was sent.
    return .completed(
      draws.report < model.behaviour.untold ? nil : target,
      wasEdited: entry == .contactDetail && sharer.edits)
  }

  private mutating func completed(_ share: InviteEvent.Share, under model: SharingModel) {
    result.steps.insert(.completed)
    result.channel = share.channel
    held?.isSent = true
    model.policy.limits.record(.sent, in: &tally, at: now)
    let truth = model.policy.share.truth(selected: share.recipients ?? 0, using: &chance)
    let isPassedOn = result.target != .copy || happens(model.behaviour.pasted)
    guard truth.wasSent, isPassedOn else { return }
    result.wasSent = true
    result.selectedReached = truth.selectedReached
    result.recipients = share.recipients ?? recipients(under: model)
  }

  private mutating func copied(under model: SharingModel) {
    result.steps.insert(.copied)
    result.target = .copy
    result.channel = ReportedChannel.copy.named(in: model.policy.share)
    guard happens(model.behaviour.pasted) else { return }
    result.wasSent = true
    result.recipients = recipients(under: model)
  }

  /// Returns the number of recipients of a share without contacts picked in the app.
  private func recipients(under model: SharingModel) -> Int {
    if entry == .contactDetail || result.target == .airdrop { return 1 }
    return model.recipients(at: draws.recipients)
  }
}
