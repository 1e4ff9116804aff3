import Invites
import Testing
import Vocabulary

@Suite("Taps · counted by walking the flows")
struct FlowTapTests {
  /// Whether an action tells of a share to `channel`.
  static func isShare(
    to channel: ReportedChannel, recipients: Int? = nil
  ) -> (SharingAction) -> Bool {
    { action in
      guard case .log(let event) = action, case .share(let share) = event.particulars else {
        return false
      }
      return share.channel == channel && share.recipients == recipients
    }
  }

  /// Whether an action tells of a message to one selected contact.
  static var isInvite: (SharingAction) -> Bool {
    isShare(to: .messages, recipients: 1)
  }

  static func inviteWalk(
    _ access: ContactsAccess, under policy: SharingPolicy = .design
  ) -> FlowWalk<InviteFlow> {
    FlowWalk(
      InviteFlow(), opening: .opened(from: .postAction, access, isOnline: true), under: policy)
  }

  @Test func `D-TAP-09, CNF-22 · the happy path takes six taps when all are counted`() throws {
    let path = try #require(Self.inviteWalk(.authorized).shortest(to: Self.isInvite))
    #expect(path.taps.literal == 6)
    #expect(
      path.steps.map(\.event).filter { $0.tap != nil } == [
        .opened(from: .postAction, .authorized, isOnline: true), .toggled(ana), .tapped(.next),
        .tapped(.sendVia), .sheetClosed(.completed(.messages)),
      ])
    #expect(path.steps.last?.event.tap == Tap(.sheet, count: 2))
  }

  @Test func `D-TAP-09 · first use adds Allow and the system's prompt`() throws {
    let path = try #require(Self.inviteWalk(.notDetermined).shortest(to: Self.isInvite))
    #expect(path.taps.literal == 8)
  }

  @Test
  func `D-TAP-02, D-TAP-03, D-SCO-05, D-PRO-07, CNF-22 · three, as the worksheet counts`()
    throws
  {
    let path = try #require(Self.inviteWalk(.authorized).shortest(to: Self.isInvite))
    #expect(path.taps.asSpecified == 3)
    // Entry, contacts, Send: one after the other, however many taps each of them is.
    var tally = TapTally()
    let cumulative = path.steps.map(\.event).filter { $0.tap != nil }.map { event in
      tally.add(event.tap)
      return tally.asSpecified
    }
    #expect(cumulative == [1, 2, 2, 2, 3])
    // The success screen shows itself, in the very step of the send.
    #expect(path.end.screen == .success)

    var metrics = MetricPolicy.design
    #expect(metrics.judge(path.taps) == .over(taps: 6, budget: 3))
    metrics.tapCount = .asSpecified
    #expect(metrics.judge(path.taps) == .within(taps: 3, budget: 3))
    #expect(MetricPolicy.rin.judge(path.taps) == .noBudget)
  }

  @Test
  func `D-TAP-08 · friction is in the first contacts prompt alone, and a denial ends nowhere`()
    throws
  {
    let usual = try #require(Self.inviteWalk(.authorized).shortest(to: Self.isInvite))
    let first = try #require(Self.inviteWalk(.notDetermined).shortest(to: Self.isInvite))
    func taps(_ path: FlowWalk<InviteFlow>.Path) -> [InviteFlow.Event] {
      path.steps.dropFirst().map(\.event).filter { $0.tap != nil }
    }
    // High: what first use adds is at the contacts, and nowhere else. Low: entry and sending.
    let added = taps(first).filter { !taps(usual).contains($0) }
    #expect(added == [.permissionTapped(.allow), .systemAnswered(.authorized)])
    #expect(taps(first).filter { !added.contains($0) } == taps(usual))
    // Medium: the message may be edited, and nobody has to.
    let editing = Self.inviteWalk(.authorized).moves.filter {
      if case .typed = $0.event { $0.before != $0.after } else { false }
    }
    #expect(!editing.isEmpty && editing.allSatisfy { $0.before.stage == .message })
    #expect(!usual.steps.contains { if case .typed = $0.event { true } else { false } })
    // From every state after a denial, at the prompt or before, the link can still be shared.
    for access in [ContactsAccess.denied, .notDetermined] {
      let ends = Self.inviteWalk(access).deadEnds {
        if case .log(let event) = $0 { event.step == .shared } else { false }
      }
      #expect(ends == [])
    }
  }

  @Test func `D-TAP-04, D-FLW-09 · denied: three as the worksheet counts, four in fact`()
    throws
  {
    let path = try #require(Self.inviteWalk(.denied).shortest(to: Self.isShare(to: .messages)))
    #expect(path.taps.asSpecified == 3)
    #expect(path.taps.literal == 4)
    #expect(path.steps.map(\.event).contains(.tapped(.shareLink)))
  }

  @Test func `D-TAP-05, CNF-22 · selecting and composing on one screen saves one tap of six`()
    throws
  {
    let merged = SharingPolicy.design.with { $0.flow.mergeSelectAndCompose = true }
    let path = try #require(
      Self.inviteWalk(.authorized, under: merged).shortest(to: Self.isInvite))
    #expect(path.taps.literal == 5)
    #expect(!path.actions.contains(.open(.message)))
    #expect(FlowPolicy.design.mergeSelectAndCompose == false)
  }

  @Test func `P-TAP-01, P-TAP-08, CNF-22 · two taps, and one more where a draft wants sending`()
    throws
  {
    let walk = FlowWalk(
      DirectShare(), opening: .opened(from: .profileSettings, isOnline: true), under: .product)
    let message = try #require(walk.shortest(to: Self.isShare(to: .imessage)))
    #expect(message.taps.asSpecified == 2)
    #expect(message.taps.literal == 3)
    #expect(MetricPolicy.product.judge(message.taps) == .over(taps: 3, budget: 2))
    var metrics = MetricPolicy.product
    metrics.tapCount = .asSpecified
    #expect(metrics.judge(message.taps) == .within(taps: 2, budget: 2))

    let copy = try #require(walk.shortest(to: Self.isShare(to: .copyLink)))
    #expect(copy.taps.literal == 2)
    #expect(MetricPolicy.product.judge(copy.taps) == .within(taps: 2, budget: 2))
  }

  @Test func `P-TAP-06 · what happens by itself adds no tap and waits for none`() throws {
    let walk = FlowWalk(
      DirectShare(), opening: .opened(from: .profileSettings, isOnline: true), under: .product)
    let path = try #require(walk.shortest(to: \.isShare))
    let automatic = path.steps.filter { $0.event.tap == nil }.map(\.event)
    #expect(automatic == [.linkReady(appLink), .messageComposed("Join me")])
    #expect(path.actions.last == .showToast(.inviteSent, until: nil))
    #expect(path.end.isClosed)
  }

  @Test func `Rin's share screen takes three taps by Messages, four by the sheet`() throws {
    let walk = FlowWalk(
      ShareScreen(), opening: .opened(from: .profile, cachedLink: rinLink, isOnline: true),
      under: .rin)
    #expect(try #require(walk.shortest(to: Self.isShare(to: .messages))).taps.literal == 3)
    #expect(try #require(walk.shortest(to: Self.isShare(to: .whatsapp))).taps.literal == 4)
  }
}
