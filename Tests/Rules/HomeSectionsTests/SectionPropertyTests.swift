import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("The sections · what holds for every home")
struct SectionPropertyTests {
  /// A home drawn from chance, with equal times and confidences among its items.
  static func random(_ chance: inout SeededChance) -> Home {
    var home = Home()
    home.now =
      noon(.random(in: 0...1_500, using: &chance))
      + .hours(.random(in: 0...23, using: &chance))
    home.zone = CivilZone(offset: .hours(.random(in: -12...14, using: &chance)))
    home.contacts = (0..<Int.random(in: 0...120, using: &chance)).map { _ in
      contact(in: home, &chance)
    }
    home.matters.conflicts = Int.random(in: 0...3, using: &chance)
    home.matters.suggestions = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
      MergeSuggestion(
        confidence: Double(Int.random(in: 13...20, using: &chance)) / 20,
        isSkipped: Int.random(in: 0..<4, using: &chance) == 0)
    }
    home.matters.reminders = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
      var reminder = Reminder(
        due: home.now + .hours(.random(in: -30...220, using: &chance)), text: "")
      if Int.random(in: 0..<4, using: &chance) == 0 { reminder.dismiss() }
      return reminder
    }
    home.matters.proposals = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
      .colleagues(1...UInt64.random(in: 1...4, using: &chance))
    }
    if Bool.random(using: &chance) {
      home.matters.score = ScoreWatch(score: 69)
      home.matters.score?.receive(
        .random(in: 68...70, using: &chance),
        at: home.now - .hours(.random(in: 0...60, using: &chance)))
    }
    for kind in SectionKind.allCases { hide(kind, in: &home, &chance) }
    return home
  }

  private static func contact(in home: Home, _ chance: inout SeededChance) -> SectionContact {
    let bits = Int.random(in: 0..<16, using: &chance)
    var contact = SectionContact(
      addedAt: home.now - .hours(.random(in: 0...400, using: &chance)), hasName: bits & 1 == 0,
      isReachable: bits & 6 != 0,
      birthday: YearDay(
        month: .random(in: 1...12, using: &chance), day: .random(in: 1...31, using: &chance))
        ?? .none)
    if bits & 8 == 0 {
      contact.receive(
        fields: 1, from: .network, at: home.now - .hours(.random(in: 0...5, using: &chance)))
    }
    if bits == 7 { contact.dismissBirthday(of: CivilDate(of: home.now, in: home.zone)) }
    return contact
  }

  private static func hide(
    _ kind: SectionKind, in home: inout Home, _ chance: inout SeededChance
  ) {
    let since = home.now - .hours(.random(in: 0...30, using: &chance))
    switch Int.random(in: 0..<12, using: &chance) {
    case 0: home.shelf.hide(kind, .brief(since: since))
    case 1: home.shelf.hide(kind, .today(since: since, until: home.zone.midnight(after: since)))
    case 2: home.shelf.hide(kind, .forGood(since: since))
    default: break
    }
  }

  @Test func `an evaluation is what sorting everything by the book would give`() {
    var chance = SeededChance(seed: 20_260_411)
    for _ in 0..<1_500 {
      let home = Self.random(&chance)
      let (evaluation, naive) = (home.evaluation, NaiveSections(home))
      #expect(evaluation.contents.attention == naive.attention)
      #expect(evaluation.contents.upcoming == naive.upcoming)
      #expect(evaluation.contents.recent == naive.recent)
      #expect(evaluation.contents.enriched == naive.enriched)
      #expect(evaluation.contents.proposals == naive.proposals)
      #expect(evaluation.contents.counts == naive.counts)
      #expect(evaluation.shown.members == naive.shown)
      #expect(home.policy.badgeCount(of: evaluation.contents) == naive.badge)
    }
  }

  @Test func `SEC-05 · never more than three, in one order, and nothing is lost or twice there`() {
    var chance = SeededChance(seed: 5)
    for round in 0..<1_000 {
      let home = Self.random(&chance)
      let card = SectionLayout.Card(index: round % 4, countsTowardLimit: true)
      let layout = SectionLayout(home.evaluation, card: round % 2 == 0 ? card : nil)
      #expect(layout.visible.count <= 3)
      #expect(layout.overflow.isEmpty || layout.visible.count == 3)
      let all = layout.visible + layout.overflow
      let sections = all.filter { $0 != .promptCard }
      #expect(sections == home.shown.map { .section($0) })
      #expect(all.count - sections.count == (round % 2 == 0 ? 1 : 0))
    }
  }

  @Test func `HID-04, HID-06, HID-12 · what is hidden stays so until its rule ends, and no longer`()
  {
    var chance = SeededChance(seed: 6)
    for _ in 0..<500 {
      let home = Self.random(&chance)
      for decision in home.evaluation.decisions {
        switch decision.suppression {
        case .hidden(let end), .hiddenToday(let end):
          #expect(end > home.now)
          var later = home.shelf.hiding(of: decision.kind, at: end - .milliseconds(1))
          #expect(later == decision.suppression)
          later = home.shelf.hiding(of: decision.kind, at: end)
          #expect(later == nil)
        case .hiddenForGood:
          let hiding = home.shelf.hiding(of: decision.kind, at: home.now + .days(10_000))
          #expect(hiding == .hiddenForGood)
        default: break
        }
      }
    }
  }

  @Test func `SEC-04 · the order of the contacts decides nothing but ties`() {
    var chance = SeededChance(seed: 7)
    for _ in 0..<300 {
      var home = Self.random(&chance)
      let before = home.evaluation
      home.contacts.shuffle(using: &chance)
      #expect(home.evaluation.decisions == before.decisions)
      #expect(home.evaluation.contents.counts == before.contents.counts)
    }
  }
}
