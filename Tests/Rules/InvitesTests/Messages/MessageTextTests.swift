import Invites
import Testing
import Vocabulary

private let link = "https://rin.app/invite/a3Xk9m2Q"

private func text(
  _ policy: MessagePolicy, _ occasion: MessageOccasion = MessageOccasion(),
  app: AppIdentity = .rin
) -> String? {
  policy.message(for: occasion, app: app, link: link)?.text
}

@Suite("Messages · the texts")
struct MessageTextTests {
  @Test func `SHR-08 · the share screen's text`() throws {
    let message = try #require(
      MessagePolicy.rin.message(for: MessageOccasion(), app: .rin, link: link))
    #expect(
      message.text
        == "I use Rin to organize and control my contacts. Try it: https://rin.app/invite/a3Xk9m2Q")
    #expect(message.template == .rinGeneric)
    #expect(message.fallback == nil)
    #expect(message.rule == "SHR-08")
  }

  @Test func `CIV-07, CIV-08 · a contact is greeted by the given name of the record`() throws {
    let message = try #require(
      MessagePolicy.rin.message(
        for: MessageOccasion(recipients: ["Alex"]), app: .rin, link: link))
    #expect(
      message.text
        == "Hey Alex, I use Rin to manage my contacts. Join me: https://rin.app/invite/a3Xk9m2Q")
    #expect(message.rule == "CIV-07")
    let double = text(.rin, MessageOccasion(recipients: ["Mary Ann"]))
    #expect(double?.hasPrefix("Hey Mary Ann, I use Rin") == true)
  }

  @Test func `D-MSG-01, D-MSG-02 · the design's text has the first name and the link`() throws {
    let message = try #require(
      MessagePolicy.design.message(
        for: MessageOccasion(recipients: ["Sam"]), app: .rin, link: link))
    #expect(
      message.text
        == "Hey Sam, I've been using Rin and thought you'd love it! "
        + "https://rin.app/invite/a3Xk9m2Q")
    #expect(message.rule == "D-MSG-01")
  }

  static let filled: MessageOccasion = {
    var occasion = MessageOccasion()
    occasion.senderName = "Ann"
    occasion.accomplishment = "ran 10 km"
    occasion.activity = "running"
    occasion.useCase = "training plans"
    occasion.contentTitle = "Ten hills"
    occasion.collaborativeFeature = "plan a race"
    return occasion
  }()

  struct Example: Sendable, CustomTestStringConvertible {
    let context: InviteContext
    let text: String
    let rule: RuleID
    var testDescription: String { context.rawValue }
  }

  static let byContext = [
    Example(
      context: .generic,
      text: "Check out Rin — I've been using it for training plans. Here's my invite link: \(link)",
      rule: "P-MSG-04"),
    Example(
      context: .achievement, text: "I just ran 10 km on Rin! You should try it: \(link)",
      rule: "P-MSG-05"),
    Example(
      context: .content,
      text: "Ten hills — thought you'd like this. Check it out on Rin: \(link)",
      rule: "P-MSG-06"),
    Example(
      context: .collaborative,
      text: "Join me on Rin so we can plan a race. Here's my invite: \(link)", rule: "P-MSG-07"),
  ]

  @Test(arguments: byContext)
  func `P-MSG-04, P-MSG-05, P-MSG-06, P-MSG-07, P-MSG-10 · texts by context`(
    _ example: Example
  ) throws {
    var occasion = Self.filled
    occasion.context = example.context
    let message = try #require(
      MessagePolicy.product.message(for: occasion, app: .rin, link: link))
    #expect(message.text == example.text)
    #expect(message.rule == example.rule)
    #expect(message.fallback == nil)
  }

  static let byTrigger = [
    Example(
      context: .achievement, text: "Ann just ran 10 km on Rin. Try it out: \(link)",
      rule: "P-ENT-04"),
    Example(
      context: .content, text: "I'm using Rin for running. Join me: \(link)", rule: "P-ENT-06"),
    Example(context: .collaborative, text: "Join me on Rin: \(link)", rule: "P-ENT-08"),
    Example(
      context: .generic,
      text: "Check out Rin — I've been using it for training plans. Here's my invite link: \(link)",
      rule: "P-MSG-04"),
  ]

  @Test(arguments: byTrigger)
  func `P-ENT-04, P-ENT-06, P-ENT-08, P-ENT-09, P-MSG-10 · texts by trigger`(_ example: Example)
    throws
  {
    var policy = MessagePolicy.product
    policy.set = .productByTrigger
    var occasion = Self.filled
    occasion.context = example.context
    let message = try #require(policy.message(for: occasion, app: .rin, link: link))
    #expect(message.text == example.text)
    #expect(message.rule == example.rule)
  }

  @Test(arguments: InviteContext.allCases)
  func `P-MSG-01, P-MSG-02 · a friend speaks, and tells what they were doing`(
    _ context: InviteContext
  ) throws {
    var occasion = Self.filled
    occasion.context = context
    let words = try #require(text(.product, occasion))
    #expect(["I've ", "I ", "thought you'd", " me "].contains { words.contains($0) })
    let doing = [
      InviteContext.generic: "training plans", .achievement: "ran 10 km",
      .content: "Ten hills", .collaborative: "plan a race",
    ]
    #expect(words.contains(try #require(doing[context])))
  }

  @Test func `D-MSG-07 · where the app shall not be named no text names it`() {
    for set in MessagePolicy.TextSet.allCases {
      for context in InviteContext.allCases {
        var policy = MessagePolicy()
        policy.set = set
        policy.includeAppName = false
        var occasion = Self.filled
        occasion.context = context
        let words = policy.message(for: occasion, app: .rin, link: "-")?.text ?? ""
        #expect(!words.contains("Rin"))
        #expect(words.contains("this app"))
      }
    }
    var design = MessagePolicy.design
    design.includeAppName = false
    #expect(
      text(design, MessageOccasion(recipients: ["Sam"]))
        == "Hey Sam, I've been using this app and thought you'd love it! \(link)")
  }

  @Test func `CNF-29 · by channel, messages are shorter and emails longer`() throws {
    var policy = MessagePolicy.rin
    policy.perChannel = true
    var occasion = MessageOccasion(recipients: ["Sam"])
    let whatsapp = try #require(text(policy, occasion))
    #expect(whatsapp == text(.rin, occasion))
    occasion.channel = .messages
    #expect(text(policy, occasion) == "Hey Sam, join me on Rin: \(link)")
    #expect(text(.rin, occasion) == whatsapp)
    occasion.channel = .email
    #expect(
      text(policy, occasion)
        == whatsapp + "\n\nIf you have any questions about Rin, just ask me.")
    var product = MessagePolicy.product
    product.perChannel = true
    var invite = Self.filled
    invite.channel = .imessage
    #expect(text(product, invite) == "Join me on Rin: \(link)")
  }

  @Test func `D-MSG-04, SHR-24 · a text is ready as it is, and an edited one is told from it`()
    throws
  {
    let message = try #require(
      MessagePolicy.design.message(for: MessageOccasion(), app: .rin, link: link))
    #expect(message.text.hasSuffix(link) && !message.text.contains("["))
    #expect(!message.isCustomized(message.text))
    for words in [nil, "Mine"] {
      var flow = InviteFlow.picking()
      flow.run(
        [.toggled(ana), .tapped(.next), .linkReady(appLink), .messageComposed(appMessage)],
        under: .design)
      let typed = words.map { flow.run([.typed($0)], under: .design) } ?? []
      #expect(typed.isEmpty)
      let sent = flow.run([.tapped(.sendVia)], under: .design)
      #expect(sent.contains(.presentSheet(message: words ?? appMessage, link: appLink)))
    }
    #expect(message.isCustomized(message.text + " Bye"))
  }

  @Test func `P-ENT-10 · the soft prompt's claim is a parameter`() {
    #expect(
      SoftPromptText.thirdSession(app: .rin)
        == "Enjoying Rin? Friends who join together stick around 2x longer")
    #expect(
      SoftPromptText.thirdSession(app: .rin, claimedFactor: 3)
        == "Enjoying Rin? Friends who join together stick around 3x longer")
  }
}
