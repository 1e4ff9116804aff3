import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Suggested Circle Assignments")
struct SuggestedCirclesTests {
  /// People with a domain, an area code, a family name and circles each.
  private static func person(
    _ id: UInt64, _ domain: String? = nil, _ code: String? = nil, _ family: String? = nil,
    in circles: Set<UInt64> = []
  ) -> CirclePattern.Person {
    CirclePattern.Person(
      id: id, domains: Set([domain].compactMap(\.self)), areaCodes: Set([code].compactMap(\.self)),
      familyName: family, circles: circles)
  }

  @Test func `SGC-12 · a pattern is what more than half of a circle's members share`() {
    let two = [Self.person(1, "acme.com", "212"), Self.person(2, "acme.com", "415")]
    #expect(CirclePattern.common(to: two) == [.domain("acme.com")])
    #expect(CirclePattern.common(to: Array(two.prefix(1))).isEmpty, "one shares with no other")
    let half = two + [Self.person(3, "other.com", "415"), Self.person(4)]
    #expect(CirclePattern.common(to: half).isEmpty, "half is not more than half")
    let three = two + [Self.person(3, nil, "415", "Lee")]
    #expect(CirclePattern.common(to: three) == [.domain("acme.com"), .areaCode("415")])
    let names = three.map { person in
      var person = person
      person.familyName = "Lee"
      return person
    }
    #expect(
      CirclePattern.common(to: names)
        == [.familyName("Lee"), .domain("acme.com"), .areaCode("415")])
    // Of equally frequent ones the kind decides, whatever the words.
    let alike = (1...2).map { Self.person($0, "z.com", "415", "1st") }
    #expect(
      CirclePattern.common(to: alike)
        == [.domain("z.com"), .areaCode("415"), .familyName("1st")])
  }

  @Test func `SGC-12 · each circle gets its most frequent pattern that proposes a contact`() {
    var search = CirclePatternSearch()
    let circles = [
      CirclePatternSearch.Circle(id: 1, name: "Family", emoji: "👪"),
      CirclePatternSearch.Circle(id: 2, name: "Work"),
      CirclePatternSearch.Circle(id: 3, name: "Empty"),
    ]
    let people = [
      Self.person(1, "acme.com", nil, "Lee", in: [1, 2]), Self.person(2, nil, nil, "Lee", in: [1]),
      Self.person(3, "acme.com", "212", nil, in: [2]), Self.person(4, nil, "212", nil, in: [2]),
      Self.person(5, nil, "212", "Lee"), Self.person(6, nil, "212"),
    ]
    let found = search.run(circles, among: people, at: noon(1))
    #expect(found.map(\.circle) == [1, 2])
    #expect(found.map(\.contacts) == [[5], [5, 6]])
    #expect(found.map(\.pattern) == [.familyName("Lee"), .areaCode("212")])
    #expect(found[0].emoji == "👪")
  }

  @Test func `SGC-12 · a search is due at first, and then a day after the last`() {
    var search = CirclePatternSearch()
    #expect(search.isDue(at: noon(1)))
    _ = search.run([], among: [], at: noon(1))
    #expect(!search.isDue(at: noon(2) - .milliseconds(1)) && search.isDue(at: noon(2)))
  }

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
    let starts = (1...2).map { CircleProposal.colleagues(1...$0).lines[0].prefix(11) }
    #expect(starts == ["1 contact m", "2 contacts "])
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
