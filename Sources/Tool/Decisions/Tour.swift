import AddressBooks
import Attribution
import Foundation
import GrowthloopFindings
import HomeSections
import Invites
import Profiles
import Prompts
import Vocabulary

/// One story, taken through the rules under three profiles; only the story is written down.
package struct Tour: Encodable, CustomStringConvertible {
  /// A part of the story.
  struct Chapter: Encodable {
    let title: String
    let scenes: [Scene]
  }

  /// An event, and the decision of each profile.
  struct Scene: Encodable {
    let happening: String
    let outcomes: [Outcome]
  }

  struct Outcome: Encodable {
    let profile: String
    let decision: String
    /// The rules applied.
    let rules: [String]

    init(_ profile: ProfileID, _ decision: String, _ rules: [RuleID]) {
      self.profile = profile.rawValue
      self.decision = decision
      self.rules = rules.map(\.description)
    }
  }

  let chapters: [Chapter]

  /// Nine o'clock on the first day of the story.
  static let start = CivilDate(year: 2026, month: 3, day: 2).start(in: .utc) + .hours(9)

  package init() {
    chapters = [.prompts, .home, .invite, .credit, .receipt, .afterwards]
  }

  /// Returns a scene with the decision of each profile on the same event.
  static func scene(
    _ happening: String, _ decide: (Profile) -> (decision: String, rules: [RuleID])
  ) -> Scene {
    Scene(
      happening: happening,
      outcomes: ProfileID.allCases.map { id in
        let answer = decide(Profile(id))
        return Outcome(id, answer.decision, answer.rules)
      })
  }

  package var description: String {
    let profiles = ProfileID.allCases.map(\.rawValue)
    return chapters.map { chapter in
      let rows = chapter.scenes.map { scene in
        [scene.happening]
          + scene.outcomes.map { outcome in
            let rules = outcome.rules.joined(separator: ", ")
            return rules.isEmpty ? outcome.decision : "\(outcome.decision) (\(rules))"
          }
      }
      return TextTable(header: [chapter.title] + profiles, rows: rows, widest: 34).description
    }.joined(separator: "\n")
  }
}

extension Tour.Chapter {
  /// The chapter after Sam has joined.
  static let afterwards = Tour.Chapter(
    title: "Sam has joined",
    scenes: [
      Tour.scene("his number is verified: are they connected?") { profile in
        let decision = profile.connection.decide(
          ConnectionFacts(inviter: ann, verified: sam, credit: .credited))
        return (word(for: decision), [decision.rule])
      },
      Tour.scene("what Ann hears, and after which step") { profile in
        let facts = JoinFacts(inviter: ann, invitee: sam, inviteeName: "Sam")
        for milestone in JoinMilestone.allCases {
          let decision = profile.notification.decide(
            milestone, at: Tour.start, for: facts, app: profile.app, texts: profile.copy)
          guard case .push(let push) = decision else { continue }
          return ("\(milestone.rawValue): “\(push.text)”", [push.rule])
        }
        return ("nothing", [])
      },
      Tour.scene("what Ann may see of her invites") { profile in
        (profile.visibility.inviterSees.map(\.rawValue).joined(separator: ", "), ["CNF-16"])
      },
      Tour.scene("what accepted means") { profile in
        (profile.metrics.acceptedMeans.rawValue, ["CNF-52"])
      },
    ])

  private static let ann = PrincipalID(rawValue: 1)
  private static let sam = PrincipalID(rawValue: 2)

  private static func word(for decision: ConnectionDecision) -> String {
    switch decision {
    case .connect(let circle): "connected" + (circle.map { " in \($0.rawValue)" } ?? "")
    case .suggest: "the connection is suggested"
    case .alreadyConnected: "they were connected before"
    case .none(let reason): "no: \(reason.rawValue)"
    }
  }
}

extension Tour.Chapter {
  /// The chapter in which Sam installs on day 10, after links of several people.
  static let credit = Tour.Chapter(
    title: "Who brought Sam, on day 10?",
    scenes: [
      Tour.scene("Ann's link on day 3, to the millisecond; Bob's on day 8") {
        credit([tap(1, day: 3, by: "Ann"), tap(2, day: 8, by: "Bob")], under: $0)
      },
      Tour.scene("Ann's link a millisecond earlier, and no other") {
        credit([tap(1, day: 3, by: "Ann", early: .milliseconds(1))], under: $0)
      },
      Tour.scene("Ann's on day 5; on day 9 that of Cy, who is gone") {
        credit([tap(1, day: 5, by: "Ann"), tap(2, day: 9, by: "Cy", state: .deleted)], under: $0)
      },
      Tour.scene("that of Cy alone") {
        credit([tap(1, day: 9, by: "Cy", state: .deleted)], under: $0)
      },
      Tour.scene("Ann's on day 5; on day 9 a tampered one") {
        credit([tap(1, day: 5, by: "Ann"), tap(2, day: 9, by: "Bob", link: .tampered)], under: $0)
      },
      Tour.scene("Ann's on day 9, and Sam has had an account for years") {
        credit([tap(1, day: 9, by: "Ann")], under: $0, isKnown: true)
      },
    ])

