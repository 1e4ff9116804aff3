import Vocabulary

extension InviteFlow {
  /// Returns examples of the events that may come next, with every control whether shown or not;
  /// none while the flow is closed.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    guard !isClosed else { return [] }
    var events = Control.allCases.map(Event.tapped)
    events.append(.connectivityChanged(isOnline: !isOnline))
    events.append(isAway ? .returned(permission.access) : .leftApp)
    var isPresented = false
    if case .sharing = stage { isPresented = true }
    events += sheet.possibleEvents(isPresented: isPresented).map(Event.sheet)
    switch stage {
    case .closed, .preparing, .sharing: break
    case .picker: events += pickerEvents(under: policy)
    case .message: events.append(.typed("My own words"))
    case .success: events += [.touched, .timePassed]
    }
    return events
  }

  private func pickerEvents(under policy: SharingPolicy) -> [Event] {
    switch permission.stage {
    case .closed: []
    case .explaining: [.permissionTapped(.allow), .permissionTapped(.skip)]
    case .asking:
      [.authorized, .limited, .denied, .restricted].map(Event.systemAnswered)
    case .linkOnly:
      permission.allowLink(under: policy.permission) == nil ? [] : [.permissionTapped(.allowLink)]
    case .inSettings: [.returned(permission.access), .returned(.authorized)]
    case .reading:
      switch contacts {
      case .unread, .failed: []
      case .loading: [.contactsLoaded(count: 0), .contactsLoaded(count: 3), .contactsFailed]
      case .loaded:
        [.toggled(ContactKey(rawValue: 1)), .searched(visible: 0), .searched(visible: 3)]
          + (advice.state == .shown ? [.dismissedWarning] : [])
      }
    }
  }
}
