import Invites
import Vocabulary

/// A sharing flow that a simulated person can use.
protocol PlayedFlow: SheetFlow {
  /// The event for a restored connection; `nil` where the flow ignores it.
  var reconnection: Event? { get }

  /// Returns the person's next move.
  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event>

  /// Returns the event for the closed sheet.
  func closing(_ result: SheetResult) -> Event
}

/// The next move of a person in a flow.
enum Move<Event> {
  /// An action of the person, which takes the time of a step.
  case does(Event)
  /// An event without the person, which takes no time.
  case happens(Event)
  /// A wait for the link.
  case waits
  case leaves
}

extension PlayedFlow {
  var reconnection: Event? { nil }

  func closing(_ result: SheetResult) -> Event { .sheetClosed(result) }
}

extension ContactInvite: PlayedFlow {
  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch stage {
    case .idle:
      switch contact.inviteButton(under: model.policy.flow) {
      case .visible: break
      case .hidden(let reason):
        course.result.closedBy = InviteButton.hidden(reason).rule
        return .leaves
      }
      guard course.comesBack(under: model) else { return .leaves }
      return .does(
        .tapped(cachedLink: course.cachedLink(under: model), isOnline: course.isOnline))
    case .loading: return .waits
    case .sharing, .invited: return .leaves
    }
  }
}

extension DirectShare: PlayedFlow {
  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch stage {
    case .closed:
      guard course.comesBack(under: model) else { return .leaves }
      let entry = course.entry
      return .does(
        .opened(from: entry, cachedLink: course.cachedLink(under: model), isOnline: course.isOnline)
      )
    case .preparing, .waiting: return .waits
    case .sharing: return .leaves
    case .drained: return .does(.tappedShare)
    }
  }
}