  private static let people = ["Sam", "Ann", "Bob", "Cy"]

  private static func tap(
    _ number: UInt64, day: Int64, by name: String, link: LinkStanding = .valid,
    state: AccountState = .active, early: Interval = .zero
  ) -> Click {
    let inviter = PrincipalID(rawValue: UInt64(people.firstIndex(of: name) ?? 0))
    return Click(
      sequence: number, at: Tour.start + .days(day) - early, inviter: inviter, link: link,
      inviterState: state)
  }

  private static func credit(
    _ clicks: [Click], under profile: Profile, isKnown: Bool = false
  ) -> (String, [RuleID]) {
    let arrival = Arrival(
      principal: PrincipalID(rawValue: 0), principalExists: isKnown,
      installedAt: Tour.start + .days(10))
    let decision = profile.attribution.decide(clicks, for: arrival)
    let name = decision.inviter.map { people[Int($0.rawValue)] }
    return switch decision.outcome {
    case .credited: ("\(name ?? "") is credited", [decision.rule])
    case .recordedOnly: ("\(name ?? "") is recorded, not credited", [decision.rule])
    case .none: ("no inviter", [decision.rule])
    }
  }
}

extension Tour.Chapter {
  /// The chapter about a day of Ann at home.
  ///
  /// Jon stands in her book twice, Sarah's birthday is tomorrow, and her score has changed.
  static let home: Tour.Chapter = {
    var days = ProfileID.allCases.map { HomeDay(Profile($0)) }

    func scene(
      _ happening: String, _ step: (inout HomeDay) -> (String, [RuleID])
    ) -> Tour.Scene {
      let outcomes = ProfileID.allCases.indices.map { index -> Tour.Outcome in
        let (decision, rules) = days[index].profileHasHome ? step(&days[index]) : days[index].none
        return Tour.Outcome(ProfileID.allCases[index], decision, rules)
      }
      return Tour.Scene(happening: happening, outcomes: outcomes)
    }

    return Tour.Chapter(
      title: "A day of Ann at home",
      scenes: [
        scene("she opens the app: what stands above her contacts") { day in
          day.happen(.appeared)
          return (day.sections, ["SEC-03"])
        },
        scene("the number on the tab") { ($0.badge, ["BDG-01"]) },
        scene("a prompt waits for a place below them") { day in
          day.happen(.prompt(isWaiting: true))
          let layout = day.picture.layout
          return (
            layout.showsPromptCard ? "shown" : "not shown, behind “\(layout.link ?? "")”",
            ["CNF-41"]
          )
        },
        scene("she skips the pair") { day in
          let answer = day.happen(.card(1, of: .needsAttention, .skip))
          return ("its card goes, the number stays \(day.badge)", answer.rules)
        },
        scene("and now the prompt") { day in
          (day.picture.layout.showsPromptCard ? "shown" : "not shown", ["CNF-41"])
        },
        scene("she searches for “sa”") { day in
          day.happen(.searchBegan)
          let answer = day.happen(.typed("sa"))
          let rows = day.picture.groups.flatMap(\.rows).map(\.title).joined(separator: ", ")
          return ("\(day.sections); \(rows)", answer.rules)
        },
        scene("she taps Sarah's card") { day in
          let answer = day.happen(.card(1, of: .upcoming, .view))
          return ("her page; \(answer.events.map(\.name).joined(separator: ", "))", answer.rules)
        },
        scene("she taps the header; next morning") { day in
          day.happen(.searchCancelled)
          let answer = day.happen(.gesture(.tap, on: .upcoming))
          day.pass(.hours(22))
          day.happen(.launched)
          let isCollapsed = day.picture.sections.contains { $0.kind == .upcoming && $0.isCollapsed }
          return (isCollapsed ? "still collapsed" : "open again", answer.rules + ["HID-08"])
        },
        scene("the pair that she skipped") { day in (day.sections, ["DUP-05"]) },
      ])
  }()
}

/// The home tab of one user under one profile.
private struct HomeDay {
  private var model: HomeModel
  private var now = Tour.start

  init(_ profile: Profile) {
    let people = [
      Contact(
        id: ContactID(rawValue: 1), name: PersonName(given: "Sarah", family: "Chen"),
        birthday: Birthday(month: 3, day: 3)),
      Contact(id: ContactID(rawValue: 2), name: PersonName(given: "Jon", family: "Smith")),
      Contact(id: ContactID(rawValue: 3), name: PersonName(given: "John", family: "Smith")),
    ].map { contact in
      var contact = contact
      contact.phones = [Phone("+1 212 555 010\(contact.id.rawValue)")]
      return contact
    }
    model = HomeModel(
      profile, AddressBook(people),
      pairs: [
        DuplicatePair(
          entries: EntryPair(people[1].id, people[2].id), confidence: 0.92, evidence: [.name])
      ], zone: .utc)
    happen(.synced(HomeModel.Report()))
    happen(.scored(69, tier: "Good"))
    happen(.scored(72, tier: "Good"))
  }

