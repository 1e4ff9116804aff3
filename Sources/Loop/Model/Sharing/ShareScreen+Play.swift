import Invites

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
