import Invites
import Testing
import Vocabulary

private let reference = InviteEvent.InviteReference(code: nil, referrer: ann)

private func export(
  _ event: InviteEvent, _ policy: EventPolicy, _ share: SharePolicy
) -> ExportedEvent? {
  EventExport(policy, share)(event)
}

@Suite("Events · product")
struct ProductEventTests {
  private func line(
    _ step: InviteStep, _ particulars: InviteEvent.Particulars = .none
  ) -> String? {
    EventExport.product.line(InviteEvent(step, particulars))
  }

  @Test func `P-EVT-01, P-EVT-02, P-EVT-03, P-EVT-12, P-EVT-14 · the sender`() {
    #expect(
      line(.flowOpened, .entry(.navigationMenu))
        == "invite_flow_started entry_point=navigation_menu")
    #expect(line(.shareSheetOpened, .channel(nil)) == "invite_share_sheet_opened")
    #expect(
      line(.shared, .share(.init(channel: .imessage, entry: .contextual)))
        == "invite_sent channel=imessage entry_point=contextual")
    #expect(
      line(.linkCopied, .entry(.profile))
        == "invite_sent channel=copy_link entry_point=profile")
    #expect(line(.shareSheetCancelled) == "invite_share_sheet_dismissed")
  }

  @Test func `P-EVT-04, P-EVT-05, P-EVT-06, P-EVT-07, P-EVT-08 · the invitee`() {
    for installed in [true, false] {
      #expect(
        line(.linkOpened, .opening(reference, appInstalled: installed, by: .signedOut))
          == "invite_link_opened")
    }
    #expect(line(.appInstalled, .reference(reference)) == "invite_app_installed")
    #expect(line(.onboardingStarted) == "invite_onboarding_started")
    #expect(
      line(.onboardingCompleted, .completion(reference, invitee: bob))
        == "invite_onboarding_completed")
    #expect(line(.firstValueSeen) == "invite_first_value")
  }

  @Test func `P-EVT-09 · accepted is connected: not opened, not signed up`() {
    let steps = InviteStep.allCases.filter { $0.name(in: .product)?.primary == "invite_accepted" }
    #expect(steps == [.connected])
    #expect(line(.connected, .pair(inviter: ann, invitee: bob)) == "invite_accepted")
  }

  @Test func `P-EVT-10, P-EVT-11, P-EVT-14, P-PRM-10 · prompts, whose taps have no event`() {
    #expect(
      line(.promptShown, .prompt(.emptyState, number: 1))
        == "invite_prompt_shown trigger=empty_state")
    #expect(
      line(.promptDismissed, .prompt(.keyAction, number: 1))
        == "invite_prompt_dismissed trigger=key_action")
    #expect(line(.promptTapped, .prompt(.keyAction, number: 1)) == nil)
    #expect(line(.flowOpened, .entry(.contextual)) == "invite_flow_started entry_point=contextual")
  }

  @Test func `P-EVT-13 · a failed attribution is known inside and has no name outside`() {
    for vocabulary in ProfileID.allCases {
      #expect(InviteEvent(.attributionFailed).step.name(in: vocabulary) == nil)
    }
  }

  @Test func `CNF-26 · the product has twelve names`() {
    let names = Set(InviteStep.allCases.compactMap { $0.name(in: .product)?.primary })
    #expect(names.count == 12)
  }
}

@Suite("Events · design")
struct DesignEventTests {
  private func line(
    _ step: InviteStep, _ particulars: InviteEvent.Particulars = .none
  ) -> String? {
    EventExport.design.line(InviteEvent(step, particulars))
  }

