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

extension InviteEvent {
  /// A completed share, from a share sheet or a compose sheet, with the reported details.
  public struct Share: Hashable, Sendable, BitwiseCopyable {
    /// The channel; `nil` where the system did not report it.
    public var channel: ReportedChannel?
    /// The entry point through which the user came to share.
    public var entry: FlowPolicy.EntryPoint
    /// Whether the user changed the text before sharing it.
    public var isCustomized: Bool
    /// The number of contacts picked for it; `nil` where no contact was picked in the app.
    public var recipients: Int?

    /// Creates a share, of the unchanged text and without picked contacts unless stated.
    public init(
      channel: ReportedChannel?, entry: FlowPolicy.EntryPoint, isCustomized: Bool = false,
      recipients: Int? = nil
    ) {
      self.channel = channel
      self.entry = entry
      self.isCustomized = isCustomized
      self.recipients = recipients
    }

    /// Returns the number of invites that the share stands for.
    public func invites(countedBy unit: MetricPolicy.InviteUnit) -> Int {
      switch unit {
      case .shareCompletion, .inviteRecord: 1
      case .recipient: recipients.map { max($0, 1) } ?? 1
      }
    }
  }

  /// The code of the opened link, and its inviter.
  public struct InviteReference: Hashable, Sendable, BitwiseCopyable {
    /// The code; `nil` for a link that carries none.
    public var code: InviteCode?
    /// The inviter, whose link it is.
    public var referrer: PrincipalID

    /// Creates a reference to a link by its code and its inviter.
    public init(code: InviteCode?, referrer: PrincipalID) {
      self.code = code
      self.referrer = referrer
    }
  }

  /// The person who opened a link.
  public enum Opener: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A person who is not signed in, with or without an account.
    case signedOut
    /// A signed-in user other than the inviter.
    case signedIn
    /// The inviter, on their own link.
    case owner
  }
}

extension ReportedChannel {
  /// Returns the name of the channel among those of `policy`; `other` if it has no such channel.
  public func named(in policy: SharePolicy) -> ReportedChannel {
    let names: [ReportedChannel] =
      switch self {
      case .messages, .imessage: [.messages, .imessage]
      case .copy, .copyLink: [.copy, .copyLink]
      case .whatsapp, .email, .airdrop, .other: [self]
      }
    return names.first { policy.channels.contains($0) } ?? .other
  }
}

extension FlowPolicy.EntryPoint {
  /// The `source` of the entry point in `rin`, which has four values; other entry points map to the
  /// nearest.
  var rinSource: String {
    switch self {
    case .profile, .profileSettings, .navigationMenu: "profile"
    case .contactDetail: "contact"
    case .homePrompt, .contextual, .postAction: "prompt"
    case .settings: "settings"
    }
  }
}

extension ReportedChannel: BitwiseCopyable {}
extension FlowPolicy.EntryPoint: BitwiseCopyable {}

extension EventRules {
  static let particulars: [Rule] = [
    Rule("EVT-19", "A target outside the named five, such as Telegram, is reported as other."),
    Rule("D-SUC-06", "A send is logged for each recipient, with count and channel."),
    Rule("EVT-22", "Copy in the share sheet is a channel; the Copy button is an event of its own."),
    Rule("EVT-27", "The Copy button has no source contact: a contact's page has no share screen."),
  ]
}

/// A moment of the invite loop, in the facts that a simulator or a service reports.
///
/// The events that a moment fires are decided here, so that both fire the same ones. None is about
/// a person whose account is gone: an install that is kept for analytics alone fires nothing.
public enum InviteMoment: Hashable, Sendable, BitwiseCopyable {
  /// The app was opened: at a session, or at a launch after an install.
  case appOpened
  /// A link of an account was tapped, in a browser or on a phone that has the app.
  case linkTapped(InviteEvent.InviteReference, appInstalled: Bool, by: InviteEvent.Opener)
  /// The app was launched for the first time, and an inviter earned the credit by a click on a link.
  case launched(InviteEvent.InviteReference, daysSinceClick: Int)
  /// A newcomer saw the first screen; `isInvited` if an inviter is named there.
  case onboardingBegan(isInvited: Bool)
  /// A newcomer has an account; `isReferred` if an inviter is credited.
  case signedUp(isReferred: Bool)
  /// Inviter and invitee became connected.
  case connected(inviter: PrincipalID, invitee: PrincipalID)
  /// A newcomer saw the first value; `isReferred` if an inviter is credited.
  case firstValueSeen(isReferred: Bool)
  /// A newcomer completed onboarding; the link is that of the credit, `nil` without one.
  case onboardingCompleted(InviteEvent.InviteReference?, invitee: PrincipalID)
  /// The prompt rules decided on a trigger; `number` is that of a shown prompt.
  case promptDecided(PromptTrigger, number: Int?)
  /// The user answered the prompt of that number.
  case promptAnswered(PromptTrigger, number: Int, isTapped: Bool)
  /// The push about the invitee went to the inviter.
  case pushSent(inviter: PrincipalID, invitee: PrincipalID)
  /// The inviter tapped that push.
  case pushTapped(inviter: PrincipalID, invitee: PrincipalID)
}

extension InviteMoment {
  /// The events that the moment fires, in order.
  public var events: [InviteEvent] {
    switch self {
    case .appOpened: [InviteEvent(.appOpened)]
    case .linkTapped(let reference, let appInstalled, let opener):
      [InviteEvent(.linkOpened, .opening(reference, appInstalled: appInstalled, by: opener))]
    case .launched(let reference, let days):
      [
        InviteEvent(.deferredResolved, .resolution(reference, daysSinceClick: days)),
        InviteEvent(.appInstalled, .reference(reference)),
      ]
    case .onboardingBegan(let isInvited): isInvited ? [InviteEvent(.onboardingStarted)] : []
    case .signedUp(let isReferred): isReferred ? [InviteEvent(.signedUp)] : []
    case .connected(let inviter, let invitee):
      [InviteEvent(.connected, .pair(inviter: inviter, invitee: invitee))]
    case .firstValueSeen(let isReferred): isReferred ? [InviteEvent(.firstValueSeen)] : []
    case .onboardingCompleted(let reference?, let invitee):
      [InviteEvent(.onboardingCompleted, .completion(reference, invitee: invitee))]
    case .onboardingCompleted(nil, _): []
    case .promptDecided(let trigger, let number):
      [
        InviteEvent(
          number == nil ? .promptSuppressed : .promptShown, .prompt(trigger, number: number))
      ]
    case .promptAnswered(let trigger, let number, let isTapped):
      [
        InviteEvent(
          isTapped ? .promptTapped : .promptDismissed, .prompt(trigger, number: number))
      ]
    case .pushSent(let inviter, let invitee):
      [JoinedPush.sentEvent(to: inviter, about: invitee)]
    case .pushTapped(let inviter, let invitee):
      [JoinedPush.tappedEvent(by: inviter, about: invitee)]
    }
  }
}

extension EventRules {
  static let moments: [Rule] = [
    Rule("P-DDL-07", "The callback of the deferred link fires invite_app_installed.")
  ]
}
