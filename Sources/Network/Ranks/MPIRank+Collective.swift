#if MPI
  import CMPI

  /// What all ranks call together, in the same order; no rank returns before all have called.
  extension MPIRank {
    /// Gives each rank its message, by rank; returns the messages to this one, by sender.
    package func exchange(_ messages: [[UInt8]]) throws(RankError) -> [[UInt8]] {
      precondition(messages.count == count, "\(messages.count) messages to \(count) ranks")
      let lengths = messages.map { Int32($0.count) }
      var arriving = [Int32](repeating: 0, count: count)
      try Self.check(
        unsafe MPI_Alltoall(lengths, 1, ranks_int(), &arriving, 1, ranks_int(), ranks_world()),
        "an exchange of lengths")
      let (starts, ends) = (Self.starts(lengths), Self.starts(arriving))
      var received = [UInt8](repeating: 0, count: arriving.reduce(0) { $0 + Int($1) })
      try Self.check(
        unsafe MPI_Alltoallv(
          messages.flatMap(\.self), lengths, starts, ranks_byte(), &received, arriving, ends,
          ranks_byte(), ranks_world()),
        "an exchange of messages")
      return zip(ends, arriving).map { Array(received[Int($0)..<Int($0 + $1)]) }
    }

    /// Returns the least of the ranks' numbers.
    package func minimum(_ number: Int64) throws(RankError) -> Int64 {
      var least: Int64 = 0
      try Self.check(
        unsafe MPI_Allreduce(
          [number], &least, 1, ranks_int64(), ranks_minimum(), ranks_world()),
        "finding the least number")
      return least
    }

    /// Returns the sums of the ranks' numbers, place by place.
    package func sums(_ numbers: [Int64]) throws(RankError) -> [Int64] {
      var sums = [Int64](repeating: 0, count: numbers.count)
      try Self.check(
        unsafe MPI_Allreduce(
          numbers, &sums, Int32(numbers.count), ranks_int64(), ranks_sum(), ranks_world()),
        "adding numbers")
      return sums
    }

    private static func starts(_ lengths: [Int32]) -> [Int32] {
      var start: Int32 = 0
      return lengths.map { length in
        defer { start += length }
        return start
      }
    }
  }
#endif
