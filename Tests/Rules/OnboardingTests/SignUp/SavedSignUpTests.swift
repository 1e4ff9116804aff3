import Onboarding
import TestSupport
import Testing
import Vocabulary

@Suite("Onboarding · what an app keeps of a newcomer")
struct SavedSignUpTests {
  @Test func `a code that was sent, and the changes of the number, outlive the app`() throws {
    let limits = try SignUpLimits(.tests)
    let inputs: [PhoneVerification.Input] = [
      .enteredNumber(NumberKey(rawValue: .max)), .wantsOtherNumber,
      .enteredNumber(NumberKey(rawValue: 2)), .enteredWrongCode, .askedForNewCode,
      .enteredRightCode(.newPrincipal),
    ]
    var (phone, restored) = (PhoneVerification(), PhoneVerification())
    for input in inputs {
      restored = try savedAgain(restored)
      #expect(
        restored.receive(input, at: noon, under: limits)
          == phone.receive(input, at: noon, under: limits))
      #expect(restored == phone)
    }
    #expect(restored.switches == 1)
    #expect(restored.stage == .verified)
  }

  @Test func `circles, with the reason for each member, and a suggestion are kept`() throws {
    var book = CircleBook(startingWith: .rin)
    _ = book.add(circle: "Team")
    _ = book.connect(PrincipalID(rawValue: 7))
    var suggestion = CircleSuggestion(of: .contact(9), for: "Team")
    suggestion = try savedAgain(suggestion)
    #expect(suggestion.take(in: &book) == .done)
    var restored = try savedAgain(book)
    #expect(restored == book)
    #expect(restored["Team"]?.members == [.contact(9): .suggestionTaken])
    #expect(
      restored.undoPlacement(of: .contact(9), in: "Team") == .refused(because: .placedByUser))
    #expect(try savedAgain(suggestion).state == .taken)
  }

  @Test func `access, the clock of first value, and a match under review are kept`() throws {
    let phone = ProfileField(rawValue: "phone")
    var matrix = AccessMatrix(global: .ask)
    matrix.setDefault(.allow, for: phone)
    matrix.override(.dontAllow, of: phone, for: "Public")
    let restored = try savedAgain(matrix)
    #expect(restored == matrix)
    #expect(restored[phone, "Public"] == .dontAllow)

    var clock = FirstValueClock(linkTapped: noon, firstLaunched: noon + .minutes(1))
    #expect(try savedAgain(clock) == clock)
    clock.firstValueSeen = noon + .minutes(2)
    #expect(try savedAgain(clock) == clock)

    var review = IdentityMatchReview()
    _ = review.receive(.preview)
    review = try savedAgain(review)
    #expect(review.receive(.apply) == .changeContact)
  }

  @Test func `the words of onboarding are the app's own where it has them`() throws {
    let texts = try inBrackets {
      let explainer = ContactsExplainer.text(for: .rin)
      let welcome = WelcomeScreen.welcome(nil, under: .rin, in: .rin)
      let intro = try #require(IntroScreen(.privacy, in: .rin))
      return Positioning.slogans + FieldAccess.allCases.map(\.text) + [
        Positioning.secondaryLine, Positioning.statement(for: .rin), explainer.why,
        explainer.noSpam, explainer.control, explainer.allow, explainer.notNow, welcome.title,
        welcome.button, intro.text, intro.button, Provenance.connectedByInvite.explanation,
        InviterOffers.wall(for: nil), InviterOffers.fullApp, ProofCard.statement(for: .rin),
        StoreListing.first.subtitle.text,
      ]
    }
    #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(texts)")
  }
}
