public import Vocabulary

/// One newcomer's way from the store to the end of the first session.
///
/// A state machine: it receives inputs and returns actions, and performs none. Twelve bytes, no
/// allocation. A newcomer who leaves sends no further input; `screenNumber` and `screenCount` give
/// the place.
public struct Journey: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The milestones reached so far.
  public internal(set) var milestones: Milestones = []
  /// The cards that have content.
  public internal(set) var found = SmallSet<FirstValuePolicy.Card>()
  /// The present screen; a journey starts in front of the store.
  public internal(set) var screen = JourneyScreen.appStore
  /// The system's last answer about contacts; `notDetermined` until the user has given one.
  public internal(set) var access = ContactsAccess.notDetermined
  /// The progress of the contact sync; without permission to read contacts it is `idle`.
  public internal(set) var sync = SyncState.idle
  var marks: Marks = []

  /// The progress of the contact sync.
  public enum SyncState: UInt8, Sendable, BitwiseCopyable, Codable {
    /// No sync has started, or the permission was withdrawn.
    case idle
    /// The sync has started, and reads contacts while onboarding goes on.
    case running
    /// The sync reported its end.
    case completed
  }

  struct Marks: OptionSet, Hashable, Sendable, BitwiseCopyable, Codable {
    let rawValue: UInt8

    static let invited = Marks(rawValue: 1)
    /// The explainer covers the screen, because an action needs contacts.
    static let explaining = Marks(rawValue: 1 << 1)
    static let systemPromptIsUp = Marks(rawValue: 1 << 2)
    static let requestedContacts = Marks(rawValue: 1 << 3)
    static let hasUsername = Marks(rawValue: 1 << 4)
    /// Contacts were put off with "Not now".
    static let putOff = Marks(rawValue: 1 << 5)
  }

  /// Creates a journey in front of the store.
  ///
  /// A newcomer is invited if the link was resolved to an inviter with an active account; see
  /// `init(invitedBy:)`. Every other newcomer is organic.
  public init(isInvited: Bool) {
    if isInvited { marks.insert(.invited) }
  }
}

extension Journey {
  /// Whether the newcomer counts as invited; `false` once the sign-up leads to a known account.
  public var isInvited: Bool { marks.contains(.invited) }

  /// Whether the explainer covers the present screen.
  public var isExplainingContacts: Bool { marks.contains(.explaining) }

  /// Whether the system's contacts prompt is on screen.
  public var isSystemPromptUp: Bool { marks.contains(.systemPromptIsUp) }

  /// Whether the user chose "Not now", which leaves the system's prompt unspent.
  public var isContactsPutOff: Bool { marks.contains(.putOff) }

  /// Returns the screens of this newcomer.
  public func plan(under rules: JourneyRules) -> JourneyPlan {
    isInvited ? rules.invited : rules.organic
  }

  /// Returns the number of onboarding screens, as the policy sets it.
  public func screenCount(under rules: JourneyRules) -> Int { plan(under: rules).counted.count }

  /// Returns the place of the present screen among them, from 1.
  ///
  /// `nil` in the store, and for screens that follow onboarding.
  public func screenNumber(under rules: JourneyRules) -> Int? {
    plan(under: rules).number(of: screen)
  }

  /// Whether the newcomer was invited and reached the milestones of a successful invite.
  public var isSuccessfulInvite: Bool { isInvited && milestones.isSuperset(of: .success) }

  /// Returns whether the app works without contacts from here on.
  public func isSelfManaged(under rules: JourneyRules) -> Bool {
    milestones.contains(.permissionAnswered) && !rules.permission.mayRead(access)
  }
}

extension Journey {
  /// Handles "Allow Contacts": shows the system's prompt.
  mutating func requestContacts() -> JourneyAnswer {
    guard !marks.contains(.systemPromptIsUp) else { return .refused(.systemPromptIsUp) }
    marks.formUnion([.systemPromptIsUp, .requestedContacts])
    var answer = JourneyAnswer()
    answer.actions.insert(.requestContacts)
    return answer
  }

