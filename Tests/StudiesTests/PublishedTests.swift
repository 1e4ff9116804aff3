import GrowthloopStudies
import Foundation
import GrowthloopModel
import GrowthloopPlans
import TestSupport
import Testing

/// The scenarios of campaigns whose inputs and outcomes were published, run at a size that takes
/// seconds; `make published` runs them at theirs, with their gates.
@Suite("Published campaigns · the model reaches what they reached")
struct PublishedTests {
  static let folder = packageFolder.appending(path: "scenarios/published")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private static func read(_ name: String) throws -> ScenarioOutcome<GrowthScenario> {
    try ScenarioReader(GrowthScenario.self, loader: .disk(), metrics: Metric.names)
      .read(file: folder.appending(path: name).path(percentEncoded: false))
  }

  static func plan(_ name: String) throws -> GrowthPlan {
    try read("\(name).yaml").value.plan
  }

  /// The results of some replications, added up.
  private struct Sum {
    var members = 0
    var founders = 0
    var trees = 0
    var deep = 0
    var beyond = 0
    /// Members by the number of newcomers whom they brought.
    var recruits: [Int] = []

    var none: Double { Double(recruits[0]) / Double(members) }
  }

  private func sum(_ plan: GrowthPlan, replications: UInt32) throws -> Sum {
    var sum = Sum()
    for replication in 0..<replications {
      var run = try GrowthRun(plan, seed: 11, replication: replication)
      run.run()
      let cascades = run.cascades
      let members = run.tally.launches.organic + run.tally.launches.invited
      let law = [members - cascades.recruiters.reduce(0, +)] + cascades.recruiters
      while sum.recruits.count < law.count { sum.recruits.append(0) }
      for (place, count) in law.enumerated() { sum.recruits[place] += count }
      sum.members += members
      sum.founders += members - cascades.members
      sum.trees += cascades.trees
      sum.deep += cascades.deep
      sum.beyond += run.tally.afterwards.depth.dropFirst(2).reduce(0, +)
    }
    return sum
  }

  @Test(arguments: names)
  func `it reads without a remark, and its first line asks its question`(name: String) throws {
    let outcome = try Self.read(name)
    #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.first == "# \(outcome.value.question ?? "")")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(outcome.value.gates.isEmpty == (name == "recommendations.yaml"))
  }

  @Test func `jazz musicians · the law of recruits fits, and its best fifth`() throws {
    let sum = try sum(Self.plan("jazz"), replications: 400)
    #expect(abs(Double(sum.members) / 400 - 264) < 60)
    #expect((0.493...0.612).contains(sum.none))
    // People who brought 0, 1, 2, 3, 4, and 5 or more; two of the five degrees of freedom are fitted.
    let seen = [146, 54, 26, 19, 12, 7]
    var law = Array(sum.recruits.prefix(5))
    law.append(sum.recruits.dropFirst(5).reduce(0, +))
    let square = zip(seen, law).reduce(0.0) { square, pair in
      let expected = 264 * Double(pair.1) / Double(sum.members)
      return square + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
    }
    #expect(square < 7.8, "\(square)")
    var cascades = CascadeSizes()
    for (newcomers, count) in sum.recruits.enumerated().dropFirst() {
      for _ in 0..<count { cascades.count(recruiterOf: newcomers) }
    }
    let brought = sum.recruits.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    let best = cascades.newcomers(ofBest: 0.2, of: sum.members) / Double(brought)
    #expect((0.6...0.8).contains(best))
  }

  @Test func `Vancouver · as many brought no one, where everyone alike would have fewer`() throws {
    var plan = try Self.plan("vancouver")
    let sum = try sum(plan, replications: 40)
    #expect((0.507...0.58).contains(sum.none))
    // The standard deviation of one campaign's size is about 200.
    #expect(abs(Double(sum.members) / 40 - 719) < 3.3 * 200 / 40.0.squareRoot())
    plan.behaviour.sharing.invitesShape = nil
    #expect(abs(try self.sum(plan, replications: 40).none - 0.434) < 0.02)
  }

  @Test(arguments: [(15, true), (20, true), (25, false)])
  func `products online · their three bands hold for ordinary K, and fail above`(
    k: Int, isInside: Bool
  ) throws {
    let sum = try sum(Self.plan("online-k\(k)"), replications: 2)
    let founders = Double(sum.founders)
    let lone = 1 - Double(sum.trees) / founders
    let deep = Double(sum.deep) / founders
    let beyond = Double(sum.beyond) / Double(sum.members)
    let isMet =
      (0.7...0.95).contains(lone) && (0.01...0.04).contains(deep) && (0.01...0.06).contains(beyond)
    #expect(isMet == isInside, "\(lone) \(deep) \(beyond)")
  }

  @Test func `a bank's e-mails · as many within five weeks`() throws {
    var plan = try Self.plan("bank-email")
    plan.behaviour.market.people /= 4
    plan.behaviour.arrivals.crowd?.installs /= 4
    let sum = try sum(plan, replications: 1)
    #expect((217_000...240_000).contains(4 * sum.members))
  }

  @Test func `Harry's · the near tail is right, and the far one out of reach`() throws {
    var plan = try Self.plan("harrys")
    plan.behaviour.market.people /= 4
    plan.behaviour.arrivals.crowd?.installs /= 4
    let sum = try sum(plan, replications: 1)
    #expect((68_000...102_000).contains(4 * sum.members))
    let five = Double(sum.recruits.dropFirst(5).reduce(0, +)) / Double(sum.members)
    #expect((0.0122...0.0184).contains(five))
    #expect(sum.recruits.dropFirst(50).isEmpty)
  }

  @Test func `recommendations · the second half brings as many as the first`() throws {
    var plan = try Self.plan("recommendations")
    plan.days = 360
    var run = try GrowthRun(plan, seed: 11)
    run.run()
    let homes = run.tally.days.map(\.homes)
    let (first, second) = (homes[..<180].reduce(0, +), homes[180...].reduce(0, +))
    // The chance of either half, of about 10,000 each, moves this by one in a hundred.
    #expect(abs(Double(second) / Double(first) - 1) < 0.05)
    #expect(run.tally.launches.invited > 500)
  }
}
