import Vocabulary

extension EventExport {
  func rinProperties(of event: InviteEvent) -> [Property] {
    switch event.particulars {
    case .entry(let entry): [text("source", entry.rinSource)]
    case .share(let share):
      [
        channel(share.channel), text("source", share.entry.rinSource),
        Property(name: "message_customized", value: .flag(share.isCustomized)),
      ]
    case .opening(let reference, _, _), .reference(let reference): properties(of: reference)
    case .resolution(let reference, let daysSinceClick):
      properties(of: reference) + [number("days_since_click", daysSinceClick)]
    case .completion(let reference, let invitee):
      properties(of: reference) + [identity("invitee_id", invitee)]
    case .pair(let inviter, let invitee):
      [identity("inviter_id", inviter), identity("invitee_id", invitee)]
    case .prompt(let trigger, let number):
      [text("trigger", trigger.eventName), number.map { self.number("prompt_number", $0) }]
        .compactMap(\.self)
    case .figures(let figures):
      [
        number("sent_count", figures.sent), number("installed_count", figures.installed),
        number("completed_count", figures.completed),
      ]
    case .invitee(let invitee): [identity("invitee_id", invitee)]
    case .none, .contacts, .channel: []
    }
  }

  private func properties(of reference: InviteEvent.InviteReference) -> [Property] {
    let code = reference.code.map { text("invite_code", $0.description) }
    return [code, identity("referrer_id", reference.referrer)].compactMap(\.self)
  }
}

extension EventRules {
  static let rinProperties: [Rule] = [
    Rule("EVT-02", "invite_link_created has the source."),
    Rule("EVT-03", "invite_link_shared has channel, source and whether the text was customised."),
    Rule("EVT-04", "invite_link_copied has the source."),
    Rule("EVT-05", "invite_link_opened needs the app installed; it has code and referrer."),
    Rule("EVT-06", "invite_deferred_resolved has code, referrer and the age of the click in days."),
    Rule("EVT-07", "invite_app_installed has code and referrer."),
    Rule("EVT-08", "invite_onboarding_completed has code, referrer and invitee."),
    Rule("EVT-09", "invite_auto_connected has inviter and invitee."),
    Rule("EVT-10", "invite_prompt_shown has trigger and number."),
    Rule("EVT-11", "invite_prompt_dismissed has trigger and number."),
    Rule("EVT-12", "invite_prompt_tapped has trigger and number."),
    Rule("EVT-13", "invite_dashboard_viewed has the three figures."),
    Rule("EVT-14", "invite_dashboard_contact_tapped has the invitee."),
    Rule("EVT-15", "invite_terms_viewed has no properties."),
    Rule("EVT-16", "invite_notification_sent has inviter and invitee."),
    Rule("EVT-17", "invite_notification_tapped has inviter and invitee."),
    Rule("EVT-21", "A copied link logs only the copy; what follows a click is logged as ever."),
    Rule("EDG-08", "A copied link is the shared link; attribution cannot tell the two apart."),
    Rule("EVT-23", "invite_link_opened asks only for an installed app, whoever opens the link."),
    Rule("EVT-24", "The same person is referrer beside a code and inviter beside an invitee."),
    Rule("EVT-25", "The code stands unhashed in the four receipt events that carry it."),
    Rule("NOT-07", "Sending and tapping the push are logged with both persons under a hash."),
  ]
}