  @discardableResult
  mutating func happen(_ event: HomeModel.Event) -> HomeModel.Answer {
    model.receive(event, at: now)
  }

  mutating func pass(_ time: Interval) { now = now + time }

  var profileHasHome: Bool { model.profile.home.hasSections }
  /// The answer of a profile without a home tab.
  var none: (String, [RuleID]) { ("no home tab", [HomeModel.Refusal.noSections.rule]) }
  var picture: HomePicture { model.picture(at: now) }
  var badge: String { picture.badge.text ?? "none" }

  var sections: String {
    let names = picture.sections.map { ($0.kind.header ?? "the score").lowercased() }
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension HomeModel.Answer {
  fileprivate var rules: [RuleID] { [rule, badge?.rule].compactMap(\.self) }
}

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

extension Tour.Chapter {
  /// The chapter about the first weeks of Ann.
  ///
  /// She has 64 contacts and meets the triggers that her app supports.
  static let prompts: Tour.Chapter = {
    var lives = ProfileID.allCases.map { PromptLife(Profile($0).prompts) }

    func scene(_ happening: String, _ step: (inout PromptLife) -> PromptDecision?) -> Tour.Scene {
      let outcomes = ProfileID.allCases.indices.map { index -> Tour.Outcome in
        let id = ProfileID.allCases[index]
        guard let decision = step(&lives[index]) else { return Tour.Outcome(id, "noted", []) }
        if decision.isShown { return Tour.Outcome(id, "shown as prompt \(decision.number)", []) }
        let reasons = decision.because.map(\.suppression.rawValue).joined(separator: ", ")
        return Tour.Outcome(id, "withheld: \(reasons)", decision.because.map(\.rule))
      }
      return Tour.Scene(happening: happening, outcomes: outcomes)
    }

    return Tour.Chapter(
      title: "Ann meets prompts",
      scenes: [
        scene("day 0, first session: a moment of value") { $0.visit(day: 0, moment: 0) },
        scene("day 1, second session: another one") { $0.visit(day: 1, moment: 1) },
        scene("she dismisses what is up, and has a third") {
          $0.dismiss(day: 1)
          return $0.visit(day: 2, moment: 2)
        },
        scene("day 8, and one that she has met before") { $0.visit(day: 8, moment: 0) },
        scene("she shares; day 9, in the midst of a task") {
          $0.share(day: 8)
          return $0.visit(day: 9, moment: 2, busy: true)
        },
      ])
  }()
}

/// The past prompts of one user under one policy.
private struct PromptLife {
  let policy: PromptPolicy
  var history = PromptHistory()

  init(_ policy: PromptPolicy) {
    self.policy = policy
    policy.record(.contactsCounted(64), in: &history, at: Tour.start)
  }

  /// Begins a session with the `moment`th trigger of the policy's list.
  mutating func visit(day: Int64, moment: Int, busy: Bool = false) -> PromptDecision {
    let now = Tour.start + .days(day)
    policy.record(.sessionBegan, in: &history, at: now)
    if busy { policy.record(.coreFlowBegan, in: &history, at: now) }
    let trigger = policy.triggers[moment % policy.triggers.count]
    return policy.meet(trigger, in: &history, at: now, zone: .utc)
  }

  mutating func dismiss(day: Int64) {
    policy.record(.dismissed, in: &history, at: Tour.start + .days(day))
  }

  mutating func share(day: Int64) {
    policy.record(.shared, in: &history, at: Tour.start + .days(day))
  }
}

extension Tour.Chapter {
  /// The chapter in which Sam taps Ann's link.
  static let receipt = Tour.Chapter(
    title: "Sam taps Ann's link",
    scenes: [
      receipt("on an iPhone without the app", LinkTap(opener: .browser(.iOS))),
      receipt("on another phone", LinkTap(opener: .browser(.other))),
      receipt("with the app, signed in", LinkTap(opener: .signedInApp(.stranger))),
      receipt("and connected with Ann", LinkTap(opener: .signedInApp(.connected))),
      receipt("a link that is past its life", LinkTap(opener: .browser(.iOS), link: .expired)),
      receipt("first, his chat draws a preview of it", LinkTap(opener: .previewFetcher)),
    ])

  private static func receipt(_ happening: String, _ tap: LinkTap) -> Tour.Scene {
    Tour.scene(happening) { profile in
      let decision = profile.receipt.decide(
        tap, landing: profile.landing, broken: profile.link.broken)
      let text = decision.surface.text(app: profile.app, sender: "Ann").map { ": “\($0)”" } ?? ""
      let record = decision.isRecorded ? "" : ", no click"
      return (decision.surface.rawValue + text + record, [decision.rule])
    }
  }
}
