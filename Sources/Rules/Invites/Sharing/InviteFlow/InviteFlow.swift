public import Vocabulary

/// The flow with a picker: contacts or the link alone, message, share sheet, success screen.
///
/// It is a value: the host keeps it while another app is in front, and it continues from its state.
public struct InviteFlow: SheetFlow {
  /// The screen of the flow, with the sheet above it.
  public enum Stage: Hashable, Sendable {
    /// Not opened yet, or left; followed by picker.
    case closed
    /// Followed by message, preparing, sharing or closed.
    case picker
    /// The message and the link; followed by sharing or picker.
    case message
    /// The sheet opens as soon as link and message are there; followed by sharing or picker.
    case preparing
    /// The sheet is up, over the picker or the message; followed by either, success or closed.
    case sharing(over: Screen)
    /// Followed by picker or closed; `until` is `nil` while another app is in front, or for good
    /// where the policy sets no time.
    case success(until: Instant?)
  }

  /// The state of the address book in the picker.
  public enum Contacts: Hashable, Sendable {
    /// The app has no access so far, and reads nothing.
    case unread
    /// The host was asked to read the address book, and has not reported yet.
    case loading
    /// The number of contacts, and the number that a search leaves visible.
    case loaded(count: Int, visible: Int)
    /// The address book could not be read; Retry leads back to loading.
    case failed
  }

  /// The states of the picker that the document lists.
  public enum PickerState: String, CaseIterable, Sendable {
    /// A spinner stands in for the list, below the title and the search field.
    case loading
    /// The address book has no contacts; the link can be shared without recipients.
    case empty
    /// Contacts are listed, and can be searched and selected.
    case populated
    /// Contacts may not be read, and no question is up; the link can be shared without recipients.
    case permissionDenied
    /// The explainer or the system's prompt waits for the user.
    case permissionNotDetermined
    /// The address book could not be read; Retry and the link without recipients are offered.
    case error
  }

  /// The screen that is reached; `closed` before the flow is opened and once it is left.
  public internal(set) var stage = Stage.closed
  /// The request for access to the address book, which the picker makes.
  public internal(set) var permission = PermissionFlow()
  /// The state of the address book, as numbers of contacts; `unread` until access is granted.
  public internal(set) var contacts = Contacts.unread
  /// The selected contacts in the order of selection, at most one batch.
  public internal(set) var selection: [ContactKey] = []
  /// The link, and the message as composed for the selection.
  public internal(set) var sheet = LinkSheet(entry: .profile)
  /// Whether there is a network, as the host last reported.
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

  /// Whether the flow is not opened yet, or was left.
  public var isClosed: Bool { stage == .closed }

  /// The state of the picker, given by permission and contacts; meaningless while another screen
  /// shows.
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
  /// An act of the user, or a report of the host.
  public enum Event: SheetFlowEvent {
    /// An entry point was tapped; `explainedBefore` means an explainer on an earlier visit.
    case opened(
      from: FlowPolicy.EntryPoint, ContactsAccess, explainedBefore: Bool = false, isOnline: Bool)
    /// A control of the explainer was tapped, or the Allow link of the picker.
    case permissionTapped(PermissionFlow.Control)
    /// The user answered the system's prompt for the address book, which left this access.
    case systemAnswered(ContactsAccess)
    /// The address book was read, and lists `count` contacts.
    case contactsLoaded(count: Int)
    /// The address book could not be read.
    case contactsFailed
    /// The box of a contact was ticked or cleared.
    case toggled(ContactKey)
    /// The user dismissed the advice that many contacts are selected.
    case dismissedWarning
    /// The number of contacts that the search leaves visible.
    case searched(visible: Int)
    /// A control of the picker, the message or the success screen was tapped.
    case tapped(Control)
    /// The message field now contains this text.
    case typed(String)
    /// A report of the host about the link, the message or the share sheet.
    case sheet(LinkSheet.Event)
    /// The network was lost, or came back.
    case connectivityChanged(isOnline: Bool)
    /// Another app came to the front.
    case leftApp
    /// The app came back to the front, with this access to the address book.
    case returned(ContactsAccess)
    /// The user touched the success screen, on none of its buttons.
    case touched
    /// The moment of a `wake` action came.
    case timePassed
  }

  /// A button of the picker, the message or the success screen.
  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Leads from message or preparation to the picker, and from the picker out of the flow.
    case back
    /// Leads from the picker to the message, unless the policy merges the two.
    case next
    /// Opens the share sheet, from the message or from a picker merged with it.
    case sendVia
    /// Opens the share sheet from a picker that lists no contacts, without recipients.
    case shareLink
    /// Reads the address book again in the picker, and requests a lost link again in the message.
    case retry
    /// Leads from the success screen to the picker, with an empty selection.
    case inviteMore
    /// Leads from the success screen out of the flow.
    case done
  }
}

extension InviteFlow.Event {
  /// The tap of the event, with its place; `nil` where none is counted.
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .permissionTapped, .systemAnswered: Tap(.permission)
    case .toggled, .dismissedWarning, .tapped, .touched: Tap(.screen)
    case .sheet(let event): event.tap
    case .contactsLoaded, .contactsFailed, .searched, .typed, .connectivityChanged, .leftApp,
      .returned, .timePassed:
      nil
    }
  }

  /// Whether the event is `timePassed`.
  public var isClock: Bool { self == .timePassed }
}