  /// Handles "Not now": continues without contacts, and keeps the system's prompt unspent.
  mutating func putOffContacts(under rules: JourneyRules) -> JourneyAnswer {
    guard !marks.contains(.systemPromptIsUp) else { return .refused(.systemPromptIsUp) }
    marks.insert(.putOff)
    milestones.insert(.permissionAnswered)
    var answer = JourneyAnswer()
    answer.events.insert(.permissionDenied)
    leaveExplainer(under: rules, telling: &answer)
    return answer
  }

  /// Applies the system's report about contacts.
  mutating func settle(_ access: ContactsAccess, under rules: JourneyRules) -> JourneyAnswer {
    guard marks.contains(.requestedContacts) else { return .refused(.neverRequested) }
    let isExplained = marks.contains(.explaining) || screen == .explainer
    let wasAsked = marks.contains(.systemPromptIsUp)
    marks.remove(.systemPromptIsUp)
    var answer = JourneyAnswer()
    // A prompt that disappeared without an answer changes nothing.
    guard access != .notDetermined else { return answer }
    let wasReadable = rules.permission.mayRead(self.access)
    let isReadable = rules.permission.mayRead(access)
    // Contacts granted in the settings answer an explainer that is still on screen.
    let isAnswer = wasAsked || (isExplained && isReadable)
    self.access = access
    milestones.insert(.permissionAnswered)
    marks.remove(.putOff)
    if isAnswer { answer.events.insert(isReadable ? .permissionGranted : .permissionDenied) }
    if isReadable, !wasReadable, sync == .idle {
      sync = .running
      answer.actions.insert(.startSync)
      answer.events.insert(.syncStarted)
    } else if !isReadable {
      // The findings among contacts are dropped with the permission to read them.
      sync = .idle
      found.remove(.dedup)
      found.remove(.cleanup)
    }
    if isAnswer { leaveExplainer(under: rules, telling: &answer) }
    return answer
  }

  private mutating func leaveExplainer(
    under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    if marks.contains(.explaining) {
      marks.remove(.explaining)
      answer.actions.insert(.showScreen)
    } else {
      arrive(at: plan(under: rules).screen(after: screen), under: rules, telling: &answer)
    }
  }

  /// Asks for contacts if the occasion permits.
  mutating func considerAsking(
    on occasion: ContactsOccasion, under rules: JourneyRules
  ) -> JourneyAnswer {
    switch screen {
    case .destination, .home:
      guard !marks.contains(.explaining) else { return .refused(.alreadyDone) }
      var answer = JourneyAnswer()
      switch rules.permission.ask(
        on: occasion, access: access, wasAnswered: milestones.contains(.permissionAnswered))
      {
      case .explain:
        marks.insert(.explaining)
        answer.actions.insert(.showContactsExplainer)
        answer.events.insert(.contactsPromptShown)
      case .openSettings:
        answer.actions.insert(.openSettings)
      case .proceed:
        break
      case .none:
        return .refused(.contactsNotAsked)
      }
      return answer
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing, .syncing:
      return .refused(.notHere)
    }
  }

  /// Applies a report of the running sync.
  mutating func note(_ report: SyncReport, under rules: JourneyRules) -> JourneyAnswer {
    var answer = JourneyAnswer()
    switch (sync, report) {
    case (.idle, .progressed), (.idle, .completed):
      return .refused(.noPermission)
    case (.running, .progressed):
      answer.events.insert(.syncProgressed)
    case (.running, .completed):
      sync = .completed
      reach(.syncCompleted, as: .syncCompleted, under: rules, telling: &answer)
    case (.completed, .progressed), (.completed, .completed):
      return .refused(.alreadyDone)
    }
    return answer
  }
}

