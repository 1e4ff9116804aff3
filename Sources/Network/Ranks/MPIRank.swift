#if MPI
  import CMPI
  import Dispatch
  import Synchronization

  /// A process under `mpirun`.
  ///
  /// One call of MPI runs at a time, from any thread: work that awaits changes its thread, so the
  /// thread that joined cannot be the only one.
  ///
  /// `@safe`: the buffer of a transfer belongs to MPI from the start of the transfer until its end is
  /// seen, and is freed only then; the lock lets one thread at a time at them.
  @safe
  package final class MPIRank: RankTransport {
    package let rank: Int
    package let count: Int
    private let transfers = Mutex(Transfers())

    private struct Transfers {
      var sent: [Transfer] = []
      var arriving: [Transfer] = []
    }

    /// Bytes on their way to a peer, or from it.
    @safe
    private struct Transfer {
      let peer: Int
      let bytes: UnsafeMutableBufferPointer<UInt8>
      var request = unsafe ranks_no_request()
    }

    /// Joins the job; once in a process.
    package init() throws(RankError) {
      try Self.check(ranks_join(), "joining the ranks")
      var (rank, count): (Int32, Int32) = (0, 0)
      try Self.check(unsafe MPI_Comm_rank(ranks_world(), &rank), "asking for the rank")
      try Self.check(unsafe MPI_Comm_size(ranks_world(), &count), "asking for the number of ranks")
      (self.rank, self.count) = (Int(rank), Int(count))
    }

    package func leave(afterLoss hasLost: Bool, code: Int32) {
      if hasLost {
        // A rank that hangs never comes to the common end.
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) {
          _ = unsafe MPI_Abort(ranks_world(), code)
        }
      }
      _ = MPI_Finalize()
    }

    package func send(_ message: [UInt8], to rank: Int) {
      transfers.withLock { transfers in
        Self.removeEnded(from: &transfers.sent)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: message.count)
        _ = unsafe bytes.initialize(from: message)
        var transfer = unsafe Transfer(peer: rank, bytes: bytes)
        let code = unsafe MPI_Isend(
          bytes.baseAddress, Int32(bytes.count), ranks_byte(), Int32(rank), 0, ranks_world(),
          &transfer.request)
        // A message to a lost rank: whether it is lost, its silence says.
        guard code == MPI_SUCCESS else { return unsafe bytes.deallocate() }
        transfers.sent.append(transfer)
      }
    }

    package func receive() -> (sender: Int, message: [UInt8])? {
      transfers.withLock { transfers in
        Self.removeEnded(from: &transfers.sent)
        var (sender, length): (Int32, Int32) = (0, 0)
        while unsafe ranks_has_message(&sender, &length) != 0 {
          let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Int(length))
          var transfer = unsafe Transfer(peer: Int(sender), bytes: bytes)
          // Not waited for: a long message needs the sender's hand, who may be computing.
          let code = unsafe MPI_Irecv(
            bytes.baseAddress, length, ranks_byte(), sender, 0, ranks_world(), &transfer.request)
          guard code == MPI_SUCCESS else {
            unsafe bytes.deallocate()
            break
          }
          transfers.arriving.append(transfer)
        }
        for place in transfers.arriving.indices {
          let ending = unsafe ranks_has_ended(&transfers.arriving[place].request)
          guard ending != 0 else { continue }
          let transfer = transfers.arriving.remove(at: place)
          defer { unsafe transfer.bytes.deallocate() }
          return ending == 1 ? unsafe (transfer.peer, Array(transfer.bytes)) : nil
        }
        return nil
      }
    }

    private static func removeEnded(from transfers: inout [Transfer]) {
      for place in transfers.indices.reversed()
      where unsafe ranks_has_ended(&transfers[place].request) != 0 {
        unsafe transfers.remove(at: place).bytes.deallocate()
      }
    }

    static func check(_ code: Int32, _ attempt: String) throws(RankError) {
      guard code != MPI_SUCCESS else { return }
      throw RankError(description: "MPI failed at \(attempt), with code \(code)")
    }
  }
#endif
