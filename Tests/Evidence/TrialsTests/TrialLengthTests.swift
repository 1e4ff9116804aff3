import GrowthModel
import RealFunctions
import SimulationKernel
import Testing
import Trials
import Vocabulary

@Suite("Trials · what another length gains")
struct TrialLengthTests {
  @Test func `where rows come evenly, the spread falls with the square root of time`() async throws
  {
    var plan = TrialStudyTests.plan(invites: 1)
    plan.behaviour.arrivals.crowd = nil
    plan.behaviour.arrivals.organicPerDay = 200
    var study = TrialStudyTests.study(plan, [TrialDesign(.invite)]) {
      $0.behaviour.recipients.tap = 0.4
    }
    study.redraws = 0
    study.replications = 40
    let short = study.runs
    study.looksAtLengths = true
    #expect(study.runs == short + 40)
    let lengths = try #require(try await study.run(on: Workers(2)).first).lengths
    // Four days are planned; they are looked at after five.
    #expect(lengths.map(\.lasts) == [.days(2), .days(8), .days(12)])
    for length in lengths {
      #expect(length.runs == 40)
      let times = Double(length.lasts.milliseconds) / Double(Interval.days(4).milliseconds)
      // The shorter is a part of the longer, so that their squares correlate by its share.
      let shared = min(times, 1 / times)
      let error = ((1 - shared) / 39).squareRoot()
      let ratio = length.spread * times.squareRoot()
      #expect(abs(Double.log(ratio)) < 4 * error, "\(length)")
    }
  }
}
