import Invites
import TestSupport
import Testing
import Vocabulary

@Suite("Invites · what a service or an app keeps of them")
struct SavedInviteTests {
  @Test(arguments: [LinkPolicy.rin, .product, .design])
  func `a record lives on as if it had never been away`(_ policy: LinkPolicy) throws {
    let id = try #require(InviteID("0190a1b2-c3d4-8e5f-8abc-0123456789ab"))
    var record = InviteRecord(
      id: id, sender: ann, code: try InviteCode(parsing: "a3Xk9m2Q"), context: .content,
      content: OpaqueID("trip-7"), session: InviteSessionID(rawValue: .max),
      createdAt: noon(0), under: policy)
    #expect(try savedAgain(record) == record)
    let events: [InviteRecord.Event] = [
      .shareCompleted(through: .whatsapp), .opened, .accepted(by: bob, clickedAt: noon(1)),
      .timePassed,
    ]
    var restored = record
    for (day, event) in events.enumerated() {
      let now = noon(Int64(day))
      restored = try savedAgain(restored)
      #expect(
        restored.receive(event, at: now, under: policy)
          == record.receive(event, at: now, under: policy))
      #expect(restored == record)
    }
    #expect(restored.status == .accepted)
    let text = try savedText(record)
    for part in [#""code":"a3Xk9m2Q""#, #""id":"0190a1b2-c3d4-8e5f-8abc-0123456789ab""#] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `a code or an id that is none is refused with words`() throws {
    let text = try savedText(
      InviteRecord(
        id: InviteID(rawValue: 1), sender: ann, code: try InviteCode(parsing: "a3Xk9m2Q"),
        context: .generic, content: OpaqueID("trip-7"), createdAt: noon(0), under: .rin))
    #expect(refusal(of: text, as: InviteRecord.self) == "read")
    for (old, new, words) in [
      ("a3Xk9m2Q", "a3Xk9m2", "'a3Xk9m2' is no InviteCode"),
      ("-000000000001", "-1", "'00000000-0000-0000-0000-1' is no InviteID"),
      ("trip-7", "trip 7", "'trip 7' is no OpaqueID"),
    ] {
      #expect(refusal(of: text.replacing(old, with: new), as: InviteRecord.self) == words)
    }
  }

  @Test(arguments: [ConnectionPolicy.rin, .product, .design])
  func `a pair that waits for a sync is connected after the next launch`(
    _ policy: ConnectionPolicy
  ) throws {
    var process = ConnectionProcess(
      ConnectionFacts(inviter: ann, inviterState: .active, verified: bob, credit: .credited),
      policy: policy)
    var restored = process
    let events: [ConnectionProcess.Event] = [
      .verified, .accepted, .serverFailed, .inviterAccountChanged(.active), .synced,
      .serverConnected,
    ]
    for event in events {
      restored = try savedAgain(restored)
      #expect(restored.receive(event) == process.receive(event))
      #expect(restored == process)
    }
    #expect(policy != .rin || restored.state == .connected)
  }

  @Test func `a ledger has its circles again, chosen by hand or not at all`() throws {
    var ledger = ConnectionLedger()
    #expect(try savedAgain(ledger) == ledger)
    _ = ledger.connect(ann, bob, in: .contacts)
    _ = ledger.connect(ann, PrincipalID(rawValue: 3), in: nil)
    ledger.move(bob, to: "Family", by: ann)
    let restored = try savedAgain(ledger)
    #expect(restored == ledger)
    #expect(restored.count == 2)
    #expect(restored.placement(of: bob, by: ann) == .byHand("Family"))
    #expect(restored.placement(of: ann, by: bob) == .automatic(.contacts))
    #expect(restored.placement(of: PrincipalID(rawValue: 3), by: ann) == .automatic(nil))
  }

  @Test func `counts of invites, and a warning that was given, are kept`() throws {
    var sent = SentInvites()
    sent.note(InviteEvent(.linkCreated, .entry(.profile)))
    sent = try savedAgain(sent)
    sent.note(
      InviteEvent(.shared, .share(.init(channel: .messages, entry: .profile, recipients: 3))))
    #expect(try savedAgain(sent) == sent)
    #expect(sent.inviteRecords == 1)
    var advice = BulkAdvice()
    #expect(advice.receive(.picked(50), under: .design) == .show)
    advice = try savedAgain(advice)
    #expect(advice.state == .shown)
  }

  @Test func `texts of screens, pushes and the dashboard are the app's own where it has them`() {
    let texts = inBrackets {
      ScreenText.allCases.map { SharingPolicy.rin.texts[$0] } + [
        SharingPolicy.rin.texts.inviteSent(to: ["Ann", "Bo", "Cy", "Di"]),
        DashboardText.emptyList, DashboardText.emptyTitle(app: .rin),
      ]
    }
    #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(texts)")
    #expect(texts.contains("<Share Rin>"))
    #expect(texts.contains("<Invite sent to Ann, Bo and 2 others!>"))
  }

  @Test func `a message is composed from the app's own text, its slots filled as ever`() {
    let occasion = MessageOccasion(recipients: ["Ann"])
    let german = ["Hey [First Name], I use [App] to manage my contacts. Join me: [link]"]
    let own = OwnTexts { german.contains($0) ? "Hallo [First Name]: [link] ([App])" : nil }
    let message = OwnTexts.$current.withValue(own) {
      MessagePolicy.rin.message(for: occasion, app: .rin, link: "https://rin.app/i/1")
    }
    #expect(message?.text == "Hallo Ann: https://rin.app/i/1 (Rin)")
  }
}
