import Invites
import Vocabulary

extension InviteFlow: CaseFlow {
  enum EventKind: String, CaseIterable {
    case linkFailed, linkTimedOut, contactsFailed, leftApp, touched, timePassed
    case opened, permissionTapped, systemAnswered, contactsLoaded, toggled, dismissedWarning
    case searched, tapped, typed
    case linkReady, messageComposed, connectivity, sheetClosed, returned
  }

  static func event(_ kind: EventKind, reading reader: CaseReader) -> Event {
    switch kind {
    case .opened:
      .opened(
        from: reader.choice("from", FlowPolicy.EntryPoint.self),
        reader.choice("access", ContactsAccess.self, otherwise: .notDetermined),
        explainedBefore: reader.flag("explainedBefore", otherwise: false),
        isOnline: reader.flag("isOnline", otherwise: true))
    case .permissionTapped:
      .permissionTapped(reader.choice("control", PermissionFlow.Control.self))
    case .systemAnswered: .systemAnswered(reader.choice("access", ContactsAccess.self))
    case .contactsLoaded: .contactsLoaded(count: reader.count("count"))
    case .contactsFailed: .contactsFailed
    case .toggled: .toggled(ContactKey(rawValue: UInt64(reader.number("contact"))))
    case .dismissedWarning: .dismissedWarning
    case .searched: .searched(visible: reader.count("count"))
    case .tapped: .tapped(reader.choice("control", Control.self))
    case .typed: .typed(reader.text("text"))
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sheetClosed:
      .sheet(LinkSheet.Event(kind.rawValue, reading: reader))
    case .connectivity: .connectivityChanged(isOnline: reader.flag("isOnline"))
    case .leftApp: .leftApp
    case .returned: .returned(reader.choice("access", ContactsAccess.self))
    case .touched: .touched
    case .timePassed: .timePassed
    }
  }

  var stateName: String {
    switch stage {
    case .closed: "closed"
    case .picker: "picker"
    case .message: "message"
    case .preparing: "preparing"
    case .sharing: "sharing"
    case .success: "success"
    }
  }

  var pickerName: String? { stage == .picker ? pickerState.rawValue : nil }
}
