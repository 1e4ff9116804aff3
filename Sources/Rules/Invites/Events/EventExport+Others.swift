import Vocabulary

extension EventExport {
  /// Returns the properties that the dashboards of 002 need; the document itself gives none.
  func productProperties(of event: InviteEvent) -> [Property] {
    switch event.particulars {
    case .entry(let entry):
      (event.step == .linkCopied ? [channel(.copy)] : [])
        + [text("entry_point", entry.rawValue.snakeCase)]
    case .share(let share):
      [channel(share.channel), text("entry_point", share.entry.rawValue.snakeCase)]
    case .prompt(let trigger, _): [text("trigger", trigger.eventName)]
    default: []
    }
  }

  func designProperties(
    of event: InviteEvent, by user: PrincipalID, session: UInt64
  ) -> [Property] {
    // A session is a visit, not a person: it stays as it is also where persons are hashed.
    let common = [
      identity("user_id", user), Property(name: "session_id", value: .raw(session)),
    ]
    return switch (event.step, event.particulars) {
    case (.flowOpened, .entry(let entry)):
      common + [text("entry_point", entry.rawValue.snakeCase)]
    case (.linkCopied, _): common + [number("count", 1), channel(.copy)]
    case (_, .contacts(let contacts)): common + [number("count", contacts)]
    case (_, .channel(let channel)): common + [self.channel(channel)]
    case (_, .share(let share)):
      common + [number("count", share.invites(countedBy: .recipient)), channel(share.channel)]
    default: common
    }
  }
}

extension EventRules {
  static let otherProperties: [Rule] = [
    Rule(
      "P-EVT-14", "Events carry the channel and the entry point or trigger that dashboards need."),
    Rule("D-EVT-01", "invite_flow_opened has the entry point."),
    Rule("D-EVT-05", "invite_contacts_selected has the count."),
    Rule("D-EVT-07", "invite_share_sheet_opened has a channel, unknown before one is chosen."),
    Rule("D-EVT-08", "invite_sent has count and channel and is logged once per recipient."),
    Rule("D-EVT-14", "Every event has user_id and session_id."),
  ]
}
