import Onboarding
import Testing
import Vocabulary

private let maya = PrincipalID(rawValue: 7)

@Suite("Onboarding · circles")
struct CircleTests {
  @Test func `CCL-06, DEC-07, CCL-14 · two mandatory circles and three prepopulated, or the pair`()
  {
    let five = CircleBook(startingWith: .rin)
    #expect(five.circles.map(\.name) == ["Contacts", "Public", "Family", "Friends", "Colleagues"])
    #expect(
      five.circles.map(\.standing) == [
        .mandatory, .mandatory, .prepopulated, .prepopulated, .prepopulated,
      ])
    let pair = CircleBook(startingWith: .everyonePublic)
    #expect(pair.circles.map(\.name) == ["Everyone", "Public"])
    #expect(pair.circles.map(\.standing) == [.mandatory, .mandatory])
    #expect(CircleBook(startingWith: .product).circles.isEmpty)
  }

  @Test func `CCL-01 · the sharing step shows circles that are there already`() throws {
    var walk = Walk(try Position.rin.rules { $0.circles = .everyonePublic })
    walk.go(to: .sharing)
    #expect(walk.journey.screen == .sharing)
    #expect(CircleBook(startingWith: .everyonePublic)["Everyone"] != nil)
    #expect(CircleBook(startingWith: .everyonePublic)["Public"] != nil)

    var without = Walk(try Position.product.rules())
    without.go(to: .home)
    #expect(!without.screens.contains(.sharing))
  }

  @Test func `CCL-02 · Everyone is the contact list, Public is for followers`() {
    #expect(CirclePolicy.Default.everyone.audience == .contactList)
    #expect(CirclePolicy.Default.public.audience == .followers)
    #expect(CirclePolicy.Default.family.audience == .chosen)
    var pair = CircleBook(startingWith: .everyonePublic)
    #expect(pair.circles.map(\.origin?.audience) == [.contactList, .followers])
    _ = pair.connect(maya)
    #expect(pair["Everyone"]?.members.count == 1)
    #expect(pair["Public"]?.members.isEmpty == true)
  }

  @Test(arguments: [CirclePolicy.rin, .everyonePublic])
  func `CCL-15, DEC-07 · what is mandatory is neither renamed nor deleted`(_ policy: CirclePolicy) {
    var book = CircleBook(startingWith: policy)
    for circle in book.circles where circle.standing == .mandatory {
      #expect(book.rename(circle.name, to: "Mine") == .refused(because: .mandatory))
      #expect(book.delete(circle.name) == .refused(because: .mandatory))
    }
    #expect(book == CircleBook(startingWith: policy))
    #expect(CircleDecision.Reason.mandatory.rule == "CCL-15")
  }

  @Test func `prepopulated and own circles are the user's to change`() {
    var book = CircleBook(startingWith: .rin)
    #expect(book.rename("Friends", to: "Old friends") == .done)
    #expect(book.delete("Colleagues") == .done)
    #expect(book.add(circle: "Climbing") == .done)
    #expect(book.add(circle: "Public") == .refused(because: .nameTaken))
    #expect(book.rename("Climbing", to: "Family") == .refused(because: .nameTaken))
    #expect(book.delete("Nobody") == .refused(because: .noSuchCircle))
    #expect(
      book.circles.map(\.name) == ["Contacts", "Public", "Family", "Old friends", "Climbing"])
  }

  @Test func `CCL-09 · everybody is somewhere for a reason`() {
    var book = CircleBook(startingWith: .rin)
    let reasons: [Provenance] = [
      .addedByUser, .suggestionTaken, .importedFromContacts, .connectedByInvite,
    ]
    for (index, reason) in reasons.enumerated() {
      #expect(book.place(.contact(UInt64(index)), in: "Friends", because: reason) == .done)
      #expect(book["Friends"]?.members[.contact(UInt64(index))] == reason)
    }
    #expect(
      reasons.map(\.explanation) == [
        "You added this person.", "You accepted a suggestion.",
        "This person is in your contacts.", "You are connected through an invite.",
      ])
  }

  @Test func `CCL-10 · what the app placed can be undone, what the user placed is removed`() {
    var book = CircleBook(startingWith: .rin)
    _ = book.place(.contact(1), in: "Contacts", because: .importedFromContacts)
    _ = book.place(.contact(2), in: "Family", because: .addedByUser)
    _ = book.connect(maya)
    #expect(book.undoPlacement(of: .contact(1), in: "Contacts") == .done)
    #expect(book.undoPlacement(of: .principal(maya), in: "Contacts") == .done)
    #expect(book["Contacts"]?.members.isEmpty == true)
    #expect(
      book.undoPlacement(of: .contact(2), in: "Family") == .refused(because: .placedByUser))
    #expect(book.undoPlacement(of: .contact(3), in: "Family") == .refused(because: .notAMember))
    #expect(book.remove(.contact(2), from: "Family") == .done)
  }

  @Test func `CCL-14 · a connection by invite goes into the circle of contacts only`() {
    var five = CircleBook(startingWith: .rin)
    #expect(five.connect(maya) == .done)
    #expect(
      five.circles.filter { $0.members[.principal(maya)] != nil }.map(\.name) == ["Contacts"])

    var pair = CircleBook(startingWith: .everyonePublic)
    #expect(pair.connect(maya) == .done)
    #expect(
      pair.circles.filter { $0.members[.principal(maya)] != nil }.map(\.name) == ["Everyone"])

    var none = CircleBook(startingWith: .product)
    #expect(none.connect(maya) == .refused(because: .noCircleForContacts))
  }

  @Test func `CCL-08 · a suggestion places nobody until it is taken`() {
    var book = CircleBook(startingWith: .rin)
    var suggestion = CircleSuggestion(of: .contact(1), for: "Family")
    #expect(book["Family"]?.members.isEmpty == true)
    #expect(suggestion.take(in: &book) == .done)
    #expect(suggestion.state == .taken)
    #expect(book["Family"]?.members[.contact(1)] == .suggestionTaken)

    var ignored = CircleSuggestion(of: .contact(2), for: "Family")
    ignored.dismiss()
    #expect(book["Family"]?.members.count == 1)
  }

  @Test func `CCL-08 · a suggestion is answered once`() {
    var book = CircleBook(startingWith: .rin)
    var dismissed = CircleSuggestion(of: .contact(1), for: "Family")
    dismissed.dismiss()
    #expect(dismissed.take(in: &book) == .refused(because: .alreadyAnswered))
    #expect(dismissed.state == .dismissed)
    #expect(book["Family"]?.members.isEmpty == true)

    var taken = CircleSuggestion(of: .contact(1), for: "Family")
    #expect(taken.take(in: &book) == .done)
    taken.dismiss()
    #expect(taken.state == .taken)
    #expect(book.remove(.contact(1), from: "Family") == .done)
    #expect(taken.take(in: &book) == .refused(because: .alreadyAnswered))
    #expect(book["Family"]?.members.isEmpty == true)
  }

  @Test func `CCL-01, CCL-08 · a suggestion whose circle is gone stays open`() {
    var book = CircleBook(startingWith: .rin)
    var suggestion = CircleSuggestion(of: .contact(1), for: "Club")
    #expect(suggestion.take(in: &book) == .refused(because: .noSuchCircle))
    #expect(suggestion.state == .open)
    #expect(book.add(circle: "Club") == .done)
    #expect(suggestion.take(in: &book) == .done)
  }

  @Test func `the product's documents know no circles, and no access by them`() {
    #expect(CirclePolicy.product.defaults.isEmpty)
    #expect(CirclePolicy.product.accessControl == nil)
    #expect(CirclePolicy.rin.accessControl == .perFieldByCircle)
  }
}
