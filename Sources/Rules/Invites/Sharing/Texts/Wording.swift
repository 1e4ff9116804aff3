public import Vocabulary

/// One text that a document gives for a situation, or that we had to write.
public struct Wording: Hashable, Sendable {
  /// The situation that the text serves.
  public let situation: ScreenText
  /// The document that gives the text, or for which a text of ours was written.
  public let document: ProfileID
  /// The part of the document; `nil` for a part that no precedence ranks.
  public let part: CopyPolicy.Source?
  /// The section, such as `000 §4.4`; for a text of ours the conflict that asks for it.
  public let place: String
  /// The text, with `{app}` for the name of the app.
  public let template: String

  /// Whether the text is ours.
  public var isOurs: Bool { place.hasPrefix("ours") }
}

extension Wording {
  /// A situation, the part of the document, the place in it, and the text.
  private typealias Row = (ScreenText, CopyPolicy.Source?, String, String)

  /// Every text of every document, the losing ones of a conflict included.
  public static let all =
    rows(rin, of: .rin) + rows(product, of: .product) + rows(design, of: .design)

  private static func rows(_ rows: [Row], of document: ProfileID) -> [Wording] {
    rows.map { Wording(situation: $0, document: document, part: $1, place: $2, template: $3) }
  }

  /// The texts of seed 000; its error table, §13, has the rank of a requirement elsewhere.
  private static let rin: [Row] = [
    (.shareTitle, .stateTable, "000 §4.2", "Share {app}"),
    (.dashboardTitle, .stateTable, "000 §7.2", "Your Invites"),
    (.back, .stateTable, "000 §4.2", "Back"),
    (.slogan, .stateTable, "000 §4.2", "Own your network."),
    (.tagline, .stateTable, "000 §4.2", "Share {app} with someone who cares about their contacts."),
    (.linkLabel, .stateTable, "000 §4.2", "Your invite link"),
    (.messageLabel, .stateTable, "000 §4.2", "Message preview"),
    (.copy, .stateTable, "000 §4.2", "Copy"),
    (.edit, .stateTable, "000 §4.2", "Edit"),
    (.save, .stateTable, "000 §4.4", "Save"),
    (.cancel, .stateTable, "000 §4.4", "Cancel"),
    (.retry, .stateTable, "000 §4.4", "Retry"),
    (.shareViaMessages, .stateTable, "000 §4.2", "Share via Messages"),
    (.shareVia, .stateTable, "000 §4.2", "Share via..."),
    (.viewActivity, .stateTable, "000 §4.2", "View invite activity"),
    (.copied, .stateTable, "000 §4.3", "Copied"),
    (.inviteContact, .stateTable, "000 §5.2", "Invite to {app}"),
    (.contactInvited, .stateTable, "000 §5.4", "Invited"),
    (.onAppBadge, .stateTable, "000 §5.1", "On {app}"),
    (.linkFailed, .stateTable, "000 §4.4", "Can't generate invite link right now. Try again."),
    (.linkFailed, .requirement, "000 §13", "Can't generate invite link right now."),
    (.linkTimedOut, .requirement, "000 §13", "Taking longer than expected."),
    (.dashboardFailed, .stateTable, "000 §7.4", "Can't load invite activity. Try again."),
    (.dashboardFailed, .requirement, "000 §13", "Can't load invite activity."),
    (.offline, .edgeCase, "000 §14.1", "You need a connection to generate your invite link."),
  ]

  /// The texts of seed 002 for the sender.
  private static let product: [Row] = [
    (.inviteFriends, nil, "002 §3.1", "Invite Friends"),
    // The sheet does not report the recipients, [they].
    (.inviteSent, nil, "002 §2.1", "Invite sent! You'll be notified when they join."),
    (.offline, nil, "002 §8", "Check your connection and try again."),
    (.linkFailed, nil, "ours: CNF-62", "Can't create your invite link right now. Try again."),
    (
      .linkTimedOut, nil, "ours: CNF-62",
      "Creating your invite link takes longer than expected. Try again."
    ),
    (
      .linkReadyAgain, nil, "ours: CNF-20",
      "You're back online. Your invite link is ready to share."
    ),
  ]

  /// The texts of seed 003: requirements stand in §8, edge cases in §5.3, state tables in §6.
  private static let design: [Row] = [
    (.inviteFriends, .requirement, "003 §8 R9", "Invite Friends"),
    (.next, .stateTable, "003 §6", "Next"),
    (.sendVia, .stateTable, "003 §6", "Send via..."),
    (.shareLink, .requirement, "003 §8 R4", "Share Link"),
    (.allow, .stateTable, "003 §6", "Allow"),
    (.skip, .stateTable, "003 §6", "Skip"),
    (.retry, .stateTable, "003 §6", "Retry"),
    (
      .explainer, .edgeCase, "003 §5.3 E1",
      "We'll show your contacts so you can invite them. We never store or upload your contacts."
    ),
    (
      .explainer, .stateTable, "003 §6",
      "We'll show your contacts so you can invite them. We never store or upload them."
    ),
    (.allowContacts, nil, "003 §5.2", "Allow contacts access for easier inviting"),
    (.allowContacts, .stateTable, "003 §6", "Allow contacts access"),
    (.contactsEmpty, .stateTable, "003 §6", "No contacts found. You can still share a link!"),
    (
      .contactsFailed, .stateTable, "003 §6",
      "Something went wrong loading contacts. You can still share a link!"
    ),
    (
      .linkFailed, .edgeCase, "003 §5.3 E2",
      "Couldn't create your invite link. Check your connection and try again."
    ),
    (.linkFailed, .stateTable, "003 §6", "Couldn't create invite link."),
    // One failure to the document, whether of the network or by a time-out above 2 s.
    (
      .linkTimedOut, .edgeCase, "003 §5.3 E2",
      "Couldn't create your invite link. Check your connection and try again."
    ),
    (.linkTimedOut, .stateTable, "003 §6", "Couldn't create invite link."),
    (
      .offline, .edgeCase, "003 §5.3 E6",
      "You're offline. We'll send the invite when you're back online."
    ),
    (.offline, .requirement, "003 §8 R13", "We'll send this when you're back online"),
    (
      .linkReadyAgain, nil, "ours: CNF-20",
      "You're back online. Your invite link is ready to share."
    ),
    (
      .manyRecipients, .requirement, "003 §8 R14",
      "Tip: personal invites work best. Send to a few close friends?"
    ),
    (
      .manyRecipients, .edgeCase, "003 §5.3 E3",
      "Sending to many people at once? Consider a few personal invites instead."
    ),
    (.inviteSent, nil, "ours: CNF-23", "Invite sent!"),
    (.inviteMore, .requirement, "003 §8 R7", "Invite More Friends"),
    (.inviteMore, .stateTable, "003 §6", "Invite More"),
    (.done, .requirement, "003 §8 R7", "Done"),
  ]
}

extension SharingRules {
  static let designTexts: [Rule] = [
    Rule("D-PER-03", "The explainer says what contacts are for, with Allow and Skip."),
    Rule("D-FLW-08", "The second choice reads \"Allow contacts access\", or its longer form."),
    Rule(
      "D-SEL-04", "One text of the warning asks whether to send a few personal invites instead."),
    Rule("D-SEL-05", "The other text tips that personal invites work best."),
    Rule("D-LNK-09", "The banner's text without a link, in both versions, with its Retry button."),
    Rule("D-OFF-02", "Offline on send says that it goes on when the network is back."),
  ]
}
