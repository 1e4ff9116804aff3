import Invites
import Testing
import Vocabulary

@Suite("Direct share · the sheet at the tap on an entry point")
struct DirectShareTests {
  static let happy: [DirectShare.Event] = [
    .opened(from: .profileSettings, isOnline: true), .linkReady(appLink),
    .messageComposed(appMessage),
  ]

  static func sharing() -> DirectShare {
    var flow = DirectShare()
    flow.run(happy, under: .product)
    return flow
  }

  @Test func `P-SND-01, P-SND-06, P-SND-07 · trigger, sheet, sent, and a toast of no tap`() {
    var flow = DirectShare()
    let actions = flow.run(Self.happy + [.sheetClosed(.completed(.messages))], under: .product)
    #expect(
      actions == [
        .log(.flowOpened, .entry(.profileSettings)), .createLink(for: []), .log(.linkCreating),
        .log(.linkCreated, .entry(.profileSettings)), .composeMessage,
        .presentSheet(message: appMessage, link: appLink), .log(.shareSheetOpened, .channel(nil)),
        .log(
          .shared,
          .share(
            InviteEvent.Share(channel: .imessage, entry: .profileSettings, isCustomized: false))),
        .showToast(.inviteSent, until: nil),
      ])
    #expect(flow.isClosed)
    #expect(flow.possibleEvents(under: .product).isEmpty)
    #expect(
      SharingPolicy.product.texts[.inviteSent]
        == "Invite sent! You'll be notified when they join.")
  }

  @Test func `P-SND-02, P-SND-03, CNF-56 · the sheet is all there is, and never without a link`() {
    #expect(LinkPolicy.product.createAt == .entryTap)
    let walk = FlowWalk(
      DirectShare(), opening: .opened(from: .navigationMenu, isOnline: true), under: .product)
    for move in walk.moves {
      #expect(!move.actions.contains { if case .open = $0 { true } else { false } })
      if move.actions.presentsSheet {
        #expect(move.after.link == .ready(appLink))
        #expect(move.after.message != nil)
      }
    }
    #expect(walk.moves.contains { $0.actions.presentsSheet })
  }

  @Test(arguments: ShareTarget.allCases)
  func `P-SND-04, P-SND-05, CNF-27 · choosing a target sends through it, under its name`(
    _ target: ShareTarget
  ) {
    let names: [ShareTarget: ReportedChannel] = [
      .messages: .imessage, .whatsapp: .whatsapp, .telegram: .other, .email: .other,
      .copy: .copyLink, .airdrop: .airdrop, .otherInstalled: .other,
    ]
    var flow = Self.sharing()
    let shares = flow.run([.sheetClosed(.completed(target))], under: .product).shares
    #expect(shares.map(\.channel) == [names[target]])
    #expect(flow.isClosed)
  }

  @Test func `P-EDG-07, CNF-24 · a dismissed sheet is logged, and nothing else happens`() {
    var flow = Self.sharing()
    let actions = flow.run([.sheetClosed(.cancelled)], under: .product)
    #expect(actions == [.log(.shareSheetCancelled)])
    #expect(flow.isClosed)
    #expect(SharePolicy.product.onCancel.rule == "P-EDG-07")
  }

  @Test func `P-EDG-09, P-EDG-10, CNF-20 · offline an inline error, and the creation is queued`() {
    var flow = DirectShare()
    let actions = flow.run([.opened(from: .profileSettings, isOnline: false)], under: .product)
    #expect(
      actions == [
        .log(.flowOpened, .entry(.profileSettings)), .show(.offline), .queueCreation,
        .log(.linkQueued),
      ])
    #expect(SharingPolicy.product.texts[.offline] == "Check your connection and try again.")
    #expect(OfflinePolicy.product.mode.rule == "P-EDG-10")
  }

  @Test func `P-EDG-11 · tapping again while a creation waits does not queue a second`() {
    var flow = DirectShare()
    let taps = Array(
      repeating: DirectShare.Event.opened(from: .profileSettings, isOnline: false), count: 3)
    let actions = flow.run(taps, under: .product)
    #expect(actions.filter { $0 == .queueCreation }.count == 1)
    #expect(actions.filter { $0 == .show(.offline) }.count == 3)
  }

  @Test func `CNF-20 · a drained creation asks the user, and the sheet waits for their tap`() {
    var flow = DirectShare()
    flow.run([.opened(from: .profileSettings, isOnline: false)], under: .product)
    let drained = flow.run([.linkReady(appLink), .messageComposed(appMessage)], under: .product)
    #expect(
      drained == [
        .log(.linkCreated, .entry(.profileSettings)), .composeMessage, .promptToShare,
      ])
    let tapped = flow.run([.tappedShare], under: .product)
    #expect(tapped.first == .presentSheet(message: appMessage, link: appLink))
  }

  @Test func `CNF-20 · where a setting says so, a drained creation waits without a prompt`() {
    let silent = SharingPolicy.product.with { $0.offline.onDrained = nil }
    var flow = DirectShare()
    flow.run([.opened(from: .profileSettings, isOnline: false)], under: silent)
    let drained = flow.run([.linkReady(appLink), .messageComposed(appMessage)], under: silent)
    #expect(drained == [.log(.linkCreated, .entry(.profileSettings)), .composeMessage])
    #expect(flow.stage == .drained)
    let tapped = flow.run([.opened(from: .profileSettings, isOnline: true)], under: silent)
    #expect(tapped.presentsSheet)
  }

  @Test func `CNF-20 · without a queue an offline tap only tells, or uses the link that is kept`() {
    let policy = SharingPolicy.product.with { $0.offline = .rin }
    var flow = DirectShare()
    let refused = flow.run([.opened(from: .profileSettings, isOnline: false)], under: policy)
    #expect(refused == [.log(.flowOpened, .entry(.profileSettings)), .show(.offline)])
    let cached = flow.run(
      [
        .opened(from: .profileSettings, cachedLink: appLink, isOnline: false),
        .messageComposed(appMessage),
      ], under: policy)
    #expect(cached.presentsSheet)
  }

  @Test(arguments: [
    (SharePolicy.Confirmation.silent, [SharingAction](), "CNF-23" as RuleID),
    (.toast, [.showToast(.inviteSent, until: nil)], "P-SND-07"),
    (.successScreen, [.open(.success)], "D-SUC-01"),
  ])
  func `CNF-23 · silence, a toast, or a success screen follows a share`(
    _ confirmation: SharePolicy.Confirmation, _ expected: [SharingAction], _ rule: RuleID
  ) {
    let policy = SharingPolicy.product.with { $0.share.confirmation = confirmation }
    var flow = Self.sharing()
    let actions = flow.run([.sheetClosed(.completed(.copy))], under: policy)
    #expect(Array(actions.dropFirst()) == expected)
    #expect(confirmation.rule == rule)
  }

  @Test func `a link that fails is told, and the next tap begins anew`() {
    var flow = DirectShare()
    let failed = flow.run(
      [.opened(from: .contextual, isOnline: true), .linkFailed], under: .product)
    #expect(failed.suffix(2) == [.log(.linkFailed), .show(.linkFailed)])
    #expect(flow.isClosed)
    let late = flow.run([.linkReady(appLink)], under: .product)
    #expect(late == [.stay(because: .requestAbandoned)])
    let again = flow.run([.opened(from: .contextual, isOnline: true)], under: .product)
    #expect(again.contains(.createLink(for: [])))
  }

  @Test func `CNF-50 · an entry point of another profile opens nothing`() {
    var flow = DirectShare()
    let refused = flow.run([.opened(from: .homePrompt, isOnline: true)], under: .product)
    #expect(refused == [.stay(because: .notAnEntryPoint)])
    #expect(StayReason.notAnEntryPoint.rule(in: .product) == "P-SND-02")
  }
}
