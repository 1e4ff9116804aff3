public import Vocabulary

/// The request for access to the address book: explainer, system prompt, and result.
public struct PermissionFlow: SharingFlow {
  /// The progress of the request.
  public enum Stage: Hashable, Sendable {
    /// Not opened yet; followed by explaining, reading or link only.
    case closed
    /// The half-sheet with Allow and Skip; followed by asking or by link only.
    case explaining
    /// The system asks; followed by reading or by link only.
    case asking
    /// Contacts may be read; nothing follows but leaving.
    case reading
    /// The link can be shared, contacts cannot be picked; the Allow link may lead on.
    case linkOnly(because: Refusal)
    /// The user is in the Settings of the system; followed by reading or by link only.
    case inSettings
  }

  /// The reason why contacts are not listed.
  public enum Refusal: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user skipped the explainer or left the system's prompt without an answer; the access is
    /// undetermined.
    case skipped
    /// The policy does not ask here, and neither has the app before.
    case notAsked
    /// The user denied access, at the system's prompt or before.
    case denied
    /// A policy of the device denies access, and the user cannot change it.
    case restricted
    /// The user granted some contacts, which the policy treats as too few.
    case limited
  }

  /// The progress of the request; `closed` until it is opened.
  public private(set) var stage = Stage.closed
  /// The app's access to the address book, as last reported; `notDetermined` until opened.
  public private(set) var access = ContactsAccess.notDetermined

  /// Creates a flow that is not open yet.
  public init() {}

  /// Whether the flow is not opened yet; once open, it does not close.
  public var isClosed: Bool { stage == .closed }
}

extension PermissionFlow {
  /// An act of the user, or a report about the access.
  public enum Event: SharingFlowEvent {
    /// The flow is entered; `explainedBefore` means an explainer on an earlier visit.
    case opened(ContactsAccess, explainedBefore: Bool)
    /// A control of the explainer was tapped, or the Allow link.
    case tapped(Control)
    /// The user answered the system's prompt, which left this access.
    case systemAnswered(ContactsAccess)
    /// The user came back from Settings, where the access may have changed.
    case returned(ContactsAccess)
  }

  /// A control of the explainer, or the Allow link of the picker.
  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    /// "Allow" in the explainer, which leads to the system's prompt.
    case allow
    /// "Skip" in the explainer, which leaves the access undetermined.
    case skip
    /// "Allow contacts access", below the button that shares the link.
    case allowLink
  }

  /// Returns the destination of the Allow link in the present state; `nil` where it is not offered.
  public func allowLink(under policy: PermissionPolicy) -> PermissionPolicy.AllowLink? {
    guard case .linkOnly(let refusal) = stage else { return nil }
    switch refusal {
    // Only Settings can help once the system has asked.
    case .denied, .restricted, .limited: return .settings
    case .skipped, .notAsked:
      switch (policy.reask, policy.allowLinkWhenUndetermined) {
      case (.never, _), (.onNeed, nil): return nil
      case (.onNeed, .systemPrompt): return .systemPrompt
      case (.onNeed, .settings): return .settings
      }
    }
  }

  /// Applies `event` and returns the actions to perform, in order; `now` has no effect.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (.closed, .opened(let access, let explainedBefore)):
      self.access = access
      guard access == .notDetermined else { return settle(under: policy.permission) }
      guard policy.permission.explainer == .firstFlowEntry, !explainedBefore else {
        stage = .linkOnly(because: explainedBefore ? .skipped : .notAsked)
        return []
      }
      stage = .explaining
      return [.showExplainer, .log(.contactsPromptShown)]
    case (.explaining, .tapped(.allow)):
      stage = .asking
      return [.askForContacts]
    case (.explaining, .tapped(.skip)):
      stage = .linkOnly(because: .skipped)
      return []
    case (.asking, .systemAnswered(let access)):
      self.access = access
      return answerLog(under: policy.permission) + settle(under: policy.permission)
    case (.linkOnly, .tapped(.allowLink)):
      switch allowLink(under: policy.permission) {
      case .systemPrompt:
        stage = .asking
        return [.askForContacts]
      case .settings:
        stage = .inSettings
        return [.openSystemSettings]
      case nil: return .stay(.notPossibleHere)
      }
    case (.inSettings, .returned(let access)):
      self.access = access
      return settle(under: policy.permission)
    case (.closed, _), (.explaining, _), (.asking, _), (.reading, _), (.linkOnly, _),
      (.inSettings, _):
      return .stay(.notPossibleHere)
    }
  }

  /// Returns the log entry for the system's answer; none while the access is undetermined.
  private func answerLog(under policy: PermissionPolicy) -> [SharingAction] {
    if access == .notDetermined { return [] }
    return [.log(policy.mayRead(access) ? .permissionGranted : .permissionDenied)]
  }

  /// Moves to the state that follows from the access once no question is pending.
  private mutating func settle(under policy: PermissionPolicy) -> [SharingAction] {
    if policy.mayRead(access) {
      stage = .reading
      return [.loadContacts]
    }
    switch access {
    case .denied: stage = .linkOnly(because: .denied)
    case .restricted: stage = .linkOnly(because: .restricted)
    case .limited, .authorized: stage = .linkOnly(because: .limited)
    case .notDetermined:
      stage = .linkOnly(because: .skipped)
      return []
    }
    return [.log(.pickerWithoutPermission)]
  }
}

extension PermissionFlow.Event {
  /// The tap at the entry, on a control or at the system's prompt; `nil` for `returned`.
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    // The system's prompt is answered by a tap too.
    case .tapped, .systemAnswered: Tap(.permission)
    case .returned: nil
    }
  }

  /// Always `false`: the flow waits for no moment.
  public var isClock: Bool { false }
}

extension PermissionFlow {
  /// Returns examples of the events that may come next; none while closed or reading.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    switch stage {
    case .closed, .reading: []
    case .explaining: [.tapped(.allow), .tapped(.skip)]
    case .asking:
      [.authorized, .limited, .denied, .restricted].map(Event.systemAnswered)
    case .linkOnly: allowLink(under: policy.permission) == nil ? [] : [.tapped(.allowLink)]
    case .inSettings: [access, .authorized].map(Event.returned)
    }
  }
}

extension SharingRules {
  static let permission: [Rule] = [
    Rule("D-PER-01", "Access is undetermined, granted, limited, denied or restricted; or skipped."),
    Rule("D-PER-02", "On first entry the explainer comes before the system's prompt, never after."),
    Rule("D-PER-04", "Allow asks the system; Skip leaves the access undetermined."),
    Rule("D-PER-05", "Denied at the system's prompt, the link can still be shared."),
    Rule("D-PER-06", "Denied and restricted alike lead to the link and to Settings, unfetched."),
    Rule("D-PER-08", "After Skip the explainer does not come back by itself."),
    Rule(
      "D-PER-09",
      "Prompt shown, granted and denied are logged; the prompt has two names, one is exported."),
    Rule("CNF-11", "The Allow link leads to the system's prompt until it has asked."),
  ]
}