extension OnboardingRules {
  static let contacts: [Rule] = [
    Rule("PER-01", "The explainer comes before the system's contacts prompt."),
    Rule("DEC-03", "Contacts are requested only after the trust explainer."),
    Rule("PER-05", "If contacts are denied, onboarding continues without a hard block."),
    Rule("PER-06", "\"Not now\" and denial both lead to self-management; only denial is final."),
    Rule("DEC-04", "Without contacts the app still works, in self-management mode."),
    Rule("DNY-01", "Denied contacts lead on to the end, and into self-management mode."),
    Rule("SYN-03", "Sync status is live and non-blocking."),
    Rule("SYN-06", "Sync never starts without permission."),
    Rule("SYN-02", "Sync can finish while onboarding lasts."),
    Rule("SYN-07", "Sync has no time budget: it may also finish after home was reached."),
    Rule("EDG-07", "Denied contacts leave the connection to the inviter untouched."),
  ]
}

extension Journey {
  /// Applies an outcome of the phone verification.
  mutating func receive(
    _ outcome: PhoneVerification.Outcome, under rules: JourneyRules
  ) -> JourneyAnswer {
    switch (screen, outcome) {
    case (.phoneNumber, .codeSent):
      var answer = JourneyAnswer()
      milestones.insert(.phoneSubmitted)
      answer.events.insert(.phoneSubmitted)
      arrive(at: .code, under: rules, telling: &answer)
      return answer
    case (.phoneNumber, .switchRefused), (.code, .switchRefused):
      return .refused(.tooManyNumbers)
    case (.code, .codeSent): return JourneyAnswer()
    case (.code, .wrongCode): return .refused(.wrongCode)
    case (.code, .codeExpired): return .refused(.codeExpired)
    case (.code, .numberReopened):
      var answer = JourneyAnswer()
      arrive(at: .phoneNumber, under: rules, telling: &answer)
      return answer
    case (.code, .verified(let owner)):
      var answer = JourneyAnswer()
      milestones.insert(.phoneVerified)
      answer.events.insert(.phoneVerified)
      join(as: owner, under: rules, telling: &answer)
      return answer
    case (.phoneNumber, .wrongCode), (.phoneNumber, .codeExpired), (.phoneNumber, .verified),
      (.phoneNumber, .numberReopened), (.phoneNumber, .nothingExpected),
      (.code, .nothingExpected),
      (.appStore, _), (.appClip, _), (.welcome, _), (.reasons, _), (.privacy, _), (.account, _),
      (.explainer, _), (.name, _), (.photo, _), (.username, _), (.sharing, _), (.syncing, _),
      (.destination, _), (.home, _):
      return .refused(.notHere)
    }
  }

  /// Signs up where no phone number is required.
  mutating func signUp(as owner: AccountOwner, under rules: JourneyRules) -> JourneyAnswer {
    guard screen == .account else { return .refused(.notHere) }
    var answer = JourneyAnswer()
    join(as: owner, under: rules, telling: &answer)
    return answer
  }

  private mutating func join(
    as owner: AccountOwner, under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    switch owner {
    case .newPrincipal:
      answer.actions.insert(.createAccount)
      let wasWall = milestones.contains(.onboardingCompleted)
      reach(.signedUp, as: .signedUp, under: rules, telling: &answer)
      if isInvited {
        switch rules.connection {
        case .autoMutualAtVerification: answer.actions.insert(.connectInviter)
        case .suggested:
          // Before the first value there is no suggestion; reaching it makes one.
          if wasWall { suggestConnection(telling: &answer) }
        case .none: break
        }
      }
      let next = plan(under: rules).screen(after: screen)
      arrive(at: next, under: rules, telling: &answer)
    case .knownPrincipal:
      // An existing account has a name and circles already: straight home (ours). The deciding fact
      // is the verified principal; so the invite is dropped, and there is no new member.
      milestones.insert(.signedIn)
      if isInvited {
        marks.remove(.invited)
        answer.actions.insert(.discardInvite)
      }
      screen = .home
      answer.actions.insert(.showScreen)
    }
  }

  func suggestConnection(telling answer: inout JourneyAnswer) {
    answer.actions.insert(.offerConnection)
    // Without an account no connection is possible; then the offer leads to the wall.
    if milestones.contains(.signedUp) { answer.events.insert(.connectionSuggested) }
  }

