import Testing

@testable import GrowthloopStudies

@Suite("Ranks · the place of a process in its job")
struct RankLaunchTests {
  private static func launch(_ variables: [String: String]) -> RankLaunch? {
    RankLaunch { variables[$0] }
  }

  @Test(arguments: [
    ["OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "8"],
    ["PMI_RANK": "3", "PMI_SIZE": "8"],
    ["PMIX_RANK": "3", "SLURM_STEP_NUM_TASKS": "8"],
  ])
  func `each launcher's variables give rank and count`(variables: [String: String]) throws {
    let launch = try #require(Self.launch(variables))
    #expect(launch.rank == 3 && launch.count == 8)
  }

  @Test(arguments: [
    [:], ["OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "1"], ["PMI_RANK": "0"],
    ["PMI_RANK": "x", "PMI_SIZE": "2"],
    // A job of Slurm that starts the tool without srun.
    ["SLURM_NTASKS": "8", "SLURM_PROCID": "0"],
  ])
  func `a process of its own has no place`(variables: [String: String]) {
    #expect(Self.launch(variables) == nil)
  }
}
