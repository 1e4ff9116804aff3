import Attribution
import TestSupport
import Testing
import Vocabulary

@Suite("Receipt · what an app and a matching service keep")
struct SavedArrivalTests {
  @Test func `an arrival that was under way goes on at the next launch`() throws {
    let ada = PrincipalID(rawValue: 1)
    let invite = CarriedInvite(
      link: .max, inviter: ada, inviterName: "Ada", destination: .sharedFeature(42))
    let events: [InviteArrival.Event] = [
      .firstLaunched, .serverAnswered(.invited(invite)), .inviterVanished,
      .linkOpened(CarriedInvite(link: 2, inviter: ada)), .onboardingCompleted,
    ]
    var (arrival, restored) = (InviteArrival(), InviteArrival())
    for event in events {
      restored = try savedAgain(restored)
      #expect(
        restored.receive(event, receipt: .rin, attribution: .rin)
          == arrival.receive(event, receipt: .rin, attribution: .rin))
      #expect(restored == arrival)
    }
    #expect(arrival.state == .finished)
  }

  @Test(arguments: UInt64(0)..<6)
  func `a book of clicks matches after a restart as before`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let rule = MatchRule.ownService
    var book = ClickBook(rule: rule, keptFor: .days(7), lateness: .hours(1))
    for sequence: UInt64 in 1...2_500 {
      let at = noon(0) + .minutes(Int64(sequence) * 7)
      let device = DeviceSignals.phone(
        [.model: .random(in: 1...30, using: &chance)], token: sequence % 90)
      book.record(.click(sequence, at: at, link: sequence % 90, by: device))
      if sequence % 11 == 0 { book.spend(sequence) }
      if sequence % 300 == 0 { book.forget(at: at) }
    }
    let kept = try savedAgain(book.kept)
    #expect(kept == book.kept)
    #expect(kept.clicks.count < 2_500)
    var restored = try #require(
      ClickBook(resuming: kept, rule: rule, keptFor: .days(7), lateness: .hours(1)))
    #expect(restored.newest == book.newest)
    for step: UInt64 in 0..<200 {
      let launch = noon(0) + .minutes(Int64.random(in: 0..<20_000, using: &chance))
      let device = DeviceSignals.phone(
        [.model: .random(in: 1...30, using: &chance)], token: step % 2 == 0 ? step % 90 : 0)
      #expect(
        restored.match(device, launchedAt: launch) == book.match(device, launchedAt: launch))
    }
    #expect(restored.kept == book.kept)
  }

  @Test func `clicks out of order are no book, and those within the lateness are`() {
    var book = ClickBook(rule: .ownService, keptFor: .days(7), lateness: .hours(2))
    book.record(.click(1, at: noon(1), link: 7, by: .phone()))
    book.record(.click(2, at: noon(1) - .hours(1), link: 7, by: .phone()))
    let kept = book.kept
    #expect(
      ClickBook(resuming: kept, rule: .ownService, keptFor: .days(7), lateness: .hours(2))?.newest
        == noon(1))
    #expect(ClickBook(resuming: kept, rule: .ownService, keptFor: .days(7)) == nil)
  }

  @Test func `the words of a page are the app's own where it has them`() {
    let texts = inBrackets {
      let page = EmailCapturePage(app: .rin)
      return [page.text, page.consent, page.withdrawn, GenericPage(app: .rin).storeLink]
        + page.thanks + [EmailCapturePage.Refusal.noAddress, .noConsent].map(\.text)
    }
    #expect(texts.count == 8)
    #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(texts)")
  }
}
