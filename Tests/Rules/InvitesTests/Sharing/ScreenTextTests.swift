import Invites
import Testing
import Vocabulary

@Suite("Texts · one catalogue, the losing ones included")
struct ScreenTextTests {
  struct Choice: Sendable, CustomTestStringConvertible {
    let situation: ScreenText
    let document: ProfileID
    let wins: String
    let loses: [String]
    var testDescription: String { "\(situation) in \(document)" }
  }

  static let choices = [
    Choice(
      situation: .linkFailed, document: .rin,
      wins: "Can't generate invite link right now. Try again.",
      loses: ["Can't generate invite link right now."]),
    Choice(
      situation: .dashboardFailed, document: .rin,
      wins: "Can't load invite activity. Try again.", loses: ["Can't load invite activity."]),
    Choice(
      situation: .explainer, document: .design,
      wins: "We'll show your contacts so you can invite them. "
        + "We never store or upload your contacts.",
      loses: ["We'll show your contacts so you can invite them. We never store or upload them."]),
    Choice(
      situation: .linkFailed, document: .design,
      wins: "Couldn't create your invite link. Check your connection and try again.",
      loses: ["Couldn't create invite link."]),
    Choice(
      situation: .offline, document: .design, wins: "We'll send this when you're back online",
      loses: ["You're offline. We'll send the invite when you're back online."]),
    Choice(
      situation: .manyRecipients, document: .design,
      wins: "Tip: personal invites work best. Send to a few close friends?",
      loses: ["Sending to many people at once? Consider a few personal invites instead."]),
    Choice(
      situation: .inviteMore, document: .design, wins: "Invite More Friends",
      loses: ["Invite More"]),
    Choice(
      situation: .allowContacts, document: .design, wins: "Allow contacts access",
      loses: ["Allow contacts access for easier inviting"]),
  ]

  @Test(arguments: choices)
  func `CNF-59, ERR-09, D-PER-03, D-OFF-02, D-FLW-08 · of two texts the weightier part wins`(
    _ choice: Choice
  ) {
    let policy = choice.document.sharing
    #expect(policy.texts[choice.situation] == choice.wins)
    let all = TextCatalogue.wordings(for: choice.situation, in: choice.document)
    #expect(all.count == 1 + choice.loses.count)
    #expect(Set(all.map(\.template)) == Set([choice.wins] + choice.loses))
  }

  @Test func `ERR-01, CNF-59 · another precedence picks the other text`() {
    var policy = SharingPolicy.design
    policy.copy.precedence = [.stateTable]
    #expect(policy.texts[.inviteMore] == "Invite More")
    #expect(policy.texts[.linkFailed] == "Couldn't create invite link.")
    var errors = SharingPolicy.rin
    errors.copy.precedence = [.requirement]
    #expect(errors.texts[.linkFailed] == "Can't generate invite link right now.")
    // Without any precedence the document's first text serves.
    errors.copy.precedence = []
    #expect(errors.texts[.linkFailed] == "Can't generate invite link right now. Try again.")
  }

