/// The connection of a process to the others of its job; each has a rank, from 0.
package protocol RankTransport: AnyObject, Sendable {
  /// The rank of this process.
  var rank: Int { get }
  /// The number of ranks.
  var count: Int { get }
  /// Sends a message without waiting for its arrival; messages to a lost rank are dropped.
  func send(_ message: [UInt8], to rank: Int)
  /// Returns a message that has arrived; `nil` if there is none.
  func receive() -> (sender: Int, message: [UInt8])?
  /// Leaves the job; the last call.
  ///
  /// It waits for the other ranks. Where one of them was lost, it ends them all after a while, with
  /// that exit code.
  func leave(afterLoss hasLost: Bool, code: Int32)
}

/// A call of MPI that failed.
package struct RankError: Error, CustomStringConvertible {
  package let description: String
}

/// The place of a process in its job, as the launcher gives it in the environment.
package struct RankLaunch: Hashable, Sendable {
  package let rank: Int
  /// The number of ranks, more than one.
  package let count: Int

  /// The variables of Open MPI, of MPICH with its relatives, and of `srun --mpi=pmix`.
  private static let names = [
    (rank: "OMPI_COMM_WORLD_RANK", count: "OMPI_COMM_WORLD_SIZE"),
    (rank: "PMI_RANK", count: "PMI_SIZE"),
    (rank: "PMIX_RANK", count: "SLURM_STEP_NUM_TASKS"),
  ]

  /// Reads the variables by `value`; `nil` for a process that runs alone.
  package init?(_ value: (String) -> String?) {
    for name in Self.names {
      guard let rank = value(name.rank).flatMap({ Int($0) }),
        let count = value(name.count).flatMap({ Int($0) }), count > 1, rank >= 0
      else { continue }
      (self.rank, self.count) = (rank, count)
      return
    }
    return nil
  }
}

extension RankLaunch {
  /// Joins the ranks of the job; `nil` in a build without MPI.
  package func join() throws(RankError) -> (any RankTransport)? {
    #if MPI
      try MPIRank()
    #else
      nil
    #endif
  }
}
