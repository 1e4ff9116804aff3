import GrowthloopFindings
@testable import GrowthloopLoadGenerator
import Testing

@Suite("What a run decides where the generator, or the machine, was not as it should be")
struct DoubtRuleTests {
  /// The doubt about a gate of that verdict, which those verdicts bound.
  private static func doubt(
    _ verdict: GateVerdict, _ validity: RunValidity, isOpenLoop: Bool = true,
    _ least: GateVerdict = .kept, _ most: GateVerdict = .kept
  ) -> GateDoubt? {
    DoubtRule(validity, isOpenLoop: isOpenLoop).doubt(
      of: verdict, DoubtRule.Bounds(least: least, most: most))
  }

  static let late: [RunValidity.Reason] = [
    .lag(percentile: 99, was: .milliseconds(9), allowed: .milliseconds(1)),
    .turn(p99: .milliseconds(9), allowed: .milliseconds(1)), .processor(busy: 1, allowed: 0.85),
    .runQueue(waiting: 1, allowed: 0.01), .foreign(share: 1, allowed: 0.1),
    .stolen(share: 1, allowed: 0.01),
  ]
  static let short = RunValidity.Reason.rate(sent: 1, due: 2)

  @Test(arguments: late)
  func `lateness makes times longer: it forgives what is missed, and nothing that is kept`(
    _ reason: RunValidity.Reason
  ) {
    let validity = RunValidity.generatorLimited(because: [reason])
    #expect(Self.doubt(.kept, validity) == nil)
    #expect(Self.doubt(.missed, validity) == .lateness)
    #expect(Self.doubt(.undecided, validity) == nil)
  }

  @Test(arguments: late)
  func `users who wait for a late generator spare the service`(_ reason: RunValidity.Reason) {
    let validity = RunValidity.generatorLimited(because: [reason])
    #expect(Self.doubt(.kept, validity, isOpenLoop: false) == .askedLess)
    #expect(Self.doubt(.missed, validity, isOpenLoop: false) == .lateness)
  }

  @Test(arguments: [[short], late + [short]])
  func `a load that was not offered keeps nothing`(_ reasons: [RunValidity.Reason]) {
    let validity = RunValidity.generatorLimited(because: reasons)
    #expect(Self.doubt(.kept, validity) == .notOffered)
    #expect(Self.doubt(.missed, validity) == .lateness)
  }

  @Test func `others on the machine forgive what is missed`() {
    let validity = RunValidity.disturbed(because: [.foreign(share: 1, allowed: 0.1)])
    #expect(Self.doubt(.kept, validity) == nil)
    #expect(Self.doubt(.kept, validity, isOpenLoop: false) == nil)
    #expect(Self.doubt(.missed, validity) == .disturbance)
  }

  @Test func `errors of the service's own are forgiven by nothing`() {
    let all = [
      RunValidity.disturbed(because: [.foreign(share: 1, allowed: 0.1)]),
      .generatorLimited(because: Self.late), .generatorLimited(because: [Self.short]),
    ]
    for validity in all {
      #expect(Self.doubt(.missed, validity, .missed, .missed) == nil)
      #expect(Self.doubt(.missed, validity, .undecided, .missed) != nil)
    }
  }

  @Test func `a share of errors is kept where lateness cannot have hidden too many`() {
    let validity = RunValidity.generatorLimited(because: Self.late)
    #expect(Self.doubt(.kept, validity, .kept, .kept) == nil)
    #expect(Self.doubt(.kept, validity, .kept, .undecided) == .lateness)
  }

  @Test func `a run that is valid decides as it measured`() {
    for verdict in [GateVerdict.kept, .missed, .undecided] {
      #expect(Self.doubt(verdict, .valid) == nil)
      #expect(Self.doubt(verdict, .valid, isOpenLoop: false) == nil)
    }
  }
}
