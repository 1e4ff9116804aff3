import CGrowthloopMalloc
import Foundation
import GrowthloopTransport
import Testing

@Suite("Memory · large blocks have pages of their own", .timeLimit(.minutes(60)))
struct LargeBlockTests {
  @Test func `slabs that come and go in turn leave no gaps in the heap`() async {
    await #expect(processExitsWith: .success) {
      // Once a block of 4 MB is freed, the allocator by itself would keep all smaller ones in its heap.
      _ = [UInt8](repeating: 1, count: 4 << 20)
      LargeBlocks.keepApart()
      var slabs: [[UInt8]] = []
      var small: [[UInt8]] = []
      func step(_ number: Int) {
        slabs.append([UInt8](repeating: 1, count: 90_000 + number % 7 * 100))
        small.append([UInt8](repeating: 1, count: 400 + number % 13 * 300))
        if slabs.count > 100 { slabs.removeFirst() }
        if small.count > 1_000 { small.remove(at: number % 1_000) }
      }
      for number in 0..<2_000 { step(number) }
      let heap = mallinfo2().arena
      for number in 2_000..<8_000 { step(number) }
      guard mallinfo2().arena <= heap + 1 << 20, mallinfo2().hblks >= 100 else { exit(1) }
      exit(0)
    }
  }
}