extension InviteFlow: PlayedFlow {
  var reconnection: Event? { .connectivityChanged(isOnline: true) }

  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch stage {
    case .closed: return .leaves
    case .picker:
      return link == .queued ? .waits : moveInPicker(of: &course, under: model)
    case .message: return moveInMessage(of: &course, under: model)
    case .preparing: return .waits
    case .sharing: return .leaves
    case .success(let until):
      if let until, until <= course.now + course.step {
        course.now = max(course.now, until)
        return .happens(.timePassed)
      }
      guard course.wantsMore(under: model) else { return .does(.tapped(.done)) }
      course.result.steps.insert(.askedForMore)
      return .leaves
    }
  }

  private func moveInPicker(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch permission.stage {
    case .closed: return .leaves
    case .explaining: return .does(.permissionTapped(course.answerToExplainer(under: model)))
    case .asking: return .does(settled(course.answerToSystem(under: model), in: &course))
    case .inSettings:
      let isGranted = course.happens(model.behaviour.grantWithoutExplainer)
      course.result.access = isGranted ? .authorized : permission.access
      return .does(.returned(course.result.access))
    case .linkOnly:
      if !course.soughtAccess, permission.allowLink(under: model.policy.permission) != nil {
        course.soughtAccess = true
        if course.happens(model.behaviour.allowLater) {
          return .does(.permissionTapped(.allowLink))
        }
      }
      return goOn(.shareLink, of: &course, under: model)
    case .reading: break
    }
    switch contacts {
    case .unread, .loading:
      if course.happens(model.behaviour.contactsFailure) { return .happens(.contactsFailed) }
      let count = course.visibleContacts(under: permission.access, under: model)
      return .happens(.contactsLoaded(count: count))
    case .failed:
      return course.triesAgain(model.behaviour.retry)
        ? .does(.tapped(.retry)) : goOn(.shareLink, of: &course, under: model)
    case .loaded(count: 0, visible: _): return goOn(.shareLink, of: &course, under: model)
    case .loaded(let count, visible: _): return pick(among: count, of: &course, under: model)
    }
  }

  private func settled(
    _ access: ContactsAccess, in course: inout SharingCourse<some RandomNumberGenerator>
  ) -> Event {
    course.result.access = access
    return .systemAnswered(access)
  }

  /// Picks one contact after the other, then continues.
  private func pick(
    among count: Int, of course: inout SharingCourse<some RandomNumberGenerator>,
    under model: SharingModel
  ) -> Move<Event> {
    guard course.staysForSheet(under: model) else { return .leaves }
    let wanted =
      course.wanted
      ?? min(model.recipients(at: course.draws.recipients), count, SharingModel.mostPicked)
    course.wanted = wanted
    let next: Control = model.policy.flow.mergeSelectAndCompose == true ? .sendVia : .next
    while course.considered < wanted, course.sharer.resting[course.considered] {
      course.considered += 1
      course.result.passedOver += 1
    }
    let limits = model.policy.limits
    guard course.considered < wanted else {
      if case .refused(let refusal) = limits.decideNext(with: selection.count) {
        course.result.refusal = refusal
        course.endsAs = .refused
        return .leaves
      }
      return goOn(next, of: &course, under: model)
    }
    if case .refused(let refusal) = limits.decidePick(after: selection.count) {
      course.result.refusal = refusal
      return goOn(next, of: &course, under: model)
    }
    if course.isWarned {
      course.isWarned = false
      if course.happens(model.behaviour.heedsWarning) {
        course.wanted = course.considered
        return goOn(next, of: &course, under: model)
      }
    }
    course.considered += 1
    return .does(.toggled(ContactKey(rawValue: UInt64(course.considered))))
  }

  /// Taps `control`, which opens the sheet, unless a failure is not retried.
  private func goOn(
    _ control: Control, of course: inout SharingCourse<some RandomNumberGenerator>,
    under model: SharingModel
  ) -> Move<Event> {
    guard course.staysForSheet(under: model) else { return .leaves }
    switch course.endsAs {
    case .linkFailed where link == .failed || link == .timedOut:
      guard course.triesAgain(model.behaviour.retry) else { return .leaves }
    case .cancelled:
      guard course.triesAgain(model.behaviour.again) else { return .leaves }
    case .offline: return .leaves
    case .completed, .copied, .gaveUp, .linkFailed, .queued, .refused, .notOffered: break
    }
    return .does(.tapped(control))
  }

  private func moveInMessage(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch link {
    case .requested, .queued: return .waits
    case .failed, .timedOut:
      return course.triesAgain(model.behaviour.retry) ? .does(.tapped(.retry)) : .leaves
    case .absent: return course.endsAs == .offline ? .leaves : .does(.tapped(.sendVia))
    case .ready:
      if course.endsAs == .cancelled, !course.triesAgain(model.behaviour.again) { return .leaves }
      if course.sharer.edits, !sheet.isCustomized, message != nil {
        return .happens(.typed(SharingModel.editedMessage))
      }
      return .does(.tapped(.sendVia))
    }
  }
}

extension ShareScreen: PlayedFlow {
  func closing(_ result: SheetResult) -> Event {
    guard stage == .sharing(.messages) else { return .sheetClosed(result) }
    return .composeClosed(sent: result != .cancelled)
  }

  func move(
    of course: inout SharingCourse<some RandomNumberGenerator>, under model: SharingModel
  ) -> Move<Event> {
    switch stage {
    case .closed, .copied, .sharing: return .leaves
    case .editing(let draft):
      let edited = SharingModel.editedMessage
      return .happens(draft == edited ? .tapped(.save) : .typed(edited))
    case .browsing: break
    }
    guard !course.result.steps.contains(.completed) else { return .leaves }
    switch link {
    case .absent, .queued: return .leaves
    case .requested: return course.staysForSheet(under: model) ? .waits : .leaves
    case .failed, .timedOut:
      return course.triesAgain(model.behaviour.retry) ? .does(.tapped(.retry)) : .leaves
    case .ready: break
    }
    guard course.staysForSheet(under: model) else { return .leaves }
    if course.result.steps.contains(.sheetCancelled) {
      guard course.triesAgain(model.behaviour.again) else { return .leaves }
    } else if course.draws.copy < model.behaviour.copy {
      return .does(.tapped(.copy))
    }
    if course.sharer.edits, !sheet.isCustomized, message != nil { return .happens(.tapped(.edit)) }
    let isMessages = course.target(under: model) == .messages
    return .does(.tapped(isMessages ? .shareViaMessages : .shareVia))
  }
}
