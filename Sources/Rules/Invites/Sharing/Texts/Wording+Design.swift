import Vocabulary

extension Wording {
  /// The texts of seed 003: requirements stand in §8, edge cases in §5.3, state tables in §6.
  static let design: [Wording] = [
    Wording(.inviteFriends, .design, .requirement, "003 §8 R9", "Invite Friends"),
    Wording(.next, .design, .stateTable, "003 §6", "Next"),
    Wording(.sendVia, .design, .stateTable, "003 §6", "Send via..."),
    Wording(.shareLink, .design, .requirement, "003 §8 R4", "Share Link"),
    Wording(.allow, .design, .stateTable, "003 §6", "Allow"),
    Wording(.skip, .design, .stateTable, "003 §6", "Skip"),
    Wording(.retry, .design, .stateTable, "003 §6", "Retry"),
    Wording(
      .explainer, .design, .edgeCase, "003 §5.3 E1",
      "We'll show your contacts so you can invite them. "
        + "We never store or upload your contacts."),
    Wording(
      .explainer, .design, .stateTable, "003 §6",
      "We'll show your contacts so you can invite them. We never store or upload them."),
    Wording(
      .allowContacts, .design, nil, "003 §5.2", "Allow contacts access for easier inviting"),
    Wording(.allowContacts, .design, .stateTable, "003 §6", "Allow contacts access"),
    Wording(
      .contactsEmpty, .design, .stateTable, "003 §6",
      "No contacts found. You can still share a link!"),
    Wording(
      .contactsFailed, .design, .stateTable, "003 §6",
      "Something went wrong loading contacts. You can still share a link!"),
    Wording(
      .linkFailed, .design, .edgeCase, "003 §5.3 E2",
      "Couldn't create your invite link. Check your connection and try again."),
    Wording(.linkFailed, .design, .stateTable, "003 §6", "Couldn't create invite link."),
    // One failure to the document, whether of the network or by a time-out above 2 s.
    Wording(
      .linkTimedOut, .design, .edgeCase, "003 §5.3 E2",
      "Couldn't create your invite link. Check your connection and try again."),
    Wording(
      .linkTimedOut, .design, .stateTable, "003 §6", "Couldn't create invite link."),
    Wording(
      .offline, .design, .edgeCase, "003 §5.3 E6",
      "You're offline. We'll send the invite when you're back online."),
    Wording(
      .offline, .design, .requirement, "003 §8 R13", "We'll send this when you're back online"),
    Wording(
      .linkReadyAgain, .design, nil, "ours: CNF-20",
      "You're back online. Your invite link is ready to share."),
    Wording(
      .manyRecipients, .design, .requirement, "003 §8 R14",
      "Tip: personal invites work best. Send to a few close friends?"),
    Wording(
      .manyRecipients, .design, .edgeCase, "003 §5.3 E3",
      "Sending to many people at once? Consider a few personal invites instead."),
    Wording(.inviteSent, .design, nil, "ours: CNF-23", "Invite sent!"),
    Wording(.inviteMore, .design, .requirement, "003 §8 R7", "Invite More Friends"),
    Wording(.inviteMore, .design, .stateTable, "003 §6", "Invite More"),
    Wording(.done, .design, .requirement, "003 §8 R7", "Done"),
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
