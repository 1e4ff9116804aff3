/// A connection of the processes that hold the shards of one run, one each.
package protocol ShardLink: AnyObject, Sendable {
  /// The number of this process among them, from 0.
  var rank: Int { get }
  /// The number of processes.
  var count: Int { get }
  /// Gives each process its message, by rank; returns the messages to this one, by sender.
  ///
  /// All processes call it, in the same order.
  func exchange(_ messages: [[UInt8]]) throws -> [[UInt8]]
}

extension ShardLink {
  /// Sends numbers to the first process; returns those of all there, and nothing elsewhere.
  func gather(_ numbers: [UInt64]) throws -> [[UInt64]] {
    var messages = [[UInt8]](repeating: [], count: count)
    messages[0] = Self.bytes(numbers)
    let received = try exchange(messages)
    return rank == 0 ? received.map(Self.numbers) : []
  }

  /// Sends numbers from the first process to all; returns them everywhere.
  func spread(_ numbers: [UInt64]) throws -> [UInt64] {
    let message = rank == 0 ? Self.bytes(numbers) : []
    return Self.numbers(try exchange([[UInt8]](repeating: message, count: count))[0])
  }

  private static func bytes(_ numbers: [UInt64]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
  }

  private static func numbers(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
