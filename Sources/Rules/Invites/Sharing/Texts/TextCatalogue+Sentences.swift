import Vocabulary

extension TextCatalogue {
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

extension SharingRules {
  static let sentences: [Rule] = [
    Rule("ACC-07", "The invite button is spoken with the contact's name."),
    Rule("ACC-08", "The invited state is spoken with the contact's name."),
    Rule("P-SND-06", "The toast promises word when they join."),
    Rule("D-SUC-07", "A share without known names says \"Invite sent!\"."),
  ]
}
