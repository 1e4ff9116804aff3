public import Vocabulary

/// The invite of one contact from their page, INV2.
public struct ContactInvite: SharingFlow {
  public enum Stage: Hashable, Sendable {
    /// The button reads "Invite to Rin", or is hidden; followed by loading.
    case idle
    /// The sheet is being prepared; followed by sharing, or by idle on a failure.
    case loading
    /// The sheet is up; followed by invited or idle.
    case sharing
    /// The button reads "Invited"; followed by idle when the memory of it ends.
    case invited
  }

  /// The five states that the document lists.
  public enum State: String, CaseIterable, Sendable {
    case visible
    case hiddenOnApp
    case hiddenUnreachable
    case loading
    case shared
  }

  public var contact: ContactFacts
  public private(set) var stage = Stage.idle
  public private(set) var link = LinkProgress.absent

  /// The page of `contact`; `wasInvited` tells that the app remembers an invite.
  public init(contact: ContactFacts, wasInvited: Bool = false) {
    self.contact = contact
    stage = wasInvited ? .invited : .idle
  }

  /// The page of the contact stays; only the share comes and goes.
  public var isClosed: Bool { false }

  /// The state among the five; `nil` where the profile offers no such button.
  public func state(under policy: FlowPolicy) -> State? {
    switch contact.inviteButton(under: policy) {
    case .hidden(.notOffered): nil
    case .hidden(.onApp): .hiddenOnApp
    case .hidden(.unreachable): .hiddenUnreachable
    case .visible:
      switch stage {
      case .idle: .visible
      case .loading, .sharing: .loading
      case .invited: .shared
      }
    }
  }
}

extension ContactInvite {
  public enum Event: SharingFlowEvent {
    /// The button was tapped; the inviter's link comes along if there is one.
    case tapped(cachedLink: String?, isOnline: Bool)
    case linkReady(String)
    case linkFailed
    case linkTimedOut
    case messageComposed(String)
    case sheetClosed(SheetResult)
    case sessionBegan
  }

  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (.idle, .tapped(let cachedLink, let isOnline)):
      return begin(cachedLink: cachedLink, isOnline: isOnline, under: policy)
    case (.loading, .linkReady(let link)):
      guard self.link == .requested else { return .stay(.requestAbandoned) }
      self.link = .ready(link)
      return [.log(.linkCreated(from: .contactDetail)), .composeMessage]
    case (.loading, .linkFailed), (.loading, .linkTimedOut):
      guard link == .requested else { return .stay(.requestAbandoned) }
      stage = .idle
      link = .absent
      return [.log(.linkFailed), .show(event == .linkTimedOut ? .linkTimedOut : .linkFailed)]
    case (.loading, .messageComposed(let message)):
      guard case .ready(let link) = link else { return .stay(.linkNotReady) }
      stage = .sharing
      return [.presentSheet(message: message, link: link), .log(.shareSheetOpened(channel: nil))]
    case (.sharing, .sheetClosed(.cancelled)):
      stage = .idle
      return [.log(.shareSheetCancelled)]
    case (.sharing, .sheetClosed(.completed(let target, let wasEdited))):
      stage = policy.history.memory == nil ? .idle : .invited
      let share = InviteEvent.Share(
        channel: policy.share.reportedChannel(for: target), entry: .contactDetail,
        isCustomized: wasEdited)
      return [.log(.shared(share))] + policy.share.confirm()
    case (.invited, .sessionBegan):
      if policy.history.memory != .device { stage = .idle }
      return []
    case (.idle, .sessionBegan), (.loading, .sessionBegan), (.sharing, .sessionBegan):
      return []
    // Whether a contact may be invited twice in a session nobody says; the button rests: ours.
    case (.invited, .tapped): return .stay(.alreadyInvited)
    case (.idle, .linkReady), (.idle, .linkFailed), (.idle, .linkTimedOut),
      (.sharing, .linkReady), (.sharing, .linkFailed), (.sharing, .linkTimedOut),
      (.invited, .linkReady), (.invited, .linkFailed), (.invited, .linkTimedOut):
      return .stay(.requestAbandoned)
    case (.idle, .messageComposed), (.idle, .sheetClosed), (.loading, .tapped),
      (.loading, .sheetClosed), (.sharing, .tapped), (.sharing, .messageComposed),
      (.invited, .messageComposed), (.invited, .sheetClosed):
      return .stay(.notPossibleHere)
    }
  }

  private mutating func begin(
    cachedLink: String?, isOnline: Bool, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard contact.inviteButton(under: policy.flow) == .visible else {
      return .stay(.notPossibleHere)
    }
    let opened = SharingAction.log(.flowOpened(from: .contactDetail))
    if let cachedLink {
      stage = .loading
      link = .ready(cachedLink)
      return [opened, .composeMessage]
    }
    guard isOnline else { return [opened, .show(.offline)] }
    stage = .loading
    link = .requested
    return [opened, .createLink(for: []), .log(.linkCreating)]
  }
}

extension ContactInvite.Event {
  public var tap: Tap? {
    switch self {
    case .tapped: Tap(.entry)
    case .sheetClosed(let result): result.tap
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed, .sessionBegan: nil
    }
  }

  public var isClock: Bool { false }
}

extension ContactInvite {
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    switch stage {
    case .idle:
      [
        .tapped(cachedLink: nil, isOnline: true), .tapped(cachedLink: nil, isOnline: false),
        .tapped(cachedLink: "https://rin.app/invite/a3Xk9m2Q", isOnline: true),
      ]
    case .loading:
      link == .requested
        ? [.linkReady("https://rin.app/invite/a3Xk9m2Q"), .linkFailed, .linkTimedOut]
        : [.messageComposed("Join me")]
    case .sharing:
      ShareTarget.allCases.map { .sheetClosed(.completed($0)) } + [.sheetClosed(.cancelled)]
    case .invited: [.sessionBegan]
    }
  }
}

extension SharingRules {
  static let contactInvite: [Rule] = [
    Rule("CIV-06", "The button opens the share sheet with no screen in between."),
    Rule("CIV-10", "The message can be edited before it is sent."),
    Rule("CIV-11", "The invite button has five states."),
    Rule("CIV-12", "While the sheet is being prepared the button shows that it loads."),
    Rule("CIV-13", "After a completed share the button reads \"Invited\" for the session."),
    Rule("CIV-14", "A contact is sent the inviter's one link; there is no code per contact."),
    Rule("CIV-15", "A cancel is silent and leaves the button as it was."),
    Rule("CIV-16", "A share from a contact's page reports the source contact."),
    Rule("CIV-17", "\"Invited\" does not outlive the session."),
  ]
}
