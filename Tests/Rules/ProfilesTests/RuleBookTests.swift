import Attribution
import Foundation
import Invites
import Onboarding
import Profiles
import Prompts
import TestSupport
import Testing
import Vocabulary

@Suite("The rule book")
struct RuleBookTests {
  static let book = Set(RuleBook.all.map(\.id))

  static let folder = packageFolder.appending(path: "Sources/Rules")

  @Test func `each rule stands once, in one line, beside the code that decides it`() {
    #expect(Self.book.count == RuleBook.all.count)
    for rule in RuleBook.all {
      #expect((1...110).contains(rule.meaning.count), "\(rule.id)")
      #expect(rule.meaning.last.map { ".?".contains($0) } == true, "\(rule.id)")
      #expect(!rule.meaning.contains("\n"), "\(rule.id)")
      #expect(RuleID(rule.id.description) == rule.id)
    }
  }

  @Test func `every id that a rule module writes down is in the book`() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Self.folder.path))
    for case let path as String in files where path.hasSuffix(".swift") {
      let source = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      for id in source.matches(of: /"((?:[PD]-)?[A-Z0-9]{3}-[0-9]{2,3})"/) {
        let id = try #require(RuleID(String(id.1)))
        #expect(Self.book.contains(id), "\(id) speaks in \(path)")
      }
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `whatever rule speaks in a profile stands in the book`(document: ProfileID) {
    var speaking = PromptSuppression.allCases.map { $0.rule(in: document) }
    speaking += PassedOver.allCases.map { $0.rule(in: document) }
    speaking += ReceiptReason.allCases.map { $0.rule(in: document) }
    speaking += RetentionReason.allCases.map { $0.rule(in: document) }
    speaking += StayReason.allCases.map { $0.rule(in: document) }
    speaking += InviteArrival.Stillness.allCases.map {
      InviteArrival.Action.stay(because: $0).rule(in: document)
    }
    for rule in speaking { #expect(Self.book.contains(rule), "\(rule)") }
  }

  @Test func `whatever rule speaks stands in the book`() {
    var speaking = [JourneyRefusal.allCases.map(\.rule), JourneyAction.allCases.map(\.rule)]
    speaking += [JourneyEvent.allCases.map(\.rule), ContactsAsk.Reason.allCases.map(\.rule)]
    speaking += [CircleDecision.Reason.allCases.map(\.rule)]
    speaking += [CardDecision.Reason.allCases.map(\.rule)]
    speaking += [SocialProofDecision.Reason.allCases.map(\.rule)]
    speaking += [WelcomeScreen.Reason.allCases.map(\.rule)]
    speaking += [ContextRefusal.allCases.map(\.rule)]
    speaking += [InviteButton.Hidden.allCases.map { InviteButton.hidden($0).rule }]
    speaking += [ListedError.allCases.map(\.rule)]
    speaking += [NoMatch.allCases.map { MatchDecision.noMatch(because: $0).rule }]
    speaking += [
      ConnectionDecision.Reason.allCases.map { ConnectionDecision.none(because: $0).rule }
    ]
    speaking += [
      NotificationDecision.Reason.allCases.map { NotificationDecision.none(because: $0).rule }
    ]
    speaking += [SocialPressure.Reason.allCases.map { SocialPressure.none(because: $0).rule }]
    speaking += [CodeDecision.MintReason.allCases.map { CodeDecision.mint(because: $0).rule }]
    speaking += [
      InviteStatus.allCases.map { InviteLifecycle.Step.moved(to: $0).rule },
      InviteLifecycle.Stay.allCases.map { InviteLifecycle.Step.stayed(because: $0).rule },
      InviteLifecycle.Refusal.allCases.map { InviteLifecycle.Step.refused(because: $0).rule },
    ]
    let never = Instant(milliseconds: 0)
    let limits: [LimitRefusal] = [
      .dailyLimit(until: nil), .batchFull(most: 1), .noContactPicked,
      .invitedRecently(until: never),
    ]
    let links: [InviteLink.Refusal] = [
      .empty, .whitespace, .trailingSlash, .wrongCode(.wrongLength(0)),
      .wrongCode(.wrongCharacter(at: 0)), .missing(.ref), .notOpaque(.ref), .unknownContext,
      .badSignature,
    ]
    speaking += [limits.map(\.rule), links.map(\.rule)]
    for policy in [LinkPolicy.rin, .product, .design] {
      for standing in InviteLink.Standing.allCases {
        speaking += [[true, false].map { policy.route(standing, appIsInstalled: $0).rule }]
      }
    }
    for rule in speaking.joined() { #expect(Self.book.contains(rule), "\(rule)") }
  }
}
