public import Vocabulary

extension InviteFlow {
  /// Applies `event` and returns the actions to perform, in order; `now` times the success screen.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch event {
    case .opened(let entry, let access, let explainedBefore, let isOnline):
      return open(
        from: entry, access, explainedBefore: explainedBefore, isOnline: isOnline, at: now,
        under: policy)
    case .permissionTapped(let control): return ask(.tapped(control), at: now, under: policy)
    case .systemAnswered(let access): return ask(.systemAnswered(access), at: now, under: policy)
    case .contactsLoaded(let count):
      guard contacts == .loading else { return .stay(.notPossibleHere) }
      contacts = .loaded(count: count, visible: count)
      return [count == 0 ? .log(.pickerEmpty) : .log(.pickerLoaded, .contacts(count))]
    case .contactsFailed:
      guard contacts == .loading else { return .stay(.notPossibleHere) }
      contacts = .failed
      return [.log(.pickerFailed), .reportContactsFailure]
    case .toggled(let contact): return toggle(contact, under: policy)
    case .dismissedWarning:
      guard stage == .picker, advice.state == .shown else { return .stay(.notPossibleHere) }
      return advise(.dismissed, under: policy)
    case .searched(let visible):
      guard case .loaded(let count, _) = contacts else { return .stay(.notPossibleHere) }
      contacts = .loaded(count: count, visible: visible)
      return []
    case .tapped(let control): return tap(control, at: now, under: policy)
    case .typed(let text):
      guard stage == .message, let message else { return .stay(.notPossibleHere) }
      if text != message { sheet.isCustomized = true }
      sheet.message = text
      return []
    case .sheet(let event): return receive(event, at: now, under: policy)
    case .connectivityChanged(let isOnline): return changeConnectivity(to: isOnline, under: policy)
    case .leftApp:
      guard !isClosed, !isAway else { return .stay(.notPossibleHere) }
      isAway = true
      if case .success = stage { stage = .success(until: nil) }
      return []
    case .returned(let access): return comeBack(access, at: now, under: policy)
    case .touched:
      guard case .success = stage else { return .stay(.notPossibleHere) }
      return showSuccess(at: now, under: policy)
    case .timePassed:
      guard case .success(until: let until?) = stage, now >= until else { return .stay(.notDue) }
      return leave(under: policy)
    }
  }

  private mutating func open(
    from entry: FlowPolicy.EntryPoint, _ access: ContactsAccess, explainedBefore: Bool,
    isOnline: Bool, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard isClosed else { return .stay(.notPossibleHere) }
    guard policy.flow.invitePicker,
      case .opens(.picker, _) = policy.flow.open(from: entry, in: policy.document)
    else { return .stay(.notAnEntryPoint) }
    // Resets the flow, with a session's link of its own; only history and advice outlive a visit.
    self = InviteFlow(advice: advice)
    sheet.entry = entry
    self.isOnline = isOnline
    stage = .picker
    var actions = [
      SharingAction.log(.flowOpened, .entry(entry)), .open(.picker), .log(.pickerOpened),
    ]
    switch policy.link.createAt {
    case .pickerLoad, .entryTap, .screenLoad: actions += requestLink(under: policy)
    case .messageScreen: break
    }
    return actions
      + ask(.opened(access, explainedBefore: explainedBefore), at: now, under: policy)
  }

  /// Passes `event` to the permission flow, and notes whether contacts are being read.
  private mutating func ask(
    _ event: PermissionFlow.Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard stage == .picker else { return .stay(.notPossibleHere) }
    let actions = permission.receive(event, at: now, under: policy)
    if permission.stage == .reading, contacts == .unread { contacts = .loading }
    return actions
  }

  private mutating func toggle(
    _ contact: ContactKey, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard stage == .picker, pickerState == .populated else { return .stay(.notPossibleHere) }
    if let place = selection.firstIndex(of: contact) {
      selection.remove(at: place)
    } else {
      if case .refused = policy.limits.decidePick(after: selection.count) {
        return .stay(.batchFull)
      }
      selection.append(contact)
    }
    // The message may name the selected contacts, so it is composed again.
    sheet.discardMessage()
    return advise(.picked(selection.count), under: policy)
  }

  private mutating func advise(
    _ event: BulkAdvice.Event, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch advice.receive(event, under: policy.limits) {
    case .show: [.warnOfManyRecipients]
    case .hide: [.hideWarning]
    case .stay: []
    }
  }

  private mutating func comeBack(
    _ access: ContactsAccess, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    isAway = false
    switch stage {
    case .success: return showSuccess(at: now, under: policy)
    case .picker:
      guard permission.stage == .inSettings else { return [] }
      return ask(.returned(access), at: now, under: policy)
    case .closed, .message, .preparing, .sharing: return []
    }
  }
}

extension SharingRules {
  static let picker: [Rule] = [
    Rule("D-FLW-01", "Entry, picker, permission, message, sheet, success: the flow graph."),
    Rule("D-FLW-02", "The whole flow works without the contacts permission."),
    Rule("D-PER-07", "No path is a dead end: all end in a working \"Share Link\"."),
    Rule("D-PCK-01", "Loading: a spinner over the list, header and search in place."),
    Rule("D-PCK-03", "Empty: no contacts, but the link can be shared."),
    Rule("D-PCK-04", "Populated: search, boxes, and the selected count on Next."),
    Rule("D-PCK-05", "Permission denied: Share Link, and the Allow link below it."),
    Rule("D-PCK-06", "Permission not determined: the explainer half-sheet."),
    Rule("D-PCK-07", "Error: the link can be shared, loading be retried; it is reported."),
    Rule("D-PCK-09", "The selected count is always in sight."),
    Rule("D-PCK-10", "A selection survives a search that hides the selected."),
    Rule("D-PCK-12", "Contacts stay in memory: the flow knows opaque keys alone."),
    Rule("D-PCK-13", "Offline the picker still works."),
    Rule("D-PRV-02", "Contacts are read, never uploaded."),
    Rule("D-PRV-04", "No name, number or address is stored or leaves the device."),
    Rule("D-TAP-05", "Selecting and composing may share one screen."),
    Rule("D-TAP-10", "The success state outlasts a visit to another app."),
    Rule("D-TAP-11", "Who returns never meets a blank screen."),
  ]
}
