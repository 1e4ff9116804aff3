import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Suggested Circle Assignments")
struct SuggestedCirclesTests {
  typealias Person = CirclePattern.Person

  static let people = [
    Person(id: 4, domains: ["acme.com"], areaCodes: ["415"], familyName: "Chen"),
    Person(id: 2, domains: ["acme.com", "mail.com"], areaCodes: ["212"], circles: [8]),
    Person(id: 1, domains: ["acme.com"], areaCodes: ["415"], circles: [3]),
    Person(id: 9, domains: ["mail.com"], familyName: "Chen"),
  ]

  private func proposal(_ pattern: CirclePattern) -> CircleProposal? {
    CircleProposal(
      circle: 3, name: "Colleagues", emoji: "💼", pattern: pattern, among: Self.people)
  }

  @Test func `SGC-01 · proposed is who fits and is not in the circle`() {
    #expect(proposal(.domain("acme.com"))?.contacts == [2, 4], "1 is in it, 9 does not fit")
    #expect(proposal(.domain("acme.org")) == nil)
  }

  @Test func `SGC-02 · a domain, an area code, a family name`() {
    #expect(proposal(.areaCode("415"))?.contacts == [4])
    #expect(proposal(.familyName("Chen"))?.contacts == [4, 9])
  }

  @Test func `SGC-03 · three contacts, on one card or on several`() {
    var home = Home()
    home.matters.proposals = [.colleagues(1...2)]
    #expect(home.shown.isEmpty)
    home.matters.proposals = [.colleagues(1...3)]
    #expect(home.shown == [.suggestedCircles])
    home.matters.proposals = [.colleagues(1...2), .colleagues(3...3)]
    #expect(home.shown == [.suggestedCircles])
    #expect(home.evaluation.decision(.suggestedCircles).rule == "SGC-03")
  }

  @Test func `SGC-04, SGC-05, SGC-06 · its header, and a card`() {
    #expect(SectionKind.suggestedCircles.header == "SUGGESTED CIRCLES")
    let proposal = CircleProposal.colleagues(1...5)
    #expect(
      proposal.lines == ["5 contacts may belong in \"Colleagues\"", "Shared domain: @acme.com"])
    #expect(proposal.name == "Colleagues" && proposal.emoji == "💼")
    #expect(CircleProposal.actions == ["Review", "Dismiss"])
  }

  @Test func `SGC-07, RTE-09 · Review is a half-sheet`() {
    #expect(HomeTap.reviewCircle.route == .sheet(.circleConfirmation))
    #expect(!HomeRoute.Sheet.circleConfirmation.isFullHeight)
  }

  @Test func `SGC-08 · only the selected join`() {
    var review = CircleReview(.colleagues(1...4))
    #expect(review.confirmed == [1, 2, 3, 4])
    review.toggle(2)
    review.toggle(77)
    #expect(review.confirmed == [1, 3, 4])
    review.toggle(2)
    #expect(review.confirmed == [1, 2, 3, 4])
  }

  @Test func `SGC-09, SGC-10 · Dismiss is for these contacts and no others`() {
    var dismissed = DismissedProposals()
    dismissed.dismiss(.colleagues(1...4))
    #expect(!dismissed.allow(.colleagues(1...4)))
    #expect(dismissed.allow(.colleagues(1...5)))
    #expect(dismissed.allow(.colleagues(2...4)))
  }

  @Test func `SGC-11 · two cards, the largest first, and a link`() {
    var home = Home()
    home.matters.proposals = [.colleagues(1...1), .colleagues(1...4), .colleagues(5...6)]
    let contents = home.evaluation.contents
    #expect(contents.proposals == [1, 2])
    #expect(contents.furtherLink(.suggestedCircles, in: home.matters) == "See More Suggestions")
    home.matters.proposals.removeFirst()
    #expect(home.evaluation.contents.furtherLink(.suggestedCircles, in: home.matters) == nil)
  }
}
