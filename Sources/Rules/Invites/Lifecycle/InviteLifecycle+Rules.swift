public import Vocabulary

extension InviteLifecycle.Step {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .moved(to: .expired), .stayed(.stillValid), .stayed(.alreadyExpired),
      .stayed(.acceptedForGood), .refused(.expired):
      "P-INV-13"
    case .moved(to: .created), .moved(to: .sent), .moved(to: .opened), .moved(to: .accepted):
      "P-INV-12"
    case .stayed(.shareCancelled): "P-INV-11"
    case .stayed(.furtherAlong): "P-INV-14"
    case .stayed(.broughtAnother), .refused(.exhausted): "P-INV-15"
    }
  }
}

extension LinkRules {
  static let lifecycle: [Rule] = [
    Rule("LNK-08", "Without a set life a link never expires; only the credit of a click does."),
    Rule(
      "LNK-15", "A tap counts whatever channel carried the link, also one never reported as sent."),
    Rule("P-LNK-10", "A link has no date in it: its record says when it expires."),
    Rule("P-INV-07", "An invite is created, sent, opened, accepted or expired."),
    Rule("P-INV-09", "A record keeps when it was created and when it was first accepted."),
    Rule("P-INV-10", "A record keeps when it expires: 30 days after its creation."),
    Rule("P-INV-11", "A new record is created, and stays so if the share is cancelled."),
    Rule("P-INV-12", "A share makes it sent, a tap opened, and an acceptance accepted."),
    Rule(
      "P-INV-13", "An invite not accepted expires when older than 30 days; at 30 days it is valid."),
    Rule("P-INV-14", "An invite's status never goes back; created may jump to opened."),
    Rule(
      "P-INV-15", "A link may bring so many people as its policy says; the next gets no credit."),
    Rule("D-RES-02", "A link is past its life when older than 30 days."),
  ]
}
