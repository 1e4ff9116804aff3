import Invites

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
