import Foundation
import GrowthloopStudies
import GrowthloopReports
import TestConsole
import TestRanks
import Testing

@testable import growthloop

@Suite("growthloop under mpirun · one speaks for all", .timeLimit(.minutes(60)))
struct RankedRunTests {
  private static func variables(_ rank: Int) -> [String: String] {
    ["OMPI_COMM_WORLD_RANK": "\(rank)", "OMPI_COMM_WORLD_SIZE": "2"]
  }

  @Test func `a command that makes no use of ranks is refused once, with a remedy`() {
    for command in ["check", "gate", "merge", "profiles", "nonsense"] {
      let first = growthloop(command, variables: Self.variables(0))
      #expect(first.code == .usage && first.output.isEmpty)
      #expect(
        first.complaints.hasPrefix(
          "growthloop: '\(command)' makes no use of 2 ranks: run it without 'mpirun'"),
        "\(first.complaints)")
      let second = growthloop(command, variables: Self.variables(1))
      #expect(second.code == .success && second.output.isEmpty && second.complaints.isEmpty)
    }
  }

  #if !MPI
    @Test(arguments: ["simulate", "compare", "sweep"])
    func `a build without MPI is refused once, with a remedy`(command: String) {
      let first = growthloop(command, variables: Self.variables(0))
      #expect(first.code == .usage && first.output.isEmpty)
      #expect(first.complaints.contains("swift build -c release --traits MPI"))
      let second = growthloop(command, variables: Self.variables(1))
      #expect(second.code == .success && second.complaints.isEmpty)
    }
  #endif

  /// Runs a command as the first of these ranks.
  private static func run(_ arguments: [String], as rank: MemoryRank) async -> Outcome {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let console = MemoryConsole()
        let (code, hasLost) = RankedRun(arguments, console: console).run(as: rank)
        #expect(!hasLost)
        continuation.resume(
          returning: Outcome(code: code, output: console.output, complaints: console.complaints))
      }
    }
  }

  @Test func `rank 0 prints and writes, also when no other rank comes`() async throws {
    let folder = try TemporaryFolder()
    let command = ["simulate", "--replications", "3"] + smallMarket
    let alone = await growthloopOnThread(command + ["--json"])
    let ranks = MemoryRank.job(2)
    let first = await Self.run(command + ["--json"], as: ranks[0])
    #expect(first.code == .success && first.output == alone.output)
    // The other comes late, is dismissed at once, and writes nothing.
    let second = await Self.run(command + ["--out", "\(folder.path)/out"], as: ranks[1])
    #expect(second.code == .success && second.output.isEmpty && second.complaints.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
  }

  @Test func `a rank that cannot begin says why to rank 0, and prints nothing`() async throws {
    let ranks = MemoryRank.job(2)
    let second = await Self.run(["simulate", "nowhere.yaml"], as: ranks[1])
    #expect(second.code == .success && second.complaints.isEmpty)
    let first = await Self.run(["simulate", "--replications", "3"] + smallMarket, as: ranks[0])
    #expect(first.code == .success)
    #expect(
      first.complaints.contains("rank 1 ended: nowhere.yaml: error: the file cannot be read"),
      "\(first.complaints)")
  }

  @Test func `a study of matching is refused`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("study.yaml", "title: a study\nstudy: matching\n")
    let first = await Self.run(["simulate", file], as: MemoryRank.job(2)[0])
    #expect(first.code == .usage && first.complaints.contains("makes no use of ranks"))
  }
}
