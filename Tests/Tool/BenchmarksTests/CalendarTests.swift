import TestSupport
import Testing

@testable import growthloop_bench

@Suite("Benchmarks · every calendar keeps the same exact order")
struct CalendarTests {
  /// Few different ticks, so that ties are the rule; then ticks as far apart as they get.
  static let spans: [UInt64] = [1, 5, 40, 1_000, 1_000_000_000_000]

  @Test(arguments: HoldCandidate.all.indices, spans)
  func `events are taken as from a sorted list`(candidate: Int, span: UInt64) {
    var chance = SeededChance(seed: span)
    let workload = HoldWorkload(
      firstTicks: (0..<150).map { _ in .random(in: 0..<span, using: &chance) },
      increments: (0..<256).map { _ in .random(in: 0..<span, using: &chance) })
    let run = HoldCandidate.all[candidate].start(workload)
    let reference = PendingSetRun<SortedEvents>(on: workload)
    for holds in [1, 10, 1_000] {
      #expect(run.hold(times: holds) == reference.hold(times: holds), "after \(holds) more")
    }
    #expect(run.bytes > 0)
  }

  @Test(arguments: IncrementMix.allCases)
  func `the C++ loops agree once windows turn, empty and adapt`(mix: IncrementMix) {
    let workload = HoldWorkload(mix, pending: 2_000)
    let windows = YardstickRun(.windows, on: workload)
    let heap = YardstickRun(.heap, on: workload)
    for _ in 0..<4 { #expect(windows.hold(times: 20_000) == heap.hold(times: 20_000)) }
  }

  @Test func `windows follow a rate that changes a thousandfold`() {
    // Every event is put back soon for a while, then late.
    let increments = (0..<65_536).map { UInt64($0 < 32_768 ? 1_000 : 1_000_000) + UInt64($0 % 911) }
    let workload = HoldWorkload(
      firstTicks: (0..<500).map { UInt64($0 * 7) }, increments: increments)
    let windows = YardstickRun(.windows, on: workload)
    let heap = YardstickRun(.heap, on: workload)
    for _ in 0..<6 { #expect(windows.hold(times: 25_000) == heap.hold(times: 25_000)) }
  }

  @Test(arguments: spans) func `sets that grow and shrink keep the order`(span: UInt64) {
    let reference = order(in: SortedEvents(capacity: 0), span: span)
    #expect(order(in: QuaternaryHeap(capacity: 9), span: span) == reference)
    #expect(order(in: BinaryHeap(capacity: 9), span: span) == reference)
    #expect(order(in: CalendarQueue(capacity: 9), span: span) == reference)
    #expect(order(in: RadixHeap(capacity: 9), span: span) == reference)
    #expect(order(in: TimingWheel(capacity: 9), span: span) == reference)
  }

  @Test func `an empty set gives nothing, and takes more afterwards`() {
    var wheel = TimingWheel(capacity: 1)
    #expect(wheel.takeFirst() == nil)
    wheel.insert(7, at: 1 << 40)
    #expect(wheel.takeFirst()?.event == 7)
    #expect(wheel.takeFirst() == nil)
    wheel.insert(8, at: 1 << 40)
    #expect(wheel.takeFirst()?.event == 8)
  }

  /// The events in the order in which a mixture of insertions, holds and removals takes them.
  private func order(in empty: some PendingSet, span: UInt64) -> [UInt32] {
    var set = empty
    var chance = SeededChance(seed: span)
    var now: UInt64 = 0
    var taken: [UInt32] = []
    for step in 0..<UInt32(1_500) {
      // The set grows first, then shrinks.
      let grows = UInt64.random(in: 0..<10, using: &chance) < (step < 750 ? 6 : 3)
      let ahead = UInt64.random(in: 0..<span, using: &chance)
      let first: (tick: UInt64, event: UInt32)?
      if grows {
        set.insert(step, at: now + ahead)
        first = nil
      } else if ahead % 3 == 0 {
        first = set.holdFirst(adding: ahead)
      } else {
        first = set.takeFirst()
      }
      if let first {
        now = first.tick
        taken.append(first.event)
      }
    }
    while let first = set.takeFirst() { taken.append(first.event) }
    return taken
  }
}

/// The plainest set there is: a sorted list, equals behind equals.
private struct SortedEvents: PendingSet {
  private var events: [(tick: UInt64, event: UInt32)] = []

  init(capacity: Int) {}

  var bytes: Int { events.count }

  mutating func insert(_ event: UInt32, at tick: UInt64) {
    let place = events.firstIndex { $0.tick > tick } ?? events.count
    events.insert((tick, event), at: place)
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    guard !events.isEmpty else { return nil }
    return events.removeFirst()
  }
}
