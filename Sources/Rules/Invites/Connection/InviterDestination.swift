public import Vocabulary

/// Where a tap on a push or on a row of the dashboard leads.
public enum InviterDestination: Hashable, Sendable {
  case contactDetail(PrincipalID)
  case connectionScreen(PrincipalID)
  case friendProfile(PrincipalID)

  /// The deep link; only the one of contact details is the documents', the other two are ours.
  public func url(app: AppIdentity) -> String {
    switch self {
    case .contactDetail(let id): "\(app.scheme)://contacts/\(id.rawValue)"
    case .connectionScreen(let id): "\(app.scheme)://connections/\(id.rawValue)"
    case .friendProfile(let id): "\(app.scheme)://profiles/\(id.rawValue)"
    }
  }
}

extension InviterDestination {
  init(_ target: NotificationPolicy.Target, of invitee: PrincipalID) {
    self =
      switch target {
      case .contactDetail: .contactDetail(invitee)
      case .connectionScreen: .connectionScreen(invitee)
      case .friendProfile: .friendProfile(invitee)
      }
  }
}
