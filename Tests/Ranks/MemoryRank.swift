import GrowthloopStudies
import Synchronization

/// One of several ranks in one process: messages go from memory to memory.
package final class MemoryRank: RankTransport {
  package let rank: Int
  package let count: Int
  private let post: Post
  /// The number of messages after which the rank falls silent.
  private let silentAfter: Int?
  private let sent = Mutex(0)

  private final class Post: Sendable {
    let boxes: Mutex<[[(sender: Int, message: [UInt8])]]>

    init(_ count: Int) { boxes = Mutex(Array(repeating: [], count: count)) }
  }

  private init(_ rank: Int, of count: Int, _ post: Post, silentAfter: Int?) {
    self.rank = rank
    self.count = count
    self.post = post
    self.silentAfter = silentAfter
  }

  /// Creates ranks that reach each other; `silent` fall silent after so many messages.
  package static func job(_ count: Int, silent: [Int: Int] = [:]) -> [MemoryRank] {
    let post = Post(count)
    return (0..<count).map { MemoryRank($0, of: count, post, silentAfter: silent[$0]) }
  }

  package func send(_ message: [UInt8], to rank: Int) {
    let number = sent.withLock { sent in
      sent += 1
      return sent
    }
    if let silentAfter, number > silentAfter { return }
    post.boxes.withLock { $0[rank].append((self.rank, message)) }
  }

  package func receive() -> (sender: Int, message: [UInt8])? {
    post.boxes.withLock { $0[rank].isEmpty ? nil : $0[rank].removeFirst() }
  }

  package func leave(afterLoss hasLost: Bool, code: Int32) {}
}
