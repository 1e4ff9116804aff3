import Vocabulary

extension InviteFlow {
  mutating func accept(_ link: String) -> [SharingAction] {
    guard !isClosed, self.link == .requested || self.link == .queued else {
      return .stay(.requestAbandoned)
    }
    let wasQueued = self.link == .queued
    self.link = .ready(link)
    var actions: [SharingAction] = [.log(.linkCreated(from: entry))]
    if message == nil, stage == .message || stage == .preparing { actions.append(.composeMessage) }
    // A queued link is never shared by itself: the user is asked to go on.
    if wasQueued { actions.append(.promptToShare) }
    return actions
  }

  mutating func loseLink(_ progress: LinkProgress) -> [SharingAction] {
    switch link {
    case .requested:
      // Nobody waits for a link that was asked for ahead of time: Next or Share Link asks again.
      guard stage != .picker else {
        link = .absent
        return [.log(.linkFailed)]
      }
      link = progress
      if stage == .preparing { stage = .picker }
      return [
        .log(.linkFailed), .show(progress == .timedOut ? .linkTimedOut : .linkFailed),
      ]
    // The queue goes on trying.
    case .queued: return []
    case .absent, .ready, .failed, .timedOut: return .stay(.requestAbandoned)
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

  mutating func closeSheet(
    _ result: SheetResult, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard case .sharing(over: let screen) = stage else { return .stay(.notPossibleHere) }
    switch result {
    case .cancelled:
      // What was selected stays selected.
      switch policy.share.onCancel {
      case .returnToPicker: stage = .picker
      case .returnSilently, .logAndKeepRecord: stage = screen == .message ? .message : .picker
      }
      return [.log(.shareSheetCancelled), .open(stage == .message ? .message : .picker)]
    case .completed(let target, let wasEdited):
      let invited = sharesLinkOnly ? [] : selection
      let share = InviteEvent.Share(
        channel: policy.share.reportedChannel(for: target), entry: entry,
        isCustomized: isCustomized || wasEdited,
        recipients: sharesLinkOnly ? nil : invited.count)
      var actions: [SharingAction] = [.log(.shared(share))]
      _ = advice.receive(.batchEnded(sent: invited.count), under: policy.limits)
      if !invited.isEmpty, policy.history.memory != nil {
        actions.append(.rememberInvited(invited))
      }
      switch policy.share.confirmation {
      case .silent: return actions + leave(under: policy)
      case .toast: return actions + [.showToast(.inviteSent, until: nil)] + leave(under: policy)
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
