import growthloop_bench
import RandomStreams
import Testing

@Suite("Interference · invites that meet at the same recipients")
struct SharedRecipientsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let density, truth: Double
    /// By community, with leaks of .05 and .2: the counts of inviters and of recipients.
    let little, much: (inviters: Double, recipients: Double)

    var testDescription: String { "\(density) converting invites a recipient" }
  }

  static let rows = [
    Row(density: 0.0625, truth: 0.2880, little: (0.2892, 0.2716), much: (0.2923, 0.2239)),
    Row(density: 0.25, truth: 0.2544, little: (0.2588, 0.2401), much: (0.2706, 0.1983)),
    Row(density: 0.75, truth: 0.1804, little: (0.1915, 0.1705), much: (0.2221, 0.1414)),
    Row(density: 2, truth: 0.0706, little: (0.0911, 0.0668), much: (0.1483, 0.0557)),
  ]

  @Test(arguments: rows)
  func `P-EXP-10 · a lift of 30% by each design, in closed form`(row: Row) {
    let market = SharedRecipients(density: row.density, lift: 0.3)
    #expect((market.truth - row.truth).magnitude < 0.00005)
    #expect(market.byInviter == 0.3)
    for (leak, found) in [(0.05, row.little), (0.2, row.much)] {
      #expect((market.byCommunityOfInviters(leak: leak) - found.inviters).magnitude < 0.00005)
      #expect((market.byCommunityOfRecipients(leak: leak) - found.recipients).magnitude < 0.00005)
    }
  }

  @Test(arguments: rows, [0.05, 0.2, 0.5])
  func `the two counts of communities lie on both sides of the truth`(row: Row, leak: Double) {
    let market = SharedRecipients(density: row.density, lift: 0.3)
    #expect(market.byCommunityOfInviters(leak: leak) > market.truth)
    #expect(market.byCommunityOfRecipients(leak: leak) < market.truth)
  }

  @Test func `communities without a leak tell the truth by recipients`() {
    let market = SharedRecipients(density: 2, lift: 0.3)
    #expect((market.byCommunityOfRecipients(leak: 0) - market.truth).magnitude < 1e-12)
  }

  @Test func `an absolute difference between inviters overstates 3.84 times at two invites`() {
    let market = SharedRecipients(density: 2, lift: 0.3)
    #expect(
      (market.differenceByInviter / market.trueDifference - 3.84).magnitude < 0.005)
  }

  @Test(arguments: [(0.25, 0.014), (0.75, 0.040), (2, 0.083)])
  func `between the stages of a ramp it moves by a few per cent`(density: Double, move: Double) {
    func difference(_ share: Double) -> Double {
      SharedRecipients(density: density, lift: 0.3, treatedShare: share).differenceByInviter
    }
    #expect((difference(0.1) / difference(0.5) - 1 - move).magnitude < 0.0005)
  }

  @Test func `simulated markets agree`() {
    expectAgreement(.sharedRecipients, size: 0.025)
  }

  @Test func `one world has no standard error`() {
    let market = SharedRecipients(density: 0.1, lift: 0.3)
    #expect(market.simulated(.inviter, worlds: 1, stream: RandomStream(key: 1)) == nil)
  }
}
