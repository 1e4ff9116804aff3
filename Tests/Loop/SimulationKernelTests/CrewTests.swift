import Foundation
import SimulationKernel
import Synchronization
import Testing

@Suite("Kernel · threads that work together, and wait for each other", .timeLimit(.minutes(60)))
struct CrewTests {
  @Test(arguments: [1, 2, 5])
  func `each member works once, the first on the calling thread, and the work ends with all`(
    count: Int
  ) {
    let numbers = Mutex<[Int]>([])
    let caller = Atomic<UInt>(0)
    let first = Atomic<UInt>(0)
    caller.store(UInt(pthread_self()), ordering: .relaxed)
    Crew(of: count).work { number in
      if number == 0 { first.store(UInt(pthread_self()), ordering: .relaxed) }
      numbers.withLock { $0.append(number) }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<count))
    #expect(first.load(ordering: .relaxed) == caller.load(ordering: .relaxed))
  }

  @Test func `more members than cores are all at work at the same time`() {
    let count = ProcessInfo.processInfo.activeProcessorCount + 3
    let meeting = Meeting(of: count)
    let met = Atomic<Int>(0)
    Crew(of: count).work { _ in
      // Without a thread for each member this would never end.
      meeting.join()
      met.add(1, ordering: .relaxed)
    }
    #expect(met.load(ordering: .relaxed) == count)
  }

  @Test(arguments: [1, 2, 4, 9])
  func `what a member writes before a meeting is what all read after it, round by round`(
    count: Int
  ) {
    let meeting = Meeting(of: count)
    let notes = (0..<count).map { _ in Note() }
    Crew(of: count).work { number in
      for round in 1...200 {
        notes[number].round = round
        meeting.join()
        notes[number].read += notes.map(\.round).filter { $0 == round }.count
        meeting.join()
      }
    }
    #expect(notes.map(\.read) == Array(repeating: 200 * count, count: count))
  }
}

/// What one member writes and others read, with no protection but the meetings between.
private final class Note: @unchecked Sendable {
  var round = 0
  var read = 0
}
