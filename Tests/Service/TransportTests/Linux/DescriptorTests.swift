import GrowthloopTransport
import Testing

@Suite("LinuxIO · descriptors and what wakes them", .timeLimit(.minutes(60)))
struct DescriptorTests {
  @Test func `a wakeup event wakes a poller until it is cleared`() throws {
    let wakeup = try WakeupEvent()
    var poller = try Poller()
    try poller.add(wakeup.descriptor.number, for: .reading, as: Poller.Token(7))
    let before = try poller.wait(for: .zero)
    wakeup.signal()
    wakeup.signal()
    let signalled = try poller.wait(for: nil)
    let event = poller[0]
    wakeup.clear()
    let after = try poller.wait(for: .zero)
    #expect([before, signalled, after] == [0, 1, 0])
    #expect(event.token == Poller.Token(7))
    #expect(event.isReadable && !event.isWritable && !event.isBroken)
  }

  @Test func `a change is reported once to an edge-triggered registration`() throws {
    let wakeup = try WakeupEvent()
    var poller = try Poller()
    try poller.add(wakeup.descriptor.number, for: [.reading, .changesOnly], as: Poller.Token(1))
    wakeup.signal()
    let first = try poller.wait(for: .zero)
    let second = try poller.wait(for: .zero)
    #expect([first, second] == [1, 0])
  }

  @Test func `a removed descriptor is reported no more`() throws {
    let wakeup = try WakeupEvent()
    var poller = try Poller()
    try poller.add(wakeup.descriptor.number, for: .reading, as: Poller.Token(1))
    wakeup.signal()
    try poller.remove(wakeup.descriptor.number)
    let count = try poller.wait(for: .zero)
    #expect(count == 0)
  }

  @Test func `a wait ends when its time is over`() throws {
    var poller = try Poller()
    let start = MonotonicTime.now()
    let count = try poller.wait(for: .microseconds(1_500))
    #expect(count == 0)
    #expect(MonotonicTime.now() - start >= .microseconds(1_500))
  }

  @Test func `a timer comes at its time, and again after each interval`() throws {
    let timer = try TimerDescriptor()
    var poller = try Poller()
    try poller.add(timer.descriptor.number, for: .reading, as: Poller.Token(1))
    try timer.set(at: .now() + .milliseconds(1))
    _ = try poller.wait(for: nil)
    let once = try timer.acknowledge()
    let never = try timer.acknowledge()
    try timer.set(every: .milliseconds(1))
    _ = try poller.wait(for: nil)
    let again = try timer.acknowledge()
    #expect(once == 1)
    #expect(never == 0)
    #expect(again >= 1)
  }

  @Test func `an error names the call, its subject and the reason`() {
    let error = SystemCallError(call: "bind", subject: "127.0.0.1:80", number: 13)
    #expect(error.description == "bind 127.0.0.1:80: Permission denied")
  }
}
