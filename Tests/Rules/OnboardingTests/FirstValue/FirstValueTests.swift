import TestSupport
import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · first value")
struct FirstValueTests {
  static let findings = ContactFindings(duplicates: 12, cleanups: 3, identityMatches: 5)

  @Test func `VAL-01 · three cards`() {
    let cards = FirstValuePolicy.rin.cards(for: FirstValueTests.findings)
    #expect(cards.map(\.kind) == [.dedup, .cleanup, .checklist])
    #expect(
      cards.map(\.title) == [
        "12 duplicate contacts detected", "3 contacts to clean up", "Your profile and controls",
      ])
    #expect(FirstValuePolicy.product.cards(for: FirstValueTests.findings).isEmpty)
    #expect(
      FirstValuePolicy.product.decide(.checklist, for: nil) == .withheld(because: .notInPolicy))
  }

  @Test func `a sync that has found nothing has no counts`() {
    #expect(ContactFindings() == ContactFindings(duplicates: 0, cleanups: 0, identityMatches: 0))
  }

  @Test func `DNY-05 · without contacts the checklist and the reachability policy remain`() {
    #expect(FirstValuePolicy.rin.cards(for: nil).map(\.kind) == [.checklist])
    #expect(ProofCard.bundle(for: nil) == [.reachability])
    #expect(
      ProofCard.bundle(for: ContactFindings(duplicates: 1)) == [.duplicates(1), .reachability])
    #expect(
      ProofCard.bundle(for: ContactFindings(identityMatches: 1))
        == [.identityMatches(1), .reachability])
    #expect(
      FirstValuePolicy.rin.decide(.dedup, for: nil) == .withheld(because: .needsContacts))
    #expect(
      FirstValuePolicy.rin.decide(.cleanup, for: nil) == .withheld(because: .needsContacts))
  }

  @Test func `VAL-11 · something to come back for, with contacts or without`() throws {
    let all = FirstValuePolicy.rin.cards(for: FirstValueTests.findings).map(\.reasonToReturn)
    #expect(all == [.ongoingCleanup, .ongoingCleanup, .policyTuning])
    #expect(FirstValuePolicy.rin.cards(for: nil).map(\.reasonToReturn) == [.policyTuning])
    // After the first session home still has the cards, and takes in what is found later.
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .home)
    #expect(walk.play(.sawCard(.checklist)).refusal == nil)
    #expect(walk.play(.sawCard(.cleanup)).refusal == .nothingFound)
    #expect(walk.play(.found(.cleanup), .sawCard(.cleanup)).refusal == nil)
  }

  struct Text: Sendable, CustomTestStringConvertible {
    let card: ProofCard
    let title: String
    var testDescription: String { title }
  }

  static let texts = [
    Text(card: .duplicates(12), title: "12 duplicate contacts detected"),
    Text(card: .duplicates(1), title: "1 duplicate contact detected"),
    Text(card: .identityMatches(5), title: "5 contacts with better identity matches"),
    Text(card: .identityMatches(1), title: "1 contact with a better identity match"),
    Text(card: .reachability, title: "Your current reachability policy"),
  ]

  @Test(arguments: texts)
  func `VAL-04, VAL-05, VAL-06 · the proof cards in their words`(_ text: Text) {
    #expect(text.card.title == text.title)
    let action: ProofCard.Action =
      switch text.card {
      case .duplicates: .reviewMerge
      case .identityMatches: .preview
      case .reachability: .tighten
      }
    #expect(text.card.action == action)
  }

  @Test(arguments: [0, 1, 2, 41])
  func `VAL-07 · the counts are those of the moment`(_ count: Int) {
    let findings = ContactFindings(duplicates: count, identityMatches: count + 1)
    let expected: [ProofCard] =
      (count == 0 ? [] : [.duplicates(count)]) + [.identityMatches(count + 1), .reachability]
    #expect(ProofCard.bundle(for: findings) == expected)
    #expect(
      FirstValuePolicy.rin.cards(for: findings).contains { $0.kind == .dedup } == (count > 0))
  }

  @Test func `VAL-09 · cards and proof agree only on the duplicates`() {
    let cards = FirstValuePolicy.rin.cards(for: FirstValueTests.findings).map(\.title)
    let proof = ProofCard.bundle(for: FirstValueTests.findings).map(\.title)
    #expect(cards.filter { proof.contains($0) } == ["12 duplicate contacts detected"])
    #expect(proof.count == 3)
  }

  @Test func `VAL-03 · the magic moment in its words`() {
    #expect(
      ProofCard.statement(for: .rin) == """
        Rin instantly cleaned and organized part of your network, and you can see/control how \
        people can reach you.
        """)
  }

  @Test func `VAL-08, VAL-05 · nothing is applied that was not previewed`() {
    var hasty = IdentityMatchReview()
    #expect(hasty.receive(.apply) == .refused(because: .notPreviewed))
    #expect(hasty.state == .proposed)

    var careful = IdentityMatchReview()
    #expect(careful.receive(.preview) == .showPreview)
    #expect(careful.receive(.apply) == .changeContact)
    #expect(careful.receive(.apply) == .refused(because: .alreadyDecided))

    for isPreviewed in [false, true] {
      var declined = IdentityMatchReview()
      if isPreviewed { _ = declined.receive(.preview) }
      #expect(declined.receive(.decline) == .leaveContact && declined.state == .declined)
      for input in IdentityMatchReview.Input.allCases {
        #expect(declined.receive(input) == .refused(because: .alreadyDecided))
      }
    }
  }

  @Test(arguments: 0..<200)
  func `VAL-08 · in whatever order`(_ seed: Int) {
    var chance = SeededChance(seed: UInt64(seed))
    var review = IdentityMatchReview()
    var wasPreviewed = false
    for _ in 0..<6 {
      let input = IdentityMatchReview.Input.allCases.randomElement(using: &chance) ?? .apply
      let answer = review.receive(input)
      if answer == .showPreview { wasPreviewed = true }
      if answer == .changeContact { #expect(wasPreviewed) }
    }
  }

  @Test func `POS-02, VAL-10, DEC-10 · someone without a friend here gets the same value`() throws {
    var alone = Walk(try Position.rin.rules())
    var invited = Walk(try Position.rin.rules(), isInvited: true)
    for card in FirstValuePolicy.Card.allCases {
      alone.go(to: .syncing)
      invited.go(to: .syncing)
      #expect(alone.play(.found(card)).refusal == nil)
      #expect(invited.play(.found(card)).refusal == nil)
      #expect(alone.play(.sawCard(card)).events == invited.play(.sawCard(card)).events)
    }
    #expect(alone.journey.milestones.contains(.firstValueSeen))
    #expect(!alone.journey.milestones.contains(.connected))
  }
}
