import Calibration
import Foundation
import RandomStreams
import SimulationKernel
import Statistics
import Testing

@Suite("scratch")
struct ScratchTests {
  @Test("sbc") func sbc() async throws {
    let sets = Int(ProcessInfo.processInfo.environment["SETS"] ?? "0") ?? 0
    let runs = Int(ProcessInfo.processInfo.environment["RUNS"] ?? "1000") ?? 0
    let waves = Int(ProcessInfo.processInfo.environment["WAVES"] ?? "4") ?? 0
    guard sets > 0 else { return }
    let model = Branching()
    let t0 = ContinuousClock.now
    let rows = try await withThrowingTaskGroup(of: [[Double]].self) { group in
      for part in 0..<2 {
        group.addTask {
          var rows: [[Double]] = []
          for set in stride(from: part, to: sets, by: 2) {
            var draw = SmallSimulators.draw(99, set)
            let truth = Branching.parameters.map { $0.value(at: 2 * draw.uniform() - 1) }
            let observed = model.counts(truth, &draw)
            var c = SmallSimulators.calibrator(
              Branching.parameters, Branching.cells, observed: observed, seed: UInt64(1000 + set)
            ) { v, d in model.counts(v, &d) }
            c.runs = runs
            c.waves = waves
            c.drawCount = 199
            let o = try await c.calibrate()
            let z = zip(Branching.parameters, truth).map { $0.coordinate(of: $1) }
            var row = z.indices.map { a in Double(o.draws.count { $0[a] < z[a] }) / 199 }
            let l = o.likelihood!.logLikelihood(at: z)
            row.append(Double(o.draws.count { o.likelihood!.logLikelihood(at: $0) < l }) / 199)
            rows.append(row + z.indices.map { o.width(of: $0) })
          }
          return rows
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    print("seconds", (ContinuousClock.now - t0) / .seconds(1))
    for q in 0..<9 {
      var bins = [Int](repeating: 0, count: 20)
      for row in rows { bins[min(19, Int(row[q] * 199) / 10)] += 1 }
      let e = Double(rows.count) / 20
      let chi = bins.reduce(0.0) { $0 + (Double($1) - e) * (Double($1) - e) / e }
      let cover = rows.count { $0[q] >= 0.025 && $0[q] <= 0.975 }
      let w = q < 8 ? rows.reduce(0.0) { $0 + $1[9 + q] } / Double(rows.count) : 0
      print(q, "chi", chi, "cover", Double(cover) / Double(rows.count), "width", w, bins)
    }
  }
  @Test("time") func time() {
    let model = Branching()
    let t = ContinuousClock.now
    var draw = SmallSimulators.draw(1, 1)
    for _ in 0..<200 { _ = model.counts([0.6, 0.9, 2.5, 0.4, 0.5, 1.4, 0.25, 0.5], &draw) }
    print("ms a run", (ContinuousClock.now - t) / .milliseconds(200))
    print(model.counts([0.6, 0.9, 2.5, 0.4, 0.5, 1.4, 0.25, 0.5], &draw))
  }
}