  /// Continues from the first meaningful interaction to the wall behind it.
  mutating func interact(under rules: JourneyRules) -> JourneyAnswer {
    switch screen {
    case .destination:
      // The explainer covers the content, and requires its answer first.
      guard !marks.contains(.explaining) else { return .refused(.notHere) }
      var answer = JourneyAnswer()
      // Content must be seen before an interaction with it.
      if rules.firstValue == .motivatingContentSeen {
        reach(.firstValueSeen, as: .firstValueSeen, under: rules, telling: &answer)
      }
      answer.actions.insert(.showSignUpWall)
      arrive(at: plan(under: rules).wall, under: rules, telling: &answer)
      return answer
    case .home: return JourneyAnswer()
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing, .syncing:
      return .refused(.notHere)
    }
  }

  /// Records that inviter and newcomer were connected.
  mutating func connect(under rules: JourneyRules) -> JourneyAnswer {
    guard isInvited else { return .refused(.notInvited) }
    switch rules.connection {
    case .none: return .refused(.noConnection)
    case .autoMutualAtVerification, .suggested:
      guard milestones.contains(.signedUp) else { return .refused(.accountRequired) }
      guard !milestones.contains(.connected) else { return .refused(.alreadyDone) }
      var answer = JourneyAnswer()
      reach(.connected, as: .connected, under: rules, telling: &answer)
      return answer
    }
  }
}

extension OnboardingRules {
  static let joining: [Rule] = [
    Rule("PHN-09", "No principal account exists before the code was right."),
    Rule("PHN-10", "The right code unlocks the rest of onboarding."),
    Rule("ONB-01", "Invited users meet S1-S12 with additions on S1, after S5 and on S12 only."),
    Rule("ONB-08", "The invite adds no blocking step."),
    Rule("EDG-03", "Verifying another number joins as a new person, under the verified identity."),
    Rule(
      "P-ONB-06", "The sign-up prompt comes after the first meaningful interaction, not before."),
    Rule("P-ONB-05", "Invited users are suggested a connection, not connected by themselves."),
    Rule(
      "P-ONB-09", "Invited: welcome, condensed steps, first value, sign-up, suggestion, connected."),
  ]
}

extension Journey {
  /// An event of the newcomer, or a finding of the app.
  public enum Input: Hashable, Sendable, BitwiseCopyable {
    /// The app was installed; a first launch implies it.
    case installed
    /// The App Clip was opened instead of the store's page.
    case openedAppClip
    /// The app was launched for the first time.
    case launched
    /// The screen's primary button: "Continue", "Allow Contacts", or a value that was entered.
    case continued
    /// The screen's secondary button: "Not now", or skip.
    case skipped
    /// The result of the phone verification for the newcomer's last action.
    case phone(PhoneVerification.Outcome)
    /// An account without a phone number was created or found.
    case account(AccountOwner)
    /// The system's access to contacts: the answer to its prompt, or a change in its settings.
    case contacts(ContactsAccess)
    /// The running sync reported progress or its end.
    case sync(SyncReport)
    /// The card has content.
    case found(FirstValuePolicy.Card)
    /// The card was displayed.
    case sawCard(FirstValuePolicy.Card)
    /// The subject of the invite was displayed.
    case sawContent
    /// The first meaningful interaction, as the app defines it.
    case interacted
    /// A friend received an invite that this user sent.
    case inviteDelivered
    /// The user took the primary action of home.
    case tookPrimaryAction
    /// A possible occasion to ask for contacts.
    case occasion(ContactsOccasion)
    /// Inviter and newcomer were connected.
    case connected
  }

  /// The report of a running sync.
  public enum SyncReport: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Part of the contacts is done; it may be reported any number of times.
    case progressed
    /// All contacts are done.
    case completed
  }
}

/// The owner of the account that a sign-up led to.
public enum AccountOwner: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A new principal, created by this sign-up.
  case newPrincipal
  /// A principal that was there before.
  case knownPrincipal
}