  @Test func `D-EVT-01, D-EVT-02, D-EVT-03, D-EVT-04, D-EVT-05, D-EVT-06 · up to the link`() {
    let visit = "user_id=1 session_id=7"
    #expect(
      line(.flowOpened, .entry(.postAction))
        == "invite_flow_opened \(visit) entry_point=post_action")
    #expect(line(.pickerOpened) == "invite_picker_opened \(visit)")
    #expect(line(.contactsPromptShown) == "invite_permission_prompt_shown \(visit)")
    #expect(line(.permissionGranted) == "invite_permission_granted \(visit)")
    #expect(line(.permissionDenied) == "invite_permission_denied \(visit)")
    #expect(line(.contactsSelected, .contacts(3)) == "invite_contacts_selected \(visit) count=3")
    #expect(line(.linkCreated, .entry(.profile)) == "invite_link_generated \(visit)")
  }

  @Test func `D-EVT-07, D-EVT-08, D-EVT-09, D-EVT-10, D-SHR-03 · from the sheet on`() {
    let visit = "user_id=1 session_id=7"
    #expect(
      line(.shareSheetOpened, .channel(nil))
        == "invite_share_sheet_opened \(visit) channel=unknown")
    #expect(
      line(.shared, .share(.init(channel: .airdrop, entry: .profile, recipients: 3)))
        == "invite_sent \(visit) count=3 channel=other")
    #expect(line(.linkCopied, .entry(.profile)) == "invite_sent \(visit) count=1 channel=other")
    #expect(line(.shareSheetCancelled) == "invite_share_cancelled \(visit)")
    #expect(line(.signedUp) == "invite_accepted \(visit)")
    #expect(line(.connected, .pair(inviter: ann, invitee: bob)) == nil)
  }

  @Test(arguments: [(nil, 1), (1, 1), (20, 20)] as [(Int?, Int)])
  func `D-EVT-08 · sent is logged once for each recipient`(_ recipients: Int?, _ times: Int) {
    let share = InviteEvent.Share(channel: .messages, entry: .profile, recipients: recipients)
    #expect(export(InviteEvent(.shared, .share(share)), .design, .design)?.occurrences == times)
    #expect(export(InviteEvent(.shared, .share(share)), .rin, .rin)?.occurrences == 1)
    #expect(export(InviteEvent(.shared, .share(share)), .product, .product)?.occurrences == 1)
  }

  @Test func `D-EVT-11, D-EVT-12 · the states of picker and message screen`() {
    let names = [
      InviteEvent(.pickerEmpty), InviteEvent(.pickerLoaded, .contacts(9)),
      InviteEvent(.pickerWithoutPermission),
      InviteEvent(.pickerFailed), InviteEvent(.linkCreating), InviteEvent(.linkFailed),
    ].map { export($0, .design, .design)?.name }
    #expect(
      names == [
        "invite_picker_empty_contacts", "invite_picker_contacts_loaded",
        "invite_picker_permission_denied", "invite_picker_error", "invite_link_generating",
        "invite_link_error",
      ])
    #expect(
      export(InviteEvent(.pickerLoaded, .contacts(9)), .design, .design)?["count"] == .number(9))
  }

  @Test func `D-PER-09, D-EVT-11, D-EVT-12, CNF-26 · of two names one is exported`() throws {
    let shown = try #require(InviteStep.contactsPromptShown.name(in: .design))
    #expect(shown.primary == "invite_permission_prompt_shown")
    #expect(shown.aliases == ["invite_picker_permission_prompt_shown"])
    let created = try #require(
      export(InviteEvent(.linkCreated, .entry(.profile)), .design, .design))
    #expect(created.name == "invite_link_generated")
    #expect(created.aliases == ["invite_link_ready"])
  }

  @Test func `the design exports an opened app, and keeps an uninstall inside`() {
    #expect(line(.appOpened) == "app_opened user_id=1 session_id=7")
    #expect(line(.appUninstalled) == nil)
  }

  @Test func `D-EVT-14 · every event has user_id and session_id`() throws {
    let events: [InviteEvent] = [
      InviteEvent(.appOpened), InviteEvent(.flowOpened, .entry(.profile)),
      InviteEvent(.contactsPromptShown), InviteEvent(.permissionGranted),
      InviteEvent(.permissionDenied), InviteEvent(.pickerOpened), InviteEvent(.pickerEmpty),
      InviteEvent(.pickerLoaded, .contacts(1)),
      InviteEvent(.pickerWithoutPermission), InviteEvent(.pickerFailed),
      InviteEvent(.contactsSelected, .contacts(1)), InviteEvent(.linkCreating),
      InviteEvent(.linkCreated, .entry(.profile)), InviteEvent(.linkFailed),
      InviteEvent(.shareSheetOpened, .channel(nil)),
      InviteEvent(.shareSheetCancelled),
      InviteEvent(.shared, .share(.init(channel: nil, entry: .profile))),
      InviteEvent(.linkCopied, .entry(.profile)), InviteEvent(.signedUp),
    ]
    let named = InviteStep.allCases.filter { $0.name(in: .design) != nil }
    #expect(Set(events.map(\.step)) == Set(named))
    for event in events {
      let names = try #require(export(event, .design, .design)).properties.map(\.name)
      #expect(names.prefix(2) == ["user_id", "session_id"])
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `D-EVT-14, CNF-26 · the user is raw unless the setting says hashed`() {
    var policy = EventPolicy.design
    #expect(export(InviteEvent(.appOpened), policy, .design)?["user_id"] == .raw(1))
    policy.identities = .hashed
    #expect(export(InviteEvent(.appOpened), policy, .design)?["user_id"] == .hashed("h1"))
  }

  @Test func `D-EVT-15, D-EVT-16 · impressions, declined sheets and taps have no name`() {
    #expect(line(.promptShown, .prompt(.postAction, number: 1)) == nil)
    #expect(line(.promptDismissed, .prompt(.postAction, number: 1)) == nil)
    #expect(line(.screenTapped) == nil)
  }
}

@Suite("Events · channels")
struct ReportedChannelTests {
  @Test func `CNF-27 · each vocabulary has its names, and other for the rest`() {
    let product = ReportedChannel.allCases.map { $0.named(in: .product) }
    #expect(
      product == [
        .imessage, .imessage, .whatsapp, .other, .copyLink, .copyLink, .airdrop, .other,
      ])
    let design = ReportedChannel.allCases.map { $0.named(in: .design) }
    #expect(design == [.messages, .messages, .whatsapp, .email, .other, .other, .other, .other])
  }
}
