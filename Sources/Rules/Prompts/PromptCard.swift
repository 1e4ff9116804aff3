public import Vocabulary

/// A contextual prompt as it is shown: its words, its buttons, and their destinations.
///
/// It is never modal: its host leaves the rest of the screen usable.
public struct PromptCard: Hashable, Sendable {
  /// The kind of view that shows the prompt.
  public enum Form: String, CaseIterable, Sendable {
    /// A small card among the sections of the home tab.
    case homeCard
    /// A screen that celebrates a key action, with a button to share.
    case celebrationScreen
    /// A button beside content that is better with others; it cannot be dismissed.
    case inlineButton
    /// An illustrated prompt in a social feature without content.
    case emptyStatePrompt
    /// A prompt with a message, at the start of the third session.
    case softPrompt
    /// A sheet after an action of value.
    case postActionSheet

    /// Whether a picture stands beside the words.
    public var isIllustrated: Bool { self == .emptyStatePrompt }
  }

  /// The screen that the accept button opens.
  public enum Destination: String, CaseIterable, Sendable {
    /// The app's share screen, which a home card opens.
    case shareScreen
    /// The share sheet, which the prompts of `product` open.
    case shareSheet
    /// The picker of contacts to invite, which a sheet after an action opens.
    case picker
  }

  /// The kind of view that shows the prompt.
  public let form: Form
  /// The headline; `nil` on the forms of `product`.
  ///
  /// An app puts its own for a moment of its own.
  public var title: String?
  /// The sentence below the title; `nil` where title or button say it all.
  public var message: String?
  /// The label of the button that opens the destination.
  public var accept: String
  /// The label of the button that dismisses; `nil` where the user leaves the prompt by continuing.
  public let dismiss: String?
  /// The screen that the accept button opens.
  public let opens: Destination
}

extension PromptCard {
  /// The announcement of a screen reader when the card appears: title and message in one.
  public var announcement: String {
    [title, message].compactMap(\.self).joined(separator: ". ")
  }

  /// The announcement of a screen reader when the card is dismissed.
  public static var dismissalAnnouncement: String { worded("Invite prompt dismissed.") }

  /// The buttons in the order of focus; each is an element of its own.
  public var focusableButtons: [String] { [accept] + (dismiss.map { [$0] } ?? []) }
}

extension PromptPolicy {
  /// Returns the prompt for `trigger`, or `nil` if the policy has none for it.
  ///
  /// `activity` is the user's present activity, in the words of the app: "train together".
  public func card(
    for trigger: PromptTrigger, app: AppIdentity, activity: String = "do this together"
  ) -> PromptCard? {
    guard triggers.contains(trigger) else { return nil }
    return switch surface {
    case .homeCard:
      PromptCard(
        form: .homeCard, title: worded("Share \(app.name)"),
        message: Self.homeMessage(for: trigger, app: app), accept: worded("Share \(app.name)"),
        dismiss: worded("Dismiss"), opens: surface.destination)
    case .celebrationOrInline:
      productCard(for: trigger, app: app, activity: activity)
    case .postActionSheet:
      PromptCard(
        form: .postActionSheet, title: worded("Share with friends?"), message: nil,
        accept: worded("Invite Friends"), dismiss: worded("Not now"), opens: surface.destination)
    }
  }

  private static func homeMessage(for trigger: PromptTrigger, app: AppIdentity) -> String {
    switch trigger {
    case .dedupReview: worded("Know someone who'd benefit from cleaning up their contacts?")
    case .contactThreshold: worded("\(app.name) works better when your contacts join too.")
    case .scoreMilestone, .keyAction, .socialContent, .emptyState, .thirdSession,
      .contactsPermission, .postAction, .own1, .own2, .own3, .own4, .own5, .own6, .own7:
      // Only the score's text is the document's; the others reach a home card in what-ifs alone.
      worded("Share \(app.name) with friends to grow your network.")
    }
  }

  private func productCard(
    for trigger: PromptTrigger, app: AppIdentity, activity: String
  ) -> PromptCard {
    let (form, message, accept): (PromptCard.Form, String?, String) =
      switch trigger {
      case .socialContent: (.inlineButton, nil, worded("Invite a friend to \(activity)"))
      case .emptyState: (.emptyStatePrompt, nil, worded("Invite friends to get started"))
      case .thirdSession:
        (
          .softPrompt,
          worded("Enjoying \(app.name)? Friends who join together stick around 2x longer"),
          worded("Invite Friends")
        )
      case .keyAction, .dedupReview, .contactThreshold, .scoreMilestone, .contactsPermission,
        .postAction, .own1, .own2, .own3, .own4, .own5, .own6, .own7:
        (.celebrationScreen, nil, worded("Share with a friend"))
      }
    // "Not now" is ours: 002 asks to respect dismissals and names no button for them (CNF-62).
    return PromptCard(
      form: form, title: nil, message: message, accept: accept,
      dismiss: form == .inlineButton ? nil : worded("Not now"), opens: surface.destination)
  }
}

extension PromptPolicy.Surface {
  /// The destination of a tap on the prompt.
  var destination: PromptCard.Destination {
    switch self {
    case .homeCard: .shareScreen
    case .celebrationOrInline: .shareSheet
    case .postActionSheet: .picker
    }
  }
}

extension PromptRules {
  static let cards: [Rule] = [
    Rule("PRM-01", "A prompt is a card in the app; there is no push form of it."),
    Rule("PRM-02", "A prompt has a button that dismisses it, and blocks nothing."),
    Rule("PRM-06", "A prompt is a small card among the sections of the home tab."),
    Rule("PRM-08", "dedup_review asks who else would like to clean up their contacts."),
    Rule("PRM-10", "contact_threshold says the app works better when contacts join."),
    Rule("PRM-12", "score_milestone suggests sharing to grow the network."),
    Rule("PRM-13", "The card is titled Share Rin, with the buttons Share Rin and Dismiss."),
    Rule("PRM-15", "The card's Share Rin button opens the share screen."),
    Rule("P-ENT-03", "A key action brings a celebration with Share with a friend."),
    Rule("P-ENT-05", "Content that is better with others brings an inline invite button."),
    Rule("P-ENT-07", "An empty social feature invites friends to get started."),
    Rule("D-ENT-04", "A sheet after a value moment asks: Share with friends?"),
    Rule("ACC-15", "The card is announced when it appears, title and message as one."),
    Rule("ACC-16", "Accept and dismiss are separate elements for a screen reader."),
    Rule("ACC-17", "Dismissing says: Invite prompt dismissed."),
  ]
}
