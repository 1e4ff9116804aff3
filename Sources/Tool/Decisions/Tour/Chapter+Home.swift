import AddressBooks
import HomeSections
import Profiles
import Vocabulary

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
