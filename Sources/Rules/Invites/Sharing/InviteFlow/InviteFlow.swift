public import Vocabulary

/// The flow with a picker: contacts or the link alone, message, share sheet, success screen.
///
/// It is a value: the host keeps it while another app is in front, and it continues from its state.
public struct InviteFlow: SheetFlow {
  public enum Stage: Hashable, Sendable {
    case closed
    /// Followed by message, preparing, or closed.
    case picker
    /// The message and the link; followed by sharing, picker or closed.
    case message
    /// The sheet opens as soon as link and message are there; followed by sharing or picker.
    case preparing
    /// The sheet is up, over the picker or the message; followed by success, picker or message.
    case sharing(over: Screen)
    /// Followed by picker or closed; `until` is `nil` while another app is in front.
    case success(until: Instant?)
  }

  /// The state of the address book in the picker.
  public enum Contacts: Hashable, Sendable {
    case unread
    case loading
    /// The number of contacts, and the number that a search leaves visible.
    case loaded(count: Int, visible: Int)
    case failed
  }

  /// The states of the picker that the document lists.
  public enum PickerState: String, CaseIterable, Sendable {
    case loading
    case empty
    case populated
    case permissionDenied
    case permissionNotDetermined
    case error
  }

  public internal(set) var stage = Stage.closed
  public internal(set) var permission = PermissionFlow()
  public internal(set) var contacts = Contacts.unread
  /// The selected contacts in the order of selection, at most one batch.
  public internal(set) var selection: [ContactKey] = []
  /// The link, and the message as composed for the selection.
  public internal(set) var sheet = LinkSheet(entry: .profile)
  public internal(set) var isOnline = true
  /// Whether the share under way is of the link alone, without recipients.
  public internal(set) var sharesLinkOnly = false
  /// Whether another app is in front.
  public internal(set) var isAway = false
  /// The advice on picking many contacts; it outlives a visit, as its policy may require.
  public internal(set) var advice: BulkAdvice

  /// Creates a flow that is not open yet; `advice` is its state from the session so far.
  public init(advice: BulkAdvice = BulkAdvice()) {
    self.advice = advice
  }

  public var isClosed: Bool { stage == .closed }

  public var pickerState: PickerState {
    switch permission.stage {
    case .closed, .explaining, .asking: .permissionNotDetermined
    case .linkOnly, .inSettings: .permissionDenied
    case .reading:
      switch contacts {
      case .unread, .loading: .loading
      case .loaded(count: 0, visible: _): .empty
      case .loaded: .populated
      case .failed: .error
      }
    }
  }

  /// The screen to show; `nil` once the flow is left.
  public var screen: Screen? {
    switch stage {
    case .closed: nil
    case .picker, .preparing: .picker
    case .message: .message
    case .sharing(over: let screen): screen
    case .success: .success
    }
  }
}

extension InviteFlow {
  public enum Event: SheetFlowEvent {
    /// An entry point was tapped; `explainedBefore` means an explainer on an earlier visit.
    case opened(
      from: FlowPolicy.EntryPoint, ContactsAccess, explainedBefore: Bool = false, isOnline: Bool)
    case permissionTapped(PermissionFlow.Control)
    case systemAnswered(ContactsAccess)
    case contactsLoaded(count: Int)
    case contactsFailed
    /// The box of a contact was ticked or cleared.
    case toggled(ContactKey)
    /// The number of contacts that the search leaves visible.
    case searched(visible: Int)
    case tapped(Control)
    case typed(String)
    case sheet(LinkSheet.Event)
    case connectivityChanged(isOnline: Bool)
    /// Another app came to the front.
    case leftApp
    case returned(ContactsAccess)
    /// The user touched the success screen, on none of its buttons.
    case touched
    case timePassed
  }

  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    case back
    case next
    case sendVia
    case shareLink
    case retry
    case inviteMore
    case done
  }
}

extension InviteFlow.Event {
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .permissionTapped, .systemAnswered: Tap(.permission)
    case .toggled, .tapped, .touched: Tap(.screen)
    case .sheet(let event): event.tap
    case .contactsLoaded, .contactsFailed, .searched, .typed, .connectivityChanged, .leftApp,
      .returned, .timePassed:
      nil
    }
  }

  public var isClock: Bool { self == .timePassed }
}
