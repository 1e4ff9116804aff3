// Tries the calls that all ranks make together, with lengths and numbers that differ by rank; ends with
// code 1 where one returns something else than it should.
import Foundation
import Ranks

#if MPI
  let rank = try MPIRank()
  let (me, count) = (rank.rank, rank.count)
  var mistakes: [String] = []

  func message(from sender: Int, to receiver: Int, round: Int) -> [UInt8] {
    // Nothing, some bytes, and more than a network takes at once.
    let length = [0, 7 * sender + receiver, 300_000][(sender + receiver + round) % 3]
    return (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ sender &* 7 &+ receiver) }
  }

  for round in 0..<30 {
    let sent = (0..<count).map { message(from: me, to: $0, round: round) }
    let received = try rank.exchange(sent)
    let expected = (0..<count).map { message(from: $0, to: me, round: round) }
    if received != expected { mistakes.append("exchange, round \(round)") }
    if try rank.minimum(Int64(5 + (me + round) % count)) != 5 { mistakes.append("minimum") }
    let sums = try rank.sums([Int64(me), 1, -Int64(round)])
    let all = Int64(count)
    if sums != [all * (all - 1) / 2, all, -all * Int64(round)] { mistakes.append("sums") }
  }
  for mistake in mistakes {
    FileHandle.standardError.write(Data("rank \(me) of \(count): \(mistake)\n".utf8))
  }
  rank.leave(afterLoss: false, code: 0)
  exit(mistakes.isEmpty ? 0 : 1)
#else
  FileHandle.standardError.write(Data("try-ranks: built without '--traits MPI'\n".utf8))
  exit(64)
#endif
