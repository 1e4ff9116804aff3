import growthloop
import GrowthloopFindings
import Statistics
import Testing

@Suite("Regressions · a growth scenario under two builds")
struct GrowthTests {
  private static func table(_ rows: [String], metrics: String = "k,sends") throws
    -> ReplicationTable
  {
    try ReplicationTable(
      (["replication,events,digest,\(metrics)"] + rows).map { $0 + "\n" }.joined())
  }

  @Test func `the same digests and metrics are identical`() throws {
    let table = try Self.table(["0,10,aa,0.5,3", "1,12,bb,0.6,"])
    let comparison = GrowthComparison(baseline: table, candidate: table)
    #expect(comparison.isIdentical && comparison.replications == 2)
    #expect(
      comparison.call("k", isBetterGreater: true, tolerance: Tolerance(0)) == .noDifference)
  }

  @Test func `replications pair by their numbers, whatever their order`() throws {
    let before = try Self.table(["0,10,aa,0.50,3", "1,12,bb,0.60,4", "2,9,cc,0.40,5"])
    let after = try Self.table(["2,9,cd,0.38,5", "0,10,ab,0.47,3", "1,12,bc,0.57,4", "7,1,x,9,9"])
    let comparison = GrowthComparison(baseline: before, candidate: after)
    #expect(comparison.replications == 3 && comparison.identical == 0)
    let change = try #require(comparison.movements[0].estimate)
    #expect(abs(change.value + 0.08 / 3) < 1e-12)
    #expect(!comparison.movements[1].isMoved)
    let relative = try #require(comparison.movements[0].relative)
    #expect(abs(relative.value + 0.08 / 3 / 0.5) < 1e-12)
    #expect(
      comparison.call("k", isBetterGreater: true, tolerance: Tolerance(0.01)) == .worse)
    #expect(
      comparison.call("k", isBetterGreater: false, tolerance: Tolerance(0.01)) == .better)
    #expect(
      comparison.call("k", isBetterGreater: true, tolerance: Tolerance(0.2)) == .noDifference)
    #expect(
      comparison.call("none", isBetterGreater: true, tolerance: Tolerance(0.2)) == .undecided)
  }

  @Test func `metrics that one build lacks are named`() throws {
    let comparison = GrowthComparison(
      baseline: try Self.table(["0,1,a,1,2"], metrics: "k,old"),
      candidate: try Self.table(["0,1,a,1,2"], metrics: "new,k"))
    #expect(comparison.lost == ["old"] && comparison.gained == ["new"])
    #expect(comparison.movements.map(\.metric) == ["k"])
  }

  @Test func `a file that is no such table says where`() {
    let mistakes: [(String, Int)] = [
      ("", 1), ("a,b\n", 1), ("replication,events,digest,k\n0,1,a\n", 2),
      ("replication,events,digest,k\n0,1,a,1\n1,1,b,x\n", 3),
    ]
    for (text, line) in mistakes {
      #expect { try ReplicationTable(text) } throws: { error in
        (error as? ReplicationTable.Mistake)?.line == line
      }
    }
  }
}
