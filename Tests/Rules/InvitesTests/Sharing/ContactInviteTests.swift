import Invites
import Testing
import Vocabulary

private let friend = ContactFacts(principal: nil, hasPhone: true, hasEmail: false)
private let user = ContactFacts(
  principal: PrincipalID(rawValue: 7), hasPhone: true, hasEmail: true)
private let nobody = ContactFacts(principal: nil, hasPhone: false, hasEmail: false)

@Suite("Contact invite · the button on a contact's page")
struct ContactInviteTests {
  static let texts = SharingPolicy.rin.texts

  /// An invite whose sheet is up.
  static func sharing(under policy: SharingPolicy = .rin) -> ContactInvite {
    var invite = ContactInvite(contact: friend)
    invite.run(
      [.tapped(cachedLink: rinLink, isOnline: true), .messageComposed(rinMessage)], under: policy)
    return invite
  }

  func button(_ invite: ContactInvite) -> ScreenElement? {
    invite.element(for: "Alex Johnson", in: Self.texts, under: .rin)
  }

  @Test(arguments: [
    (friend, InviteButton.visible, "CIV-01" as RuleID),
    (ContactFacts(principal: nil, hasPhone: false, hasEmail: true), .visible, "CIV-01"),
    (user, .hidden(.onApp), "CIV-02"),
    (nobody, .hidden(.unreachable), "CIV-03"),
    (
      ContactFacts(principal: PrincipalID(rawValue: 7), hasPhone: false, hasEmail: false),
      .hidden(.onApp), "CIV-02"
    ),
  ])
  func `CIV-01, CIV-02, CIV-03 · it shows for a reachable contact who is not a user`(
    _ contact: ContactFacts, _ expected: InviteButton, _ rule: RuleID
  ) {
    let decision = contact.inviteButton(under: .rin)
    #expect(decision == expected)
    #expect(decision.rule == rule)
    let isTapped = ContactInvite(contact: contact).state(under: .rin) == .visible
    #expect(isTapped == (expected == .visible))
  }

  @Test func `CIV-02, CIV-03 · a user bears the badge in its place, the unreachable nothing`() {
    #expect(button(ContactInvite(contact: user))?.text == "On Rin")
    #expect(button(ContactInvite(contact: user))?.role == .text)
    #expect(button(ContactInvite(contact: nobody)) == nil)
  }

  @Test func `CNF-09 · only a profile with invites per contact has the button`() {
    #expect(friend.inviteButton(under: .design) == .hidden(.notOffered))
    #expect(friend.inviteButton(under: .product) == .hidden(.notOffered))
    #expect(ContactInvite(contact: friend).state(under: .product) == nil)
    var invite = ContactInvite(contact: friend)
    let refused = invite.run([.tapped(cachedLink: nil, isOnline: true)], under: .product)
    #expect(refused == [.stay(because: .notPossibleHere)])
  }

