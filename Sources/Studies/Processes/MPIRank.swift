#if MPI
  import CGrowthloopMPI
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
      var arriving = ArrivingPieces<Transfer>()
    }

    /// Bytes on their way to a peer, or from it.
    @safe
    private struct Transfer {
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
        for place in MessagePieces.places(of: message.count) {
          let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: place.count)
          _ = unsafe bytes.initialize(from: message[place])
          var transfer = unsafe Transfer(bytes: bytes)
          let tag = place.upperBound == message.count ? Self.lastPiece : Self.piece
          let code = unsafe MPI_Isend(
            bytes.baseAddress, Int32(bytes.count), ranks_byte(), Int32(rank), tag, ranks_world(),
            &transfer.request)
          // A message to a lost rank: whether it is lost, its silence says.
          guard code == MPI_SUCCESS else { return unsafe bytes.deallocate() }
          transfers.sent.append(transfer)
        }
      }
    }

    package func receive() -> (sender: Int, message: [UInt8])? {
      transfers.withLock { transfers in
        Self.removeEnded(from: &transfers.sent)
        var (sender, tag, length): (Int32, Int32, Int32) = (0, 0, 0)
        var found = unsafe ranks_no_message()
        // Found and taken in one step, so that what is received is what was measured.
        while unsafe ranks_next_message(&sender, &tag, &length, &found) != 0 {
          let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Int(length))
          var transfer = unsafe Transfer(bytes: bytes)
          // Not waited for: a long message needs the sender's hand, who may be computing.
          let code = unsafe MPI_Imrecv(
            bytes.baseAddress, length, ranks_byte(), &found, &transfer.request)
          guard code == MPI_SUCCESS else {
            unsafe bytes.deallocate()
            break
          }
          transfers.arriving.add(transfer, from: Int(sender), isLast: tag == Self.lastPiece)
        }
        return transfers.arriving.next { transfer in
          let ending = unsafe ranks_has_ended(&transfer.request)
          guard ending != 0 else { return .onItsWay }
          defer { unsafe transfer.bytes.deallocate() }
          return ending == 1 ? .arrived(unsafe Array(transfer.bytes)) : .lost
        }
      }
    }

    /// The tags of a message's last piece, and of those before it; MPI keeps the order of both.
    private static let (lastPiece, piece): (Int32, Int32) = (0, 1)

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
