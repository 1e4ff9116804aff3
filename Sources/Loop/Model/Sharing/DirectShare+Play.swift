import Invites

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
