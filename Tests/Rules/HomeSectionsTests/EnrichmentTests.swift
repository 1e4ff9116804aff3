import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Enrichment Updates")
struct EnrichmentTests {
  private static func home(hours: [Int64]) -> Home {
    var home = Home()
    home.contacts = hours.map { .enriched(at: home.now - .hours($0)) }
    return home
  }

  @Test func `ENR-01 · something new from the network, since someone looked`() {
    var home = Home()
    home.contacts = [.old()]
    #expect(!home.shown.contains(.enrichmentUpdates))
    home.contacts[0].receive(fields: 2, from: .network, at: home.now)
    #expect(home.shown == [.enrichmentUpdates])
    #expect(home.contacts[0].newFields == 2)
    #expect(home.contacts[0].enrichedAt == home.now)
    home.contacts[0].receive(fields: 0, from: .network, at: home.now + .hours(1))
    #expect(home.contacts[0].enrichedAt == home.now, "no field is no news")
  }

  @Test func `ENR-02, ENR-03, ENR-04 · three are counted, the newest two have a card`() {
    let home = Self.home(hours: [3, 1, 2])
    #expect(SectionKind.enrichmentUpdates.header == "ENRICHMENT UPDATES")
    #expect(SectionKind.enrichmentUpdates.count(of: 3, isCollapsed: false) == 3)
    let contents = home.evaluation.contents
    #expect(contents.enriched == [1, 2])
    #expect(contents.furtherLink(.enrichmentUpdates, in: home.matters) == "See All 3 Updates")
    #expect(SectionKind.enrichmentUpdates.furtherLink(items: 2, cards: 2) == nil)
  }

  @Test func `ENR-05, ENR-06 · a card has avatar, name, the mark, and a line for each new field`() {
    let card = EnrichmentCard(
      name: "John Smith", avatar: .initials("JS"),
      fields: [("Company", "Acme Corp"), ("Title", "VP Engineering")], app: "Rin")
    #expect(card.name == "John Smith" && card.avatar == .initials("JS"))
    #expect(card.mark.label.label == "Has enriched information from Rin")
    #expect(EnrichmentMark.symbol == "sparkles")
    #expect(card.lines == ["+ Company: Acme Corp", "+ Title: VP Engineering"])
    #expect(EnrichmentCard.action == "View")
  }

  @Test func `ENR-07 · a card opens its contact`() {
    #expect(HomeTap.enrichmentCard(id: "7").route == .push(.contactDetail(id: "7")))
  }

  @Test func `ENR-08 · seen by opening the list, or every card`() {
    var all = Self.home(hours: [3, 1, 2])
    all.contacts.viewAllUpdates()
    #expect(all.shown.isEmpty)
    var each = Self.home(hours: [3, 1])
    each.contacts[0].viewUpdate()
    #expect(each.shown == [.enrichmentUpdates])
    each.contacts[1].viewUpdate()
    #expect(each.shown.isEmpty)
    #expect(each.contacts == [.old(), .old()], "as if nothing had come")
  }

  @Test func `ENR-09 · what was seen is back with something new`() {
    var home = Self.home(hours: [5])
    home.contacts[0].viewUpdate()
    #expect(home.shown.isEmpty)
    home.contacts[0].receive(fields: 1, from: .network, at: home.now)
    #expect(home.shown == [.enrichmentUpdates])
    #expect(home.contacts[0].newFields == 1)
  }

  @Test(arguments: SectionContact.Source.allCases)
  func `ENR-10 · only the network enriches`(source: SectionContact.Source) {
    var home = Home()
    home.contacts = [.old()]
    home.contacts[0].receive(fields: 3, from: source, at: home.now)
    #expect(home.shown == (source == .network ? [.enrichmentUpdates] : []))
  }
}
