import Invites
import Testing
import Vocabulary

private let reference = InviteEvent.InviteReference(
  code: try? InviteCode(parsing: "a3Xk9m2Q"), referrer: ann)

private func export(_ event: InviteEvent) -> ExportedEvent? { EventExport.rin(event) }
private func line(_ step: InviteStep, _ particulars: InviteEvent.Particulars) -> String? {
  EventExport.rin.line(InviteEvent(step, particulars))
}

@Suite("Events · rin")
struct RinEventTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let event: InviteEvent
    let line: String
    let group: InviteEventGroup
    var testDescription: String { line }
  }

  static let sixteen = [
    Example(
      event: InviteEvent(.linkCreated, .entry(.contactDetail)),
      line: "invite_link_created source=contact",
      group: .creation),
    Example(
      event: InviteEvent(
        .shared, .share(.init(channel: .whatsapp, entry: .homePrompt, isCustomized: true))),
      line: "invite_link_shared channel=whatsapp source=prompt message_customized=true",
      group: .creation),
    Example(
      event: InviteEvent(.linkCopied, .entry(.settings)),
      line: "invite_link_copied source=settings",
      group: .creation),
    Example(
      event: InviteEvent(.linkOpened, .opening(reference, appInstalled: true, by: .signedOut)),
      line: "invite_link_opened invite_code=a3Xk9m2Q referrer_id=h1", group: .receipt),
    Example(
      event: InviteEvent(.deferredResolved, .resolution(reference, daysSinceClick: 3)),
      line: "invite_deferred_resolved invite_code=a3Xk9m2Q referrer_id=h1 days_since_click=3",
      group: .receipt),
    Example(
      event: InviteEvent(.appInstalled, .reference(reference)),
      line: "invite_app_installed invite_code=a3Xk9m2Q referrer_id=h1", group: .receipt),
    Example(
      event: InviteEvent(.onboardingCompleted, .completion(reference, invitee: bob)),
      line: "invite_onboarding_completed invite_code=a3Xk9m2Q referrer_id=h1 invitee_id=h2",
      group: .receipt),
    Example(
      event: InviteEvent(.connected, .pair(inviter: ann, invitee: bob)),
      line: "invite_auto_connected inviter_id=h1 invitee_id=h2", group: .receipt),
    Example(
      event: InviteEvent(.promptShown, .prompt(.dedupReview, number: 1)),
      line: "invite_prompt_shown trigger=dedup_review prompt_number=1", group: .prompts),
    Example(
      event: InviteEvent(.promptDismissed, .prompt(.contactThreshold, number: 2)),
      line: "invite_prompt_dismissed trigger=contact_threshold prompt_number=2",
      group: .prompts),
    Example(
      event: InviteEvent(.promptTapped, .prompt(.scoreMilestone, number: 3)),
      line: "invite_prompt_tapped trigger=score_milestone prompt_number=3", group: .prompts),
    Example(
      event: InviteEvent(.dashboardViewed, .figures(.init(sent: 12, installed: 7, completed: 5))),
      line: "invite_dashboard_viewed sent_count=12 installed_count=7 completed_count=5",
      group: .dashboard),
    Example(
      event: InviteEvent(.dashboardContactTapped, .invitee(bob)),
      line: "invite_dashboard_contact_tapped invitee_id=h2", group: .dashboard),
    Example(event: InviteEvent(.termsViewed), line: "invite_terms_viewed", group: .dashboard),
    Example(
      event: InviteEvent(.notificationSent, .pair(inviter: ann, invitee: bob)),
      line: "invite_notification_sent inviter_id=h1 invitee_id=h2", group: .notification),
    Example(
      event: InviteEvent(.notificationTapped, .pair(inviter: ann, invitee: bob)),
      line: "invite_notification_tapped inviter_id=h1 invitee_id=h2", group: .notification),
  ]

  @Test(arguments: sixteen)
  func `EVT-02, EVT-03, EVT-04, EVT-05, EVT-06, EVT-07, ATT-16 · name and properties`(
    _ example: Example
  ) {
    #expect(EventExport.rin.line(example.event) == example.line)
    #expect(example.event.step.rinGroup == example.group)
  }

  @Test func `EVT-08, EVT-09, EVT-10, EVT-11, EVT-12 · receipt ends, prompts are numbered`() {
    let lines = Self.sixteen[6...10].map { EventExport.rin.line($0.event) }
    #expect(lines == Self.sixteen[6...10].map(\.line))
  }

  @Test func `EVT-13, EVT-14, EVT-15, EVT-16, EVT-17, NOT-07 · dashboard and push`() {
    let lines = Self.sixteen[11...15].map { EventExport.rin.line($0.event) }
    #expect(lines == Self.sixteen[11...15].map(\.line))
  }

  @Test func `EVT-18 · sixteen events in five groups`() {
    let groups = InviteStep.allCases.compactMap(\.rinGroup).filter { $0 != .spine }
    #expect(groups.count == 16)
    let sizes = InviteEventGroup.allCases.map { group in groups.count { $0 == group } }
    #expect(sizes == [3, 5, 3, 3, 2, 0])
    #expect(Set(Self.sixteen.map(\.event.step)).count == 16)
  }

  @Test(arguments: sixteen)
  func `EVT-01 · invite, an object, and what befell it`(_ example: Example) throws {
    let words = try #require(export(example.event)).name.split(separator: "_")
    #expect(words.first == "invite")
    #expect(words.count >= 3)
    let participles: Set<Substring> = [
      "created", "shared", "copied", "opened", "resolved", "installed", "completed", "connected",
      "shown", "dismissed", "tapped", "viewed", "sent",
    ]
    #expect(participles.contains(try #require(words.last)))
  }

  @Test func `EVT-20, EVT-26, PRM-38 · failures, cancels and suppressed prompts have no event`() {
    let silent: [InviteEvent] = [
      InviteEvent(.shareSheetCancelled), InviteEvent(.linkFailed), InviteEvent(.attributionFailed),
      InviteEvent(.promptSuppressed, .prompt(.dedupReview, number: nil)),
    ]
    for event in silent { #expect(export(event) == nil) }
    let prompted = InviteEvent(.shared, .share(.init(channel: .whatsapp, entry: .homePrompt)))
    #expect(export(prompted)?["source"] == .text("prompt"))
  }

  @Test func `EVT-03, EVT-19 · the channels are six, and any other target is other`() {
    let channels = ReportedChannel.allCases.map { $0.named(in: .rin).rawValue }
    #expect(
      channels == [
        "messages", "messages", "whatsapp", "email", "copy", "copy", "airdrop", "other",
      ])
    #expect(ReportedChannel(rawValue: "telegram") == nil)
    #expect(
      line(.shared, .share(.init(channel: .other, entry: .profile)))
        == "invite_link_shared channel=other source=profile message_customized=false")
  }

  @Test func `EVT-21, EVT-22, EDG-08 · the Copy button and Copy in the sheet are two events`() {
    #expect(line(.linkCopied, .entry(.profile)) == "invite_link_copied source=profile")
    #expect(
      line(.shared, .share(.init(channel: .copy, entry: .profile)))
        == "invite_link_shared channel=copy source=profile message_customized=false")
    // What follows a click does not know how the link came to the invitee.
    for example in Self.sixteen where example.group == .receipt {
      #expect(export(example.event)?["channel"] == nil)
      #expect(export(example.event)?["source"] == nil)
    }
  }

  @Test func `NAV-14, CIV-16 · the four entry points are the four sources`() {
    let sources = FlowPolicy.rin.entryPoints.map {
      export(InviteEvent(.linkCreated, .entry($0)))?["source"]
    }
    #expect(sources == [.text("profile"), .text("contact"), .text("prompt"), .text("settings")])
  }

  @Test func `EVT-23 · the app must be installed, whoever opens the link`() {
    for opener in InviteEvent.Opener.allCases {
      #expect(
        export(InviteEvent(.linkOpened, .opening(reference, appInstalled: true, by: opener))) != nil
      )
      #expect(
        export(InviteEvent(.linkOpened, .opening(reference, appInstalled: false, by: opener)))
          == nil)
    }
  }
}
