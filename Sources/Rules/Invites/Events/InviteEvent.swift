public import Vocabulary

/// Something that happened in the invite loop or on the way in: a step, with its particulars.
///
/// All of them are kept internally: reports read them directly, so that no number depends on the
/// exports of a vocabulary.
public struct InviteEvent: Hashable, Sendable, BitwiseCopyable {
  /// The kind of the event.
  public let step: InviteStep
  /// The details, of the kind that belongs to the step.
  public let particulars: Particulars

  /// Creates an event; whether the particulars belong to the step is not checked.
  public init(_ step: InviteStep, _ particulars: Particulars = .none) {
    self.step = step
    self.particulars = particulars
  }

  /// The details of an event beside its step.
  public enum Particulars: Hashable, Sendable, BitwiseCopyable {
    /// Of every step that is not named below.
    case none
    /// Of `flowOpened`, `linkCreated` and `linkCopied`.
    case entry(FlowPolicy.EntryPoint)
    /// The number loaded or selected, of `pickerLoaded` and `contactsSelected`.
    case contacts(Int)
    /// Of `shareSheetOpened`; present only where the channel was chosen before the sheet.
    case channel(ReportedChannel?)
    /// Of `shared`.
    case share(Share)
    /// Of `linkOpened`.
    case opening(InviteReference, appInstalled: Bool, by: Opener)
    /// Of `deferredResolved`.
    case resolution(InviteReference, daysSinceClick: Int)
    /// Of `appInstalled`.
    case reference(InviteReference)
    /// Of `onboardingCompleted`.
    case completion(InviteReference, invitee: PrincipalID)
    /// Of `connected`, `notificationSent` and `notificationTapped`.
    case pair(inviter: PrincipalID, invitee: PrincipalID)
    /// Of the steps of a prompt; one that was suppressed has no number.
    case prompt(PromptTrigger, number: Int?)
    /// Of `dashboardViewed`.
    case figures(Dashboard.Figures)
    /// Of `dashboardContactTapped`.
    case invitee(PrincipalID)
  }
}

/// An action of a state machine that may be an entry in the log.
public protocol EventLogging {
  /// Returns the action that logs `event`.
  static func log(_ event: InviteEvent) -> Self
}

extension EventLogging {
  /// Returns the action that logs an event of `step`.
  public static func log(
    _ step: InviteStep, _ particulars: InviteEvent.Particulars = .none
  ) -> Self {
    .log(InviteEvent(step, particulars))
  }
}
