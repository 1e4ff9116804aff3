import Prompts
import Testing
import Vocabulary

@Suite("Prompts · the card")
struct CardTests {
  private func rinCard(_ trigger: PromptTrigger) throws -> PromptCard {
    try #require(PromptPolicy.rin.card(for: trigger, app: .rin))
  }

  @Test func `PRM-08, PRM-10, PRM-12 · each trigger has its message`() throws {
    #expect(
      try rinCard(.dedupReview).message
        == "Know someone who'd benefit from cleaning up their contacts?")
    #expect(
      try rinCard(.contactThreshold).message == "Rin works better when your contacts join too.")
    #expect(
      try rinCard(.scoreMilestone).message == "Share Rin with friends to grow your network.")
  }

  @Test func `PRM-13, PRM-15 · a small card in the home tab, with a title and two buttons`()
    throws
  {
    for trigger in PromptPolicy.rin.triggers {
      let card = try rinCard(trigger)
      #expect(card.form == .homeCard)
      #expect(card.title == "Share Rin")
      #expect(card.accept == "Share Rin")
      #expect(card.dismiss == "Dismiss")
      #expect(card.opens == .shareScreen)
    }
  }

  @Test func `PRM-02 · rin's prompts are sections of the page, each with its Dismiss`() throws {
    for trigger in PromptPolicy.rin.triggers {
      // A section lies over nothing: no sheet and no screen stands in the user's way.
      #expect(try rinCard(trigger).form == .homeCard)
      #expect(try rinCard(trigger).dismiss == "Dismiss")
    }
  }

  @Test func `a prompt can be dismissed, except for a button in the page`() {
    for policy in [PromptPolicy.rin, .product, .design] {
      for trigger in policy.triggers {
        let card = policy.card(for: trigger, app: .rin)
        #expect(card != nil)
        #expect((card?.dismiss != nil) == (card?.form != .inlineButton))
      }
    }
  }

  @Test func `ACC-15, ACC-16, ACC-17 · the card is announced as one and its buttons stand apart`()
    throws
  {
    let card = try rinCard(.scoreMilestone)
    #expect(card.announcement == "Share Rin. Share Rin with friends to grow your network.")
    #expect(card.focusableButtons == ["Share Rin", "Dismiss"])
    #expect(PromptCard.dismissalAnnouncement == "Invite prompt dismissed.")
  }

  @Test
  func `P-ENT-03, P-ENT-05, P-ENT-07, P-ENT-09, P-ENT-10 · product's prompts fit their moments`() {
    func card(_ trigger: PromptTrigger) -> PromptCard? {
      PromptPolicy.product.card(for: trigger, app: .product, activity: "train together")
    }
    #expect(card(.keyAction)?.form == .celebrationScreen)
    #expect(card(.keyAction)?.accept == "Share with a friend")
    #expect(card(.socialContent)?.form == .inlineButton)
    #expect(card(.socialContent)?.accept == "Invite a friend to train together")
    #expect(card(.emptyState)?.form == .emptyStatePrompt)
    #expect(card(.emptyState)?.form.isIllustrated == true)
    #expect(card(.emptyState)?.accept == "Invite friends to get started")
    #expect(card(.thirdSession)?.form == .softPrompt)
    #expect(
      card(.thirdSession)?.message
        == "Enjoying [App]? Friends who join together stick around 2x longer")
  }

  @Test func `D-ENT-04 · after a value moment a sheet asks to share with friends`() throws {
    let sheet = try #require(PromptPolicy.design.card(for: .postAction, app: .design))
    #expect(sheet.form == .postActionSheet)
    #expect(sheet.title == "Share with friends?")
    #expect(sheet.focusableButtons == ["Invite Friends", "Not now"])
    #expect(sheet.opens == .picker)
  }

  @Test func `a trigger that is not the policy's has no card`() {
    #expect(PromptPolicy.rin.card(for: .keyAction, app: .rin) == nil)
  }

  @Test(
    arguments: [
      ([], 0, 0),
      (.needsAttention, 1, 1),
      ([.needsAttention, .scoreChanged], 2, 1),
      ([.scoreChanged, .upcoming], 2, 0),
      (.all, 3, 1),
    ] as [(SectionsAbove, Int, Int)])
  func `PRM-14 · the card stands below Needs Attention, as low as both documents allow`(
    above: SectionsAbove, lowest: Int, highest: Int
  ) {
    #expect(PromptPolicy.rin.placement(below: above)?.index == lowest)
    var high = PromptPolicy.rin
    high.cardPosition = .afterNeedsAttention
    #expect(high.placement(below: above)?.index == highest)
    #expect(PromptPolicy.rin.placement(below: above)?.isHidden == (lowest == 3))
  }

  @Test func `a card that does not count toward the section limit is never hidden`() {
    var policy = PromptPolicy.rin
    policy.cardCountsTowardSectionLimit = false
    #expect(policy.placement(below: .all)?.isHidden == false)
    #expect(PromptPolicy.product.placement(below: .all) == nil)
  }

  @Test func `PRM-01 · no form of a prompt reaches the user outside the app`() {
    let inApp: Set<PromptCard.Form> = [
      .homeCard, .celebrationScreen, .inlineButton, .emptyStatePrompt, .softPrompt,
      .postActionSheet,
    ]
    for policy in [PromptPolicy.rin, .product, .design] {
      for trigger in policy.triggers {
        #expect(policy.card(for: trigger, app: .rin).map { inApp.contains($0.form) } == true)
      }
    }
  }
}
