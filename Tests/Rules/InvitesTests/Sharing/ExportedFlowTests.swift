import Invites
import Testing
import Vocabulary

@Suite("Sharing · what a walk through a flow exports")
struct ExportedFlowTests {
  /// The names of all that can be logged on any way through the flow.
  private func names<Flow: SharingFlow>(
    _ walk: FlowWalk<Flow>, _ export: EventExport<ReadableHash>
  ) -> Set<String> {
    Set(walk.moves.flatMap(\.actions.logged).compactMap { export($0)?.name })
  }

  /// The entry points that a flow may be opened from, each with what it logs there.
  private func walks(under policy: SharingPolicy) -> [FlowWalk<ShareScreen>] {
    FlowPolicy.EntryPoint.allCases.map {
      FlowWalk(
        ShareScreen(), opening: .opened(from: $0, cachedLink: nil, isOnline: true), under: policy)
    }
  }

  @Test func `EVT-02, EVT-03, EVT-04, EVT-20 · the share screen of rin, from link to share`() {
    var screen = ShareScreen()
    let actions = screen.run(
      [
        .opened(from: .homePrompt, cachedLink: nil, isOnline: true), .linkReady(rinLink),
        .messageComposed(rinMessage), .tapped(.copy), .tapped(.shareVia),
        .sheetClosed(.cancelled), .tapped(.edit), .typed("Try Rin!"), .tapped(.save),
        .tapped(.shareVia), .sheetClosed(.completed(.telegram)),
      ], under: .rin)
    #expect(
      actions.logged.compactMap(EventExport.rin.line) == [
        "invite_link_created source=prompt",
        "invite_link_copied source=prompt",
        "invite_link_shared channel=other source=prompt message_customized=true",
      ])
  }

  @Test func `P-EVT-01, P-EVT-02, P-EVT-03, P-EVT-12, P-EVT-14 · the direct share of product`() {
    var flow = DirectShare()
    let opened: [DirectShare.Event] = [
      .opened(from: .contextual, isOnline: true), .linkReady(appLink),
      .messageComposed(appMessage),
    ]
    let actions = flow.run(
      opened + [.sheetClosed(.cancelled)] + opened + [.sheetClosed(.completed(.messages))],
      under: .product)
    #expect(
      actions.logged.compactMap(EventExport.product.line) == [
        "invite_flow_started entry_point=contextual", "invite_share_sheet_opened",
        "invite_share_sheet_dismissed", "invite_flow_started entry_point=contextual",
        "invite_share_sheet_opened", "invite_sent channel=imessage entry_point=contextual",
      ])
  }

  @Test
  func `D-EVT-01, D-EVT-03, D-EVT-05, D-EVT-07, D-EVT-08, D-EVT-09 · the flow of design`() throws {
    var flow = InviteFlow()
    let actions = flow.run(
      [
        .opened(from: .profile, .notDetermined, isOnline: true), .permissionTapped(.allow),
        .systemAnswered(.authorized), .contactsLoaded(count: 40), .toggled(ana), .toggled(ben),
        .tapped(.next), .linkReady(appLink), .messageComposed(appMessage), .tapped(.sendVia),
        .sheetClosed(.cancelled), .tapped(.next), .tapped(.sendVia),
        .sheetClosed(.completed(.whatsapp)),
      ], under: .design)
    let visit = "user_id=1 session_id=7"
    #expect(
      actions.logged.compactMap(EventExport.design.line) == [
        "invite_flow_opened \(visit) entry_point=profile",
        "invite_picker_opened \(visit)",
        "invite_permission_prompt_shown \(visit)",
        "invite_permission_granted \(visit)",
        "invite_picker_contacts_loaded \(visit) count=40",
        "invite_contacts_selected \(visit) count=2",
        "invite_link_generating \(visit)",
        "invite_link_generated \(visit)",
        "invite_share_sheet_opened \(visit) channel=unknown",
        "invite_share_cancelled \(visit)",
        "invite_contacts_selected \(visit) count=2",
        "invite_share_sheet_opened \(visit) channel=unknown",
        "invite_sent \(visit) count=2 channel=whatsapp",
      ])
    let sent = try #require(actions.logged.last)
    #expect(EventExport.design(sent)?.occurrences == 2)
  }

  @Test func `CNF-26 · each flow exports all the sender's names of its own vocabulary`() {
    #expect(
      names(walks(under: .rin)[0], .rin) == [
        "invite_link_created", "invite_link_copied", "invite_link_shared",
      ])
    let direct = FlowWalk(
      DirectShare(), opening: .opened(from: .contextual, isOnline: true), under: .product)
    #expect(
      names(direct, .product) == [
        "invite_flow_started", "invite_share_sheet_opened", "invite_share_sheet_dismissed",
        "invite_sent",
      ])
    let picker = FlowWalk(
      InviteFlow(), opening: .opened(from: .profile, .notDetermined, isOnline: true),
      under: .design)
    let senders = InviteStep.allCases.prefix { $0 != .linkOpened }.filter { $0 != .appOpened }
    #expect(
      names(picker, .design) == Set(senders.compactMap { $0.name(in: .design)?.primary }))
  }

  @Test
  func `EVT-27 · the Copy button stands where three entry points lead, never a contact's page`() {
    let copies = walks(under: .rin).flatMap(\.moves).flatMap(\.actions.logged)
      .filter { $0.step == .linkCopied }
    #expect(
      Set(copies.compactMap(EventExport.rin.line)) == [
        "invite_link_copied source=profile", "invite_link_copied source=prompt",
        "invite_link_copied source=settings",
      ])
  }

  @Test func `NAV-14, CIV-16 · the four entry points are the four sources of a share`() {
    var invite = ContactInvite(
      contact: ContactFacts(principal: nil, hasPhone: true, hasEmail: false))
    let invited = invite.run(
      [
        .tapped(cachedLink: rinLink, isOnline: true), .messageComposed(rinMessage),
        .sheetClosed(.completed(.messages)),
      ], under: .rin)
    #expect(invited.logged.compactMap { EventExport.rin($0)?["source"] } == [.text("contact")])
    let shared = walks(under: .rin).flatMap(\.moves).flatMap(\.actions.logged)
      .filter { $0.step == .shared }.compactMap { EventExport.rin($0)?["source"]?.description }
    #expect(Set(shared) == ["profile", "prompt", "settings"])
  }
}
