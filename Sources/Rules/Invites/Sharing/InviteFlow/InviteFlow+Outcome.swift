import Vocabulary

extension InviteFlow {
  mutating func receive(
    _ event: LinkSheet.Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    let isComposing = (stage == .message || stage == .preparing) && message == nil
    switch event {
    case .linkReady:
      let prompt = link == .queued ? policy.offline.drainedActions : []
      return sheet.receive(event, composing: isComposing, under: policy) + prompt
    case .linkFailed, .linkTimedOut:
      let wasRequested = link == .requested
      let actions = sheet.receive(event, under: policy)
      guard wasRequested else { return actions }
      // A link requested ahead of time fails silently: Next or Share Link requests it again.
      guard stage != .picker else {
        sheet.link = .absent
        return [.log(.linkFailed)]
      }
      if stage == .preparing { stage = .picker }
      return actions
    case .messageComposed:
      // In the picker the answer may belong to a selection that has changed since.
      guard isComposing, case .ready = link else { return .stay(.notPossibleHere) }
      _ = sheet.receive(event, under: policy)
      return stage == .preparing ? present(under: policy) : []
    case .sheetClosed(let result): return closeSheet(result, at: now, under: policy)
    }
  }

  mutating func changeConnectivity(
    to isOnline: Bool, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard !isClosed, isOnline != self.isOnline else { return .stay(.notPossibleHere) }
    self.isOnline = isOnline
    guard isOnline, stage == .message, link == .absent else { return [] }
    return requestLink(under: policy)
  }

  private mutating func closeSheet(
    _ result: SheetResult, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard case .sharing(over: let screen) = stage else { return .stay(.notPossibleHere) }
    switch result {
    case .cancelled:
      // The selection stays.
      switch policy.share.onCancel {
      case .returnToPicker: stage = .picker
      case .returnSilently, .logAndKeepRecord: stage = screen == .message ? .message : .picker
      }
      return [.log(.shareSheetCancelled), .open(stage == .message ? .message : .picker)]
    case .completed(let target, let wasEdited):
      let invited = sharesLinkOnly ? [] : selection
      var actions = [
        sheet.shared(
          to: target, wasEdited: wasEdited, recipients: sharesLinkOnly ? nil : invited.count,
          under: policy.share)
      ]
      _ = advice.receive(.batchEnded(sent: invited.count), under: policy.limits)
      if !invited.isEmpty, policy.history.memory != nil {
        actions.append(.rememberInvited(invited))
      }
      switch policy.share.confirmation {
      case .silent, .toast: return actions + policy.share.confirm() + leave(under: policy)
      case .successScreen: return actions + showSuccess(at: now, under: policy)
      }
    }
  }

  /// Shows the success screen; its time runs only while the app is in front.
  mutating func showSuccess(at now: Instant, under policy: SharingPolicy) -> [SharingAction] {
    guard !isAway, let time = policy.share.successAutoDismiss else {
      stage = .success(until: nil)
      return [.open(.success)]
    }
    stage = .success(until: now + time)
    return [.open(.success), .wake(at: now + time)]
  }
}

extension SharingRules {
  static let outcome: [Rule] = [
    Rule("D-SHR-01", "A completed share leads to success, a cancelled one back to the picker."),
    Rule("D-SHR-02", "After a cancel the selection stays."),
    Rule(
      "D-SHR-03", "Sheet opened, cancelled and sent are three events, sent with count and channel."),
    Rule("D-SHR-05", "Nothing is sent without an act of the user."),
    Rule("D-SUC-04", "The success screen goes after 5 s without interaction."),
  ]
}