  @Test func `CIV-04 · it stands after Call, Message and Share, before Remove`() {
    #expect(
      ContactAction.section(for: friend, under: .rin)
        == [.call, .message, .share, .invite, .remove])
    #expect(
      ContactAction.section(for: user, under: .rin) == [.call, .message, .share, .remove])
  }

  @Test func `CIV-05, ACC-07 · it reads "Invite to Rin" and speaks the contact's name`() {
    let button = button(ContactInvite(contact: friend))
    #expect(button?.text == "Invite to Rin")
    #expect(button?.label == "Invite Alex Johnson to Rin.")
  }

  @Test func `CIV-06, NAV-07, NAV-19 · a tap leads to the sheet with no screen in between`() {
    var invite = ContactInvite(contact: friend)
    let actions = invite.run(
      [.tapped(cachedLink: rinLink, isOnline: true), .messageComposed("Hey Alex")], under: .rin)
    #expect(
      actions == [
        .log(.flowOpened, .entry(.contactDetail)), .composeMessage,
        .presentSheet(message: "Hey Alex", link: rinLink), .log(.shareSheetOpened, .channel(nil)),
      ])
  }

  @Test func `CIV-11, CIV-12 · five states, with a spinner while the sheet is prepared`() {
    #expect(ContactInvite.State.allCases.count == 5)
    #expect(ContactInvite(contact: user).state(under: .rin) == .hiddenOnApp)
    #expect(ContactInvite(contact: nobody).state(under: .rin) == .hiddenUnreachable)
    var invite = ContactInvite(contact: friend)
    #expect(invite.state(under: .rin) == .visible)
    invite.run([.tapped(cachedLink: nil, isOnline: true)], under: .rin)
    #expect(invite.state(under: .rin) == .loading)
    #expect(button(invite)?.symbol == .spinner)
    #expect(button(invite)?.isEnabled == false)
    invite.run(
      [.linkReady(rinLink), .messageComposed("Hey"), .sheetClosed(.completed(.messages))],
      under: .rin)
    #expect(invite.state(under: .rin) == .shared)
  }

  @Test func `CIV-13, ACC-08 · after the share it reads "Invited" with a checkmark`() {
    var invite = Self.sharing()
    invite.run([.sheetClosed(.completed(.messages))], under: .rin)
    let button = button(invite)
    #expect(button?.text == "Invited")
    #expect(button?.symbol == .checkmark)
    #expect(button?.label == "Alex Johnson invited to Rin.")
    let again = invite.run([.tapped(cachedLink: rinLink, isOnline: true)], under: .rin)
    #expect(again == [.stay(because: .alreadyInvited)])
  }

  struct Memory: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let memory: HistoryPolicy.Memory?
    let shared: ContactInvite.State
    let nextSession: ContactInvite.State
  }

  static let memories = [
    Memory(
      testDescription: "for the session", memory: .session, shared: .shared,
      nextSession: .visible),
    Memory(
      testDescription: "on the device", memory: .device, shared: .shared, nextSession: .shared),
    Memory(testDescription: "not at all", memory: nil, shared: .visible, nextSession: .visible),
  ]

  @Test(arguments: memories)
  func `CIV-13, CIV-17, CNF-25 · "Invited" lasts as long as the policy remembers`(
    _ example: Memory
  ) {
    let policy = SharingPolicy.rin.with { $0.history.memory = example.memory }
    var invite = Self.sharing(under: policy)
    invite.run([.sheetClosed(.completed(.messages))], under: policy)
    #expect(invite.state(under: policy.flow) == example.shared)
    invite.run([.sessionBegan], under: policy)
    #expect(invite.state(under: policy.flow) == example.nextSession)
    #expect(HistoryPolicy.rin.memory == .session)
  }

  @Test func `CIV-14 · two contacts are sent the same link, and no code is asked for them`() {
    for _ in 0..<2 {
      var invite = ContactInvite(contact: friend)
      let actions = invite.run(
        [.tapped(cachedLink: rinLink, isOnline: true), .messageComposed("Hey")], under: .rin)
      #expect(actions.contains(.presentSheet(message: "Hey", link: rinLink)))
      #expect(!actions.contains(.createLink(for: [])))
    }
    var first = ContactInvite(contact: friend)
    let created = first.run([.tapped(cachedLink: nil, isOnline: true)], under: .rin)
    #expect(created.contains(.createLink(for: [])))
  }

  @Test func `CIV-15 · a cancel is silent and leaves "Invite to Rin"`() {
    var invite = Self.sharing()
    #expect(invite.run([.sheetClosed(.cancelled)], under: .rin) == [.log(.shareSheetCancelled)])
    #expect(invite.state(under: .rin) == .visible)
    #expect(button(invite)?.text == "Invite to Rin")
  }

  @Test func `CIV-10 · the share reports the contact's page, and an edit in the sheet`() {
    for wasEdited in [false, true] {
      var invite = Self.sharing()
      let share = invite.run(
        [.sheetClosed(.completed(.email, wasEdited: wasEdited))], under: .rin
      ).shares
      #expect(
        share == [
          InviteEvent.Share(channel: .email, entry: .contactDetail, isCustomized: wasEdited)
        ])
    }
  }

  @Test func `a failed link gives the button back and says what can be done`() {
    var invite = ContactInvite(contact: friend)
    let actions = invite.run(
      [.tapped(cachedLink: nil, isOnline: true), .linkFailed], under: .rin)
    #expect(actions.suffix(2) == [.log(.linkFailed), .show(.linkFailed)])
    #expect(invite.state(under: .rin) == .visible)
    let offline = invite.run([.tapped(cachedLink: nil, isOnline: false)], under: .rin)
    #expect(offline.contains(.show(.offline)))
  }
}
