import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Links to the home tab")
struct HomeLinkTests {
  private func follow(
    _ text: String, on home: Home, hasSuggestions: Bool = false
  ) -> HomeLink.Plan? {
    HomeLink.follow(
      text, scheme: "rin", layout: home.layout, shelf: home.shelf, hasSuggestions: hasSuggestions)
  }

  private func handled(_ url: String, _ section: SectionKind? = nil) -> HomeLink.Step {
    .log(.linkHandled(url: url, section: section, contact: nil))
  }

  @Test func `DPL-01 · rin://home leads to the root`() {
    let plan = follow("rin://home", on: Home())
    #expect(plan?.steps == [.switchToHome, .popToRoot, handled("rin://home")])
    #expect(plan?.rule == "DPL-01")
  }

  @Test func `DPL-02, DPL-04 · section=dedup scrolls to Needs Attention, which lights up once`() {
    let url = "rin://home?section=dedup"
    let plan = follow(url, on: .with([.needsAttention]), hasSuggestions: true)
    #expect(
      plan?.steps == [
        .switchToHome, .popToRoot, .scroll(to: .needsAttention), .pulse(.needsAttention),
        handled(url, .needsAttention),
      ])
    #expect(plan?.rule == "DPL-02")
    #expect(HomeLink.pulse == .milliseconds(300))
  }

  @Test func `DPL-03 · a collapsed section is expanded first`() {
    var home = Home.with([.needsAttention])
    home.shelf.setCollapsed(true, .needsAttention, at: home.now)
    let plan = follow("rin://home?section=dedup", on: home, hasSuggestions: true)
    #expect(plan?.steps.dropFirst(2).first == .expand(.needsAttention))
    #expect(plan?.steps.dropFirst(3).first == .scroll(to: .needsAttention))
  }

  @Test(arguments: [
    ("enrichment", SectionKind.enrichmentUpdates, "DPL-05" as RuleID),
    ("upcoming", .upcoming, "DPL-06"),
  ])
  func `DPL-05, DPL-06 · the other two sections that have a link`(
    name: String, kind: SectionKind, rule: RuleID
  ) {
    let url = "rin://home?section=\(name)"
    let plan = follow(url, on: .with([kind]))
    #expect(
      plan?.steps == [.switchToHome, .popToRoot, .scroll(to: kind), handled(url, kind)])
    #expect(plan?.rule == rule)
  }

  @Test func `DPL-07, DPL-14 · a contact is pushed, and the others pop`() {
    let plan = follow("rin://contacts/42", on: Home())
    #expect(
      plan?.steps == [
        .switchToHome, .push(.contactDetail(id: "42")),
        .log(.linkHandled(url: "rin://contacts/42", section: nil, contact: "42")),
      ])
    for url in ["rin://home", "rin://home?section=upcoming"] {
      #expect(follow(url, on: Home())?.steps.prefix(2) == [.switchToHome, .popToRoot])
    }
  }

  @Test func `DPL-08, DPL-09 · a contact that is not at hand is loaded, and may be nowhere`() {
    #expect(ContactPage(isCached: true) == .found)
    var page = ContactPage(isCached: false)
    #expect(page == .loading && page.error == nil)
    page.receive(exists: false)
    #expect(page.error?.text == "Contact not found. It may have been deleted or merged.")
    #expect(page.error?.button == "Go Back")
    page.receive(exists: true)
    #expect(page == .missing)
    var other = ContactPage(isCached: false)
    other.receive(exists: true)
    #expect(other == .found && other.error == nil)
  }

  @Test func `DPL-10 · a section that is not there is no error`() {
    let url = "rin://home?section=dedup"
    for home in [Home(), .with([.needsAttention])] {
      let plan = follow(url, on: home, hasSuggestions: false)
      #expect(plan?.steps == [.switchToHome, .popToRoot, handled(url, .needsAttention)])
      #expect(plan?.rule == "DPL-10")
    }
  }

  @Test(arguments: [
    "", "rin", "rin:home", "rin://", "http://home", "rin://home/x", "rin://contacts",
    "rin://contacts/", "rin://contacts/a/b", "rin://contacts/a b", "rin://contacts/é",
    "rin://contacts/a%20b", "rin://contacts/a$", "rin:// home", "rin://home\u{7F}",
  ])
  func `DPL-11, ANA-20 · what is no link moves nothing and is logged`(text: String) {
    let plan = follow(text, on: Home())
    #expect(plan?.steps == [.log(.linkFailed)])
    #expect(plan?.rule == "DPL-11")
    #expect(HomeEvent.linkFailed.name == "deeplink.parse_failed")
  }

  @Test func `another part of the app is not the home tab's matter`() {
    #expect(HomeLink.read("rin://invite/aB3", scheme: "rin") == .elsewhere)
    #expect(follow("rin://invite/aB3", on: Home()) == nil)
    #expect(
      HomeLink.read("RIN://home?x=1&section=upcoming", scheme: "rin")
        == .link(.home(section: .upcoming)))
  }

  @Test func `DPL-01, DPL-07 · the signs that an id and a query may have`() {
    func read(_ text: String) -> HomeLink.Reading { HomeLink.read(text, scheme: "rin") }
    #expect(read("rin://contacts/aZ-09_.~") == .link(.contact(id: "aZ-09_.~")))
    #expect(read("rin://home?!~") == .link(.home(section: nil)))
    // Only the first question mark begins the query.
    #expect(read("rin://home?x=?&section=upcoming") == .link(.home(section: .upcoming)))
  }

  @Test func `DPL-13 · any section is expanded, from behind the link to more as well`() {
    var home = Home.with([.needsAttention, .scoreChanged, .upcoming, .enrichmentUpdates])
    home.shelf.setCollapsed(true, .enrichmentUpdates, at: home.now)
    let plan = follow("rin://home?section=enrichment", on: home)
    #expect(
      plan?.steps.dropFirst(2).dropLast() == [
        .expandOverflow, .expand(.enrichmentUpdates), .scroll(to: .enrichmentUpdates),
      ])
    home.shelf.hide(.enrichmentUpdates, .forGood(since: home.now))
    #expect(follow("rin://home?section=enrichment", on: home)?.rule == "DPL-10")
    #expect(follow("rin://home?section=nonsense", on: home)?.rule == "DPL-01")
  }
}
