import Invites
import Testing
import Vocabulary

private let link = "https://rin.app/invite/a3Xk9m2Q"

@Suite("Messages · what gives way to what")
struct MessageFallbackTests {
  private func message(
    _ policy: MessagePolicy, _ occasion: MessageOccasion
  ) throws -> InviteMessage {
    try #require(policy.message(for: occasion, app: .rin, link: link))
  }

  @Test(arguments: [nil, "", "  \t"])
  func `CIV-09 · a contact without a first name gets the generic text`(_ name: String?) throws {
    let message = try message(.rin, MessageOccasion(recipients: [name]))
    #expect(message.text == "I use Rin to organize and control my contacts. Try it: \(link)")
    #expect(message.fallback == .noFirstName)
    #expect(message.rule == "CIV-09")
  }

  @Test func `D-MSG-02 · a name that contacts do not give is left out`() throws {
    let message = try message(.design, MessageOccasion(recipients: [nil]))
    #expect(message.text == "Hey, I've been using Rin and thought you'd love it! \(link)")
    #expect(message.rule == "D-MSG-02")
  }

  struct Recipients: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let names: [String?]
    let rule: NameRule
    let greets: String?
  }
  typealias NameRule = MessagePolicy.NameRule

  static let recipients = [
    Recipients(testDescription: "none", names: [], rule: .singleRecipientOnly, greets: nil),
    Recipients(testDescription: "one", names: ["Sam"], rule: .singleRecipientOnly, greets: "Sam"),
    Recipients(
      testDescription: "two", names: ["Sam", "Alex"], rule: .singleRecipientOnly, greets: nil),
    Recipients(
      testDescription: "two, the first greeted", names: ["Sam", "Alex"], rule: .firstRecipient,
      greets: "Sam"),
    Recipients(
      testDescription: "two, the first nameless", names: [nil, "Alex"], rule: .firstRecipient,
      greets: nil),
  ]

  @Test(arguments: recipients)
  func `D-MSG-05, CNF-30 · with several recipients, or none, nobody is greeted`(
    _ example: Recipients
  ) throws {
    var policy = MessagePolicy.design
    policy.nameRule = example.rule
    let message = try message(policy, MessageOccasion(recipients: example.names))
    let greeting = example.greets.map { "Hey \($0)," } ?? "Hey,"
    #expect(message.text == "\(greeting) I've been using Rin and thought you'd love it! \(link)")
    if example.names.count > 1, example.rule == .singleRecipientOnly {
      #expect(message.fallback == .severalRecipients)
      #expect(message.rule == "D-MSG-05")
    }
  }

  @Test func `P-MSG-08 · an unfilled slot falls back to the generic text`() throws {
    var occasion = MessageOccasion(context: .achievement)
    occasion.useCase = "running"
    let generic = try message(.product, occasion)
    #expect(
      generic.text
        == "Check out Rin — I've been using it for running. Here's my invite link: \(link)")
    #expect(generic.fallback == .unfilled(.accomplishment))
    #expect(generic.rule == "P-MSG-08")
  }

  @Test func `P-MSG-08, P-MSG-09 · no use case is guessed: the barest text remains`() throws {
    let barest = try message(.product, MessageOccasion(context: .content))
    #expect(barest.text == "Join me on Rin: \(link)")
    #expect(barest.fallback == .unfilled(.contentTitle))
    let generic = try message(.product, MessageOccasion())
    #expect(generic.text == "Join me on Rin: \(link)")
    #expect(generic.fallback == .unfilled(.useCase))
  }

  @Test func `P-MSG-08 · no text prints a bracket, whatever is missing`() throws {
    for seed in 0..<UInt64(512) {
      for set in MessagePolicy.TextSet.allCases {
        for context in InviteContext.allCases {
          var policy = MessagePolicy()
          policy.set = set
          policy.perChannel = seed & 64 != 0
          var occasion = MessageOccasion(context: context)
          if seed & 1 != 0 { occasion.senderName = "Ann" }
          if seed & 2 != 0 { occasion.accomplishment = "ran" }
          if seed & 4 != 0 { occasion.activity = "running" }
          if seed & 8 != 0 { occasion.useCase = "plans" }
          if seed & 16 != 0 { occasion.contentTitle = "Hills" }
          if seed & 32 != 0 { occasion.collaborativeFeature = "race" }
          if seed & 128 != 0 { occasion.recipients = [seed & 256 != 0 ? "Sam" : nil] }
          occasion.channel = seed & 256 != 0 ? .email : .messages
          let message = try message(policy, occasion)
          #expect(!message.text.contains("[") && !message.text.contains("]"))
          #expect(message.text.contains(link))
        }
      }
    }
  }

  @Test func `P-MSG-08 · brackets of the user's own words are no slots`() throws {
    var occasion = MessageOccasion(context: .content)
    occasion.contentTitle = "[link] to [App]"
    #expect(
      try message(.product, occasion).text
        == "[link] to [App] — thought you'd like this. Check it out on Rin: \(link)")
  }

  @Test(arguments: ["", "   "])
  func `D-MSG-02 · without a link there is no message`(_ link: String) {
    #expect(MessagePolicy.design.message(for: MessageOccasion(), app: .rin, link: link) == nil)
  }

  @Test func `D-MSG-02 · every template has the link, and every slot is used by one`() {
    for template in MessageTemplate.allCases { #expect(template.slots.contains(.link)) }
    let used = Set(MessageTemplate.allCases.flatMap(\.slots))
    #expect(used == Set(MessageTemplate.Slot.allCases))
  }
}