  @Test func `D-SEL-04, D-SEL-05 · both texts of the advice, of which the requirement's wins`() {
    var policy = SharingPolicy.design
    #expect(
      policy.texts[.manyRecipients]
        == "Tip: personal invites work best. Send to a few close friends?")
    policy.copy.precedence = [.worksheet, .edgeCase, .requirement]
    #expect(
      policy.texts[.manyRecipients]
        == "Sending to many people at once? Consider a few personal invites instead.")
  }

  @Test func `D-LNK-09 · the banner without a link, in both versions, with its button`() {
    var policy = SharingPolicy.design
    #expect(
      policy.texts[.linkFailed]
        == "Couldn't create your invite link. Check your connection and try again.")
    #expect(policy.texts[.retry] == "Retry")
    policy.copy.precedence = [.requirement, .stateTable, .edgeCase]
    #expect(policy.texts[.linkFailed] == "Couldn't create invite link.")
  }

  @Test func `every situation has a text under every profile, with the app's name`() {
    for document in ProfileID.allCases {
      for situation in ScreenText.allCases {
        let text = document.sharing.texts[situation]
        #expect(!text.isEmpty && !text.contains("{"))
      }
    }
    var renamed = SharingPolicy.rin
    renamed.app.name = "Acme"
    #expect(renamed.texts[.inviteContact] == "Invite to Acme")
    #expect(renamed.texts.spokenInvite(for: "Alex") == "Invite Alex to Acme.")
  }

  @Test func `CNF-62 · texts nobody wrote are marked as ours`() {
    let ours = Wording.all.filter(\.isOurs).map(\.template)
    #expect(
      ours == [
        "Can't create your invite link right now. Try again.",
        "Creating your invite link takes longer than expected. Try again.",
        "You're back online. Your invite link is ready to share.",
        "You're back online. Your invite link is ready to share.",
        "Invite sent!",
      ])
    for wording in Wording.all where !wording.isOurs {
      let seed = [
        "rin": "000 §", "invite-friends-product": "002 §", "invite-friends-design": "003 §",
      ]
      #expect(wording.place.hasPrefix(seed[wording.document.rawValue] ?? "?"))
    }
  }

  @Test(
    arguments: [
      ([], "Invite sent!"), (["Ana"], "Invite sent to Ana!"),
      (["Ana", "Ben"], "Invite sent to Ana and Ben!"),
      (["Ana", "Ben", "Cleo"], "Invite sent to Ana, Ben and Cleo!"),
      (["Ana", "Ben", "Cleo", "Dov"], "Invite sent to Ana, Ben and 2 others!"),
    ] as [([String], String)])
  func `D-SUC-01, D-SUC-07, CNF-62 · whom the invite was sent to`(
    _ names: [String], _ text: String
  ) {
    #expect(SharingPolicy.design.texts.inviteSent(to: names) == text)
  }

  @Test func `ERR-08 · no text says "Oops" or apologises`() {
    for wording in Wording.all {
      let text = wording.template.lowercased()
      for word in ["oops", "sorry", "apolog", "whoops", "unfortunately", "forgive", "regret"] {
        #expect(!text.contains(word), "\(wording.template)")
      }
    }
  }

  @Test func `ERR-07 · wherever trouble is told stands what can be done`() {
    for error in ListedError.allCases {
      guard let text = error.text else { continue }
      #expect(text.tellsOfTrouble)
      #expect(!SharingPolicy.rin.texts[text].isEmpty)
      #expect(error.recovery == .retryButton)
    }
    // Wherever a screen tells of trouble there is a button, or the text says what can be done.
    let says = ["need a connection", "try again", "share a link", "when you're back online"]
    func check(_ elements: [ScreenElement], _ texts: TextCatalogue) {
      let buttons = elements.filter { $0.role == .button && $0.isEnabled }.map(\.text)
      for banner in elements where banner.role == .banner {
        let helps = buttons.contains(texts[.retry]) || buttons.contains(texts[.shareLink])
        let tells = says.contains { banner.text.lowercased().contains($0) }
        #expect(!banner.text.isEmpty && (helps || tells), "\(banner.text)")
      }
    }
    for isOnline in [true, false] {
      let screens = SharingSafetyTests.shareScreen(isOnline: isOnline).states
      for state in screens where !state.isClosed {
        let texts = SharingPolicy.rin.texts
        check(state.elements(in: texts).map(\.element), texts)
      }
      for access in ContactsAccess.allCases {
        for state in SharingSafetyTests.inviteFlow(access, isOnline: isOnline).states {
          let texts = SharingPolicy.design.texts
          check(state.elements(in: texts, under: .design), texts)
        }
      }
    }
    // The direct share has no screen for a button: its words must do.
    for text in [ScreenText.linkFailed, .linkTimedOut, .offline] {
      #expect(SharingPolicy.product.texts[text].lowercased().contains("try again"))
    }
  }

  @Test func `ERR-11 · three of the six errors are silent`() {
    let silent = ListedError.allCases.filter { $0.text == nil }
    #expect(silent == [.deferredLinkUnresolved, .shareCancelled, .autoConnectionFailed])
    #expect(
      silent.map(\.recovery) == [.standardOnboarding, .returnToShareScreen, .retryAtNextSync])
  }
}
