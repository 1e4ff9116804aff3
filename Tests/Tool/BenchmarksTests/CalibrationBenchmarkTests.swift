import growthloop_bench
import GrowthloopStudies
import SimulationKernel
import Statistics
import Testing

@Suite("Calibrations of data whose truth is known", .timeLimit(.minutes(60)))
struct CalibrationBenchmarkTests {
  @Test func `intervals of eight parameters hold the truth, and seldom miss it`() async throws {
    var benchmark = CalibrationBenchmark()
    benchmark.runs = 300
    benchmark.waves = 3
    let ranks = try await benchmark.ranks(of: 4, on: Workers(2), width: [1, 0.2])
    let held = (0..<8).map { ranks[0].coverage(of: $0).successes }
    // Of 32 intervals one or two miss on average.
    #expect(held.reduce(0, +) >= 27, "\(held)")
    let narrow = (0..<8).map { ranks[1].coverage(of: $0).successes }
    #expect(narrow.reduce(0, +) < 20, "\(narrow)")
  }

  @Test func `one emulator of the baseline answers several data sets`() async throws {
    var benchmark = BaselineCalibration()
    benchmark.runs = 120
    let ranks = try await benchmark.ranks(of: 4, on: Workers(2), width: [1, 0.2])
    let held = (0..<8).map { ranks[0].coverage(of: $0).successes }
    #expect(held.reduce(0, +) >= 27, "\(held)")
    let narrow = (0..<8).map { ranks[1].coverage(of: $0).successes }
    #expect(narrow.reduce(0, +) < 20, "\(narrow)")
  }

  @Test(arguments: 0..<4)
  func `verdicts say what was planted`(number: Int) async throws {
    let planted = PlantedVerdicts()
    let (kind, blank) = try await planted.verdicts(number, identified: false)
    #expect(!kind.isIdentified)
    #expect(blank.last != .identified, "\(kind)")
    #expect(
      kind == .idle ? blank == [.identified, .notIdentified] : blank == [.together, .together])
    let (_, known) = try await planted.verdicts(number, identified: true)
    #expect(known == [.identified, .identified])
  }
}
