import Vocabulary

extension TextCatalogue {
  /// The footer of the share screen: `Your invites: 5 sent, 3 joined`.
  public func footer(_ counts: InviteCounts) -> String {
    "Your invites: \(counts.sent) sent, \(counts.completedOnboarding) joined"
  }

  /// The footer as it is spoken, such as "You've sent 5 invites" and "3 people joined".
  public func spokenFooter(_ counts: InviteCounts) -> String {
    // The singular forms are ours: CNF-62.
    let invites = counts.sent == 1 ? "1 invite" : "\(counts.sent) invites"
    let joined = counts.completedOnboarding
    let people = joined == 1 ? "1 person" : "\(joined) people"
    return "You've sent \(invites). \(people) joined."
  }

  /// What VoiceOver says of the invite button on the page of a contact.
  public func spokenInvite(for name: String) -> String { "Invite \(name) to \(app.name)." }

  /// What VoiceOver says of it once the contact is invited.
  public func spokenInvited(for name: String) -> String { "\(name) invited to \(app.name)." }

  /// What the sender reads after a share with contacts of these names.
  ///
  /// Beyond three names the rest is a number, so that twenty fit on the screen.
  public func inviteSent(to names: [String]) -> String {
    // The document says [Name(s)]; how several are joined is ours: CNF-62.
    switch names.count {
    case 0: self[.inviteSent]
    case 1: "Invite sent to \(names[0])!"
    case 2: "Invite sent to \(names[0]) and \(names[1])!"
    case 3: "Invite sent to \(names[0]), \(names[1]) and \(names[2])!"
    default: "Invite sent to \(names[0]), \(names[1]) and \(names.count - 2) others!"
    }
  }
}

/// What the footer of the share screen counts.
public struct InviteCounts: Hashable, Sendable, BitwiseCopyable {
  public var sent: Int
  /// Those whom the footer calls joined, as the dashboard counts them.
  public var completedOnboarding: Int

  public init(sent: Int, completedOnboarding: Int) {
    self.sent = sent
    self.completedOnboarding = completedOnboarding
  }
}

extension SharingRules {
  static let sentences: [Rule] = [
    Rule("SHR-05", "The footer reads \"Your invites: 5 sent, 3 joined\"."),
    Rule("SHR-26", "The footer gives the inviter's sent and accepted counts."),
    Rule("SHR-30", "The footer's \"joined\" are those who completed onboarding."),
    Rule("ACC-07", "The invite button is spoken with the contact's name."),
    Rule("ACC-08", "The invited state is spoken with the contact's name."),
    Rule("P-SND-06", "The toast promises word when they join."),
    Rule("D-SUC-07", "A share without known names says \"Invite sent!\"."),
  ]
}
