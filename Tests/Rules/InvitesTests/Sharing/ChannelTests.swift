import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Channels · targets and the names they are reported under")
struct ChannelTests {
  struct Names: Sendable, CustomTestStringConvertible {
    let target: ShareTarget
    let rin: ReportedChannel
    let product: ReportedChannel
    let design: ReportedChannel
    var testDescription: String { target.rawValue }
  }

  static let names = [
    Names(target: .messages, rin: .messages, product: .imessage, design: .messages),
    Names(target: .whatsapp, rin: .whatsapp, product: .whatsapp, design: .whatsapp),
    Names(target: .telegram, rin: .other, product: .other, design: .other),
    Names(target: .email, rin: .email, product: .other, design: .email),
    Names(target: .copy, rin: .copy, product: .copyLink, design: .other),
    Names(target: .airdrop, rin: .airdrop, product: .airdrop, design: .other),
    Names(target: .otherInstalled, rin: .other, product: .other, design: .other),
  ]

  @Test(arguments: names)
  func `CNF-27 · each profile reports a target under its own name, or as other`(_ names: Names) {
    #expect(SharePolicy.rin.reportedChannel(for: names.target) == names.rin)
    #expect(SharePolicy.product.reportedChannel(for: names.target) == names.product)
    #expect(SharePolicy.design.reportedChannel(for: names.target) == names.design)
  }

  @Test func `SHR-14 · seven kinds of target, and from the share screen each can be chosen`() {
    let targets: [ShareTarget] = [
      .messages, .whatsapp, .telegram, .email, .copy, .airdrop, .otherInstalled,
    ]
    for target in targets {
      var screen = ShareScreen()
      let actions = screen.run(
        [
          .opened(from: .profile, cachedLink: rinLink, isOnline: true),
          .messageComposed(rinMessage), .tapped(.shareVia), .sheetClosed(.completed(target)),
        ], under: .rin)
      #expect(actions.shares.map(\.channel) == [SharePolicy.rin.reportedChannel(for: target)])
    }
  }

  @Test func `D-SHR-04, CNF-27 · a target nobody told is unknown, or other where one must be told`()
  {
    #expect(SharePolicy.design.reportedChannel(for: nil) == nil)
    #expect(SharePolicy.rin.reportedChannel(for: nil) == .other)
    var tracked = SharePolicy.design
    tracked.channelTracking = .always
    #expect(tracked.reportedChannel(for: nil) == .other)
    // Before one is picked there is none to tell.
    var flow = InviteFlow.sharing()
    flow.run([.sheetClosed(.cancelled), .tapped(.next)], under: .design)
    let opened = flow.run([.tapped(.sendVia)], under: .design).logged
    #expect(opened == [InviteEvent(.shareSheetOpened, .channel(nil))])
  }

  @Test func `D-SHR-06, CNF-27 · a completed sheet proves neither a send nor whom it reached`() {
    func truths(_ falseRate: Double, _ reachedRate: Double?) -> [ShareTruth] {
      var policy = SharePolicy.design
      policy.falseCompletionRate = falseRate
      policy.selectedIsReachedRate = reachedRate
      var chance = SeededChance(seed: 7)
      return (0..<2_000).map { _ in policy.truth(selected: 3, using: &chance) }
    }
    #expect(truths(0, 1).allSatisfy { $0.wasSent && $0.selectedReached == 3 })
    #expect(truths(1, 1).allSatisfy { !$0.wasSent && $0.selectedReached == 0 })
    #expect(truths(0, nil).allSatisfy { $0.selectedReached == 3 })
    // A quarter of 2000 within five standard deviations of 19.4; half of 6000 within five of 38.7.
    let some = truths(0.25, 0.5)
    #expect(abs(some.filter { !$0.wasSent }.count - 500) < 97)
    #expect(abs(truths(0, 0.5).map(\.selectedReached).reduce(0, +) - 3_000) < 194)
    #expect(SharePolicy.design.falseCompletionRate == 0)
    #expect(SharePolicy.design.selectedIsReachedRate == 1)
  }

  @Test func `a rate of nothing never happens, a rate of one always, whatever is drawn`() {
    for drawn in [UInt64.min, .max] {
      var policy = SharePolicy.design
      var chance = SameNumber(number: drawn)
      policy.falseCompletionRate = 0
      for (rate, reached) in [(0.0, 0), (1.0, 3)] {
        policy.selectedIsReachedRate = rate
        let truth = policy.truth(selected: 3, using: &chance)
        #expect(truth.wasSent && truth.selectedReached == reached)
      }
      policy.falseCompletionRate = 1
      let truth = policy.truth(selected: 3, using: &chance)
      #expect(!truth.wasSent && truth.selectedReached == 0)
    }
  }

  /// Draws one number over and over.
  private struct SameNumber: RandomNumberGenerator {
    let number: UInt64

    mutating func next() -> UInt64 { number }
  }

  @Test func `two policies under one luck differ only where their rates do`() {
    var honest = SeededChance(seed: 3)
    var doubtful = SeededChance(seed: 3)
    var policy = SharePolicy.design
    policy.falseCompletionRate = 0.5
    for selected in 0..<50 {
      let sure = SharePolicy.design.truth(selected: selected, using: &honest)
      let perhaps = policy.truth(selected: selected, using: &doubtful)
      #expect(!perhaps.wasSent || perhaps == sure)
      #expect(honest.state == doubtful.state)
    }
  }
}
