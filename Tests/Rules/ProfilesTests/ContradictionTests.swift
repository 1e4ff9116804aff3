import Profiles
import Testing
import Vocabulary

@Suite("Settings · what cannot hold together is refused, naming both")
struct ContradictionTests {
  private func contradictions(
    _ id: ProfileID = .rin, _ overrides: (String, String)..., deliberately: Bool = false
  ) throws -> [[String]] {
    var profile = Profile(id)
    try profile.apply(
      overrides.map { Profile.Override($0.0, $0.1, isDeliberate: deliberately) })
    return profile.contradictions().map(\.settings)
  }

  @Test(arguments: ProfileID.allCases)
  func `no profile contradicts itself`(id: ProfileID) {
    #expect(Profile(id).contradictions().isEmpty)
  }

  @Test func `CNF-49 · clicks are kept for as long as they may earn credit`() throws {
    let names = ["privacy.clickRetentionDays", "attribution.windowDays"]
    #expect(try contradictions(.rin, ("privacy.clickRetentionDays", "6")) == [names])
    #expect(try contradictions(.rin, ("attribution.windowDays", "8")) == [names])
    #expect(try contradictions(.rin, ("privacy.clickRetentionDays", "7")).isEmpty)
    #expect(
      try contradictions(.product, ("privacy.clickRetentionDays", "29"))
        == [["privacy.clickRetentionDays", "link.expiryDays"]])
  }

  @Test func `CNF-03 · a signed query is signed, and signing needs a key`() throws {
    #expect(
      try contradictions(.rin, ("link.format", "signedQuery"))
        == [["link.format", "link.signature"]])
    #expect(
      Profile.product.contradictions(hasSigningKey: false).map(\.settings)
        == [["link.signature", "link.format"]])
    #expect(Profile.product.contradictions(hasSigningKey: true).isEmpty)
    #expect(Profile.rin.contradictions(hasSigningKey: false).isEmpty)
  }

  @Test(arguments: [("0", []), ("1", [["retry.createMaxRetries", "retry.createBaseMs"]])])
  func `one retry already needs a first wait`(most: String, expected: [[String]]) throws {
    #expect(
      try contradictions(
        .design, ("retry.createMaxRetries", most), ("retry.createBaseMs", "none")) == expected)
  }

  @Test func `CNF-04, CNF-05 · an inviter's only link is not used up by the first join`() throws {
    #expect(
      try contradictions(
        .rin, ("link.maxAcceptances", "1"), ("link.onExhausted", "genericOnboarding"))
        == [["link.codeScope", "link.maxAcceptances"]])
    #expect(
      try contradictions(
        .rin, ("link.maxAcceptances", "2"), ("link.onExhausted", "genericOnboarding")
      ).isEmpty)
  }

  @Test func `CNF-09 · design's promise never to store or upload contacts is kept`() throws {
    for name in ["contacts.uploadIds", "contacts.serverMatching"] {
      let on = name == "contacts.uploadIds" ? "true" : "on"
      #expect(try contradictions(.design, (name, on)) == [[name, "permission.explainer"]])
      #expect(try contradictions(.design, (name, on), ("permission.explainer", "none")).isEmpty)
    }
    #expect(try contradictions(.rin, ("contacts.uploadIds", "true")).isEmpty)
  }

  @Test func `CNF-31 · a default message holds its link, or the limit could never be kept`() throws
  {
    let names = ["messages.maxLength", "link.format"]
    #expect(try contradictions(.rin, ("messages.maxLength", "86")).isEmpty)
    #expect(try contradictions(.rin, ("messages.maxLength", "85")) == [names])
    #expect(
      try contradictions(.rin, ("messages.maxLength", "85"), ("link.format", "shortPathCode"))
        .isEmpty)
    #expect(
      try contradictions(
        .design, ("link.format", "signedQuery"), ("link.signature", "hmac"),
        ("link.signedQueryCarriesCode", "false")) == [names])
  }

  @Test func `CNF-45, CNF-15, CNF-16 · rin's brand is changed only on purpose`() throws {
    for (name, value) in [
      ("gamification.leaderboard", "on"), ("landing.page", "ogPersonalised"),
      ("visibility.inviterSees", "sent, opened"),
    ] {
      #expect(try contradictions(.rin, (name, value)).map(\.first) == [name])
      #expect(try contradictions(.rin, (name, value), deliberately: true).isEmpty)
      #expect(try contradictions(.product, (name, value)).isEmpty)
    }
  }

  @Test func `CNF-08 · a warning comes before the batch is full`() throws {
    #expect(
      try contradictions(.design, ("limits.softWarningAt", "21"))
        == [["limits.softWarningAt", "limits.batchMax"]])
    #expect(try contradictions(.design, ("limits.softWarningAt", "20")).isEmpty)
  }

  @Test func `CNF-52 · accepted means something that can happen`() throws {
    #expect(
      try contradictions(.design, ("metrics.acceptedMeans", "connected"))
        == [["metrics.acceptedMeans", "connection.mode"]])
  }

  @Test func `CNF-10 · a trigger has the data that it needs`() throws {
    #expect(
      try contradictions(.product, ("prompts.triggers", "keyAction, scoreMilestone"))
        .map(\.first) == ["prompts.triggers"])
    #expect(
      try contradictions(.rin, ("prompts.triggers", "contactsPermission"))
        == [["prompts.triggers", "contacts.frequentSuggestions"]])
    #expect(try contradictions(.rin, ("prompts.ruleSet", "product")).isEmpty)
  }

  @Test(arguments: [
    (ProfileID.product, "prompts.suppressDays", "none"), (.rin, "prompts.suppressDays", "3"),
    (.rin, "attribution.windowEndsAt", "none"), (.product, "limits.dailyCounts", "none"),
    (.design, "limits.onBatchOverflow", "none"), (.design, "limits.softWarningScope", "none"),
    (.product, "link.expiryCheckedAt", "none"), (.product, "link.onExhausted", "none"),
    (.product, "dashboard.pollSeconds", "none"), (.design, "retry.createBaseMs", "none"),
    (.design, "offline.onDrained", "none"), (.rin, "history.key", "none"),
  ])
  func `a setting that needs another one names it`(
    id: ProfileID, name: String, value: String
  ) throws {
    let found = try contradictions(id, (name, value))
    #expect(found.count == 1)
    #expect(Set(found.joined()).count == 2)
  }

  @Test func `a contradiction is told with the values that disagree`() throws {
    var profile = Profile.design
    try profile.apply([Profile.Override("limits.softWarningAt", "30")])
    #expect(
      profile.contradictions().map { $0.described(in: profile) } == [
        """
        limits.softWarningAt = 30 contradicts limits.batchMax = 20: \
        a batch would never reach the warning
        """
      ])
  }
}
