import Gates
import LoadGenerator
import Testing

@testable import LoadTrials

@Suite("What a run decides where the generator, or the machine, was not as it should be")
struct DoubtRuleTests {
  /// The doubt about a gate of that verdict, which those verdicts bound.
  private static func doubt(
    _ verdict: GateVerdict, _ validity: Verdict, isOpenLoop: Bool = true,
    _ least: GateVerdict = .kept, _ most: GateVerdict = .kept
  ) throws -> GateDoubt? {
    var judgement = GateJudgement(
      try #require(LoadGate("errors < 1%")), errors: 0, of: 1, below: 0.01, effect: 1)
    judgement.verdict = verdict
    return DoubtRule(validity, isOpenLoop: isOpenLoop).doubt(
      of: judgement, DoubtRule.Bounds(least: least, most: most))
  }

  static let late: [Verdict.Reason] = [
    .lag(percentile: 99, was: .milliseconds(9), allowed: .milliseconds(1)),
    .turn(p99: .milliseconds(9), allowed: .milliseconds(1)), .processor(busy: 1, allowed: 0.85),
    .runQueue(waiting: 1, allowed: 0.01), .foreign(share: 1, allowed: 0.1),
    .stolen(share: 1, allowed: 0.01),
  ]
  static let short = Verdict.Reason.rate(sent: 1, due: 2)

  @Test(arguments: late)
  func `lateness makes times longer: it forgives what is missed, and nothing that is kept`(
    _ reason: Verdict.Reason
  ) throws {
    let validity = Verdict.generatorLimited(because: [reason])
    #expect(try Self.doubt(.kept, validity) == nil)
    #expect(try Self.doubt(.missed, validity) == .lateness)
    #expect(try Self.doubt(.undecided, validity) == nil)
  }

  @Test(arguments: late)
  func `users who wait for a late generator spare the service`(_ reason: Verdict.Reason) throws {
    let validity = Verdict.generatorLimited(because: [reason])
    #expect(try Self.doubt(.kept, validity, isOpenLoop: false) == .askedLess)
    #expect(try Self.doubt(.missed, validity, isOpenLoop: false) == .lateness)
  }

  @Test(arguments: [[short], late + [short]])
  func `a load that was not offered keeps nothing`(_ reasons: [Verdict.Reason]) throws {
    let validity = Verdict.generatorLimited(because: reasons)
    #expect(try Self.doubt(.kept, validity) == .notOffered)
    #expect(try Self.doubt(.missed, validity) == .lateness)
  }

  @Test func `others on the machine forgive what is missed`() throws {
    let validity = Verdict.disturbed(because: [.foreign(share: 1, allowed: 0.1)])
    #expect(try Self.doubt(.kept, validity) == nil)
    #expect(try Self.doubt(.kept, validity, isOpenLoop: false) == nil)
    #expect(try Self.doubt(.missed, validity) == .disturbance)
  }

  @Test func `errors of the service's own are forgiven by nothing`() throws {
    let all = [
      Verdict.disturbed(because: [.foreign(share: 1, allowed: 0.1)]),
      .generatorLimited(because: Self.late), .generatorLimited(because: [Self.short]),
    ]
    for validity in all {
      #expect(try Self.doubt(.missed, validity, .missed, .missed) == nil)
      #expect(try Self.doubt(.missed, validity, .undecided, .missed) != nil)
    }
  }

  @Test func `a share of errors is kept where lateness cannot have hidden too many`() throws {
    let validity = Verdict.generatorLimited(because: Self.late)
    #expect(try Self.doubt(.kept, validity, .kept, .kept) == nil)
    #expect(try Self.doubt(.kept, validity, .kept, .undecided) == .lateness)
  }

  @Test func `a run that is valid decides as it measured`() throws {
    for verdict in [GateVerdict.kept, .missed, .undecided] {
      #expect(try Self.doubt(verdict, .valid) == nil)
      #expect(try Self.doubt(verdict, .valid, isOpenLoop: false) == nil)
    }
  }
}
