import Foundation
import Invites
import Profiles
import Vocabulary

extension Tour.Chapter {
  /// The chapter in which Ann invites Sam.
  static let invite = Tour.Chapter(
    title: "Ann invites Sam",
    scenes: [
      Tour.scene("she taps Invite: what opens, when the link is made") { profile in
        (
          "\(profile.flow.entryOpens.rawValue), link at \(profile.link.createAt.rawValue)",
          ["CNF-50", "CNF-56"]
        )
      },
      Tour.scene("the link she sends") { profile in
        let link = profile.typicalLink ?? ""
        return ("\(shortened(link)): \(link.count) characters", ["CNF-03"])
      },
      Tour.scene("the words it goes out with") { profile in
        guard let message = message(under: profile) else { return ("none", []) }
        let parts = message.segments.map { ", \($0.count) SMS" } ?? ""
        let text = message.text.replacingLink(profile.typicalLink ?? "")
        return ("“\(text)” \(message.characters) characters\(parts)", [message.rule])
      },
      Tour.scene("the 51st invite of one day") { profile in
        var tally = DailyTally()
        for minute in 0..<50 {
          profile.limits.record(.created, in: &tally, at: Tour.start + .minutes(Int64(minute)))
        }
        return outcome(
          profile.limits.decideInvite(
            after: tally, at: Tour.start + .hours(2), calendar: profile.calendar, zone: .utc))
      },
      Tour.scene("the 21st contact in one batch") { outcome($0.limits.decidePick(after: 20)) },
    ])

  private static func message(under profile: Profile) -> InviteMessage? {
    var occasion = MessageOccasion(recipients: ["Sam"])
    occasion.useCase = "training plans"
    return profile.messages.message(
      for: occasion, app: profile.app, link: profile.typicalLink ?? "")
  }

  private static func outcome(_ decision: LimitDecision) -> (String, [RuleID]) {
    switch decision {
    case .allowed: ("allowed", [])
    case .refused(.dailyLimit(let until?)): ("refused until \(until)", ["P-LIM-01"])
    case .refused(let refusal): ("refused", [refusal.rule])
    }
  }

  private static func shortened(_ link: String) -> String {
    link.count <= 39 ? link : "\(link.prefix(31))…"
  }
}

extension String {
  fileprivate func replacingLink(_ link: String) -> String {
    guard !link.isEmpty, let range = range(of: link) else { return self }
    return replacingCharacters(in: range, with: "[link]")
  }
}
