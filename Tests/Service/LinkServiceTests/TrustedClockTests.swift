import GrowthloopLinkStore
@testable import GrowthloopLinkService
import TestSupport
import Testing
import Vocabulary

@Suite("Clock · the machine's, bounded by the time since boot")
struct TrustedClockTests {
  private static func reading(_ wall: Instant, after uptime: Interval) -> ClockReading {
    ClockReading(wall: wall, uptime: uptime)
  }

  /// A clock that began right, at noon of day 0 when the machine had run for an hour.
  private static func clock() -> TrustedClock {
    TrustedClock(
      resuming: nil, boot: "a", newest: nil, at: reading(noon(0), after: .hours(1)))
  }

  struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: Interval
    let isFollowed: Bool
  }

  private static let steps = [
    Step(testDescription: "none", step: .zero, isFollowed: true),
    Step(testDescription: "ten minutes ahead", step: .minutes(10), isFollowed: true),
    Step(
      testDescription: "a millisecond more", step: .minutes(10) + .milliseconds(1),
      isFollowed: false),
    Step(testDescription: "nine days ahead", step: .days(9), isFollowed: false),
    Step(testDescription: "ten years ahead", step: .days(3_652), isFollowed: false),
    Step(testDescription: "ten minutes back", step: .minutes(-10), isFollowed: true),
    Step(
      testDescription: "a millisecond further back", step: .minutes(-10) - .milliseconds(1),
      isFollowed: false),
    Step(testDescription: "fifty years back", step: .days(-18_262), isFollowed: false),
  ]

  @Test(arguments: steps)
  func `small steps are followed, and large ones are not`(_ example: Step) {
    var clock = Self.clock()
    let (now, uptime) = (noon(0) + .seconds(2), Interval.hours(1) + .seconds(2))
    let answer = clock.read(Self.reading(now + example.step, after: uptime))
    #expect(clock.allowsDeletion == example.isFollowed)
    #expect(clock.standing == (example.isFollowed ? .agrees : .differs(by: example.step)))
    #expect(answer.shift == nil)
    // What is followed goes forward, or stands still.
    let followed = max(noon(0), now + example.step)
    #expect(answer.now == (example.isFollowed ? followed : now))
    // And the right clock is followed again.
    let right = Self.reading(now + .minutes(11), after: uptime + .minutes(11))
    #expect(clock.read(right) == TrustedClock.Answer(now: right.wall, shift: nil))
    #expect(clock.standing == .agrees && clock.partedAt == nil)
  }

  @Test func `a clock that is fast or slow is followed for as long as it is not mad`() {
    var clock = Self.clock()
    for minute: Int64 in 1...10_000 {
      // A tenth too fast.
      let reading = Self.reading(
        noon(0) + .seconds(minute * 66), after: .hours(1) + .minutes(minute))
      #expect(clock.read(reading).now == reading.wall)
    }
    #expect(clock.standing == .agrees)
  }

  @Test func `many small steps do not make a large one`() {
    var clock = Self.clock()
    var wall = noon(0)
    for second: Int64 in 1...60 {
      wall = wall + .minutes(1)
      _ = clock.read(Self.reading(wall, after: .hours(1) + .seconds(second)))
    }
    #expect(clock.standing.word == .ahead)
    var back = Self.clock()
    let moments = (1...3 as ClosedRange<Int64>).map { minute in
      back.read(
        Self.reading(noon(0) - .minutes(9 * minute), after: .hours(1) + .minutes(minute))
      ).now
    }
    // It stands still for one, and is not followed for more.
    #expect(moments == [noon(0), noon(0) + .minutes(2), noon(0) + .minutes(3)])
    #expect(back.standing.word == .behind)
  }

  @Test func `a machine that was suspended has counted on`() {
    var clock = Self.clock()
    let answer = clock.read(Self.reading(noon(40), after: .hours(1) + .days(40)))
    #expect(answer.now == noon(40) && clock.allowsDeletion)
  }

  struct Start: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var gap: Interval
    let isBelieved: Bool
  }

  private static let starts = [
    Start(testDescription: "at once", gap: .zero, isBelieved: true),
    Start(testDescription: "a day later", gap: .days(1), isBelieved: true),
    Start(
      testDescription: "a millisecond more", gap: .days(1) + .milliseconds(1), isBelieved: false),
    Start(testDescription: "ten years later", gap: .days(3_652), isBelieved: false),
    Start(testDescription: "ten minutes earlier", gap: .minutes(-10), isBelieved: true),
    Start(testDescription: "years earlier", gap: .days(-4_000), isBelieved: false),
  ]

  @Test(arguments: starts, [true, false])
  func `after a start of the machine the last moment kept bounds its clock`(
    _ example: Start, hasRecord: Bool
  ) {
    let record = hasRecord ? ClockRecord(of: Self.clock(), boot: "a") : nil
    let reading = Self.reading(noon(0) + example.gap, after: .seconds(20))
    var clock = TrustedClock(
      resuming: record, boot: "b", newest: hasRecord ? noon(-3) : noon(0), at: reading)
    let answer = clock.read(reading)
    #expect(clock.allowsDeletion == example.isBelieved)
    #expect(answer.now == (example.isBelieved ? max(noon(0), reading.wall) : noon(0)))
    #expect(answer.shift == nil)
  }

  @Test(arguments: [Interval.zero, .days(9), .days(3_652), .days(-400)])
  func `while the machine runs on, a restart of the service changes nothing`(jump: Interval) {
    let record = ClockRecord(of: Self.clock(), boot: "a")
    // Three days later, by the time since boot.
    let reading = Self.reading(noon(3) + jump, after: .hours(1) + .days(3))
    var clock = TrustedClock(resuming: record, boot: "a", newest: noon(0), at: reading)
    #expect(clock.read(reading).now == noon(3))
    #expect(clock.allowsDeletion == (jump == .zero))
  }

  @Test func `a dead battery is waited for, and what was recorded meanwhile is moved`() {
    let record = ClockRecord(of: Self.clock(), boot: "a")
    let start = Self.reading(Instant(milliseconds: 0), after: .seconds(10))
    var clock = TrustedClock(resuming: record, boot: "b", newest: nil, at: start)
    #expect(clock.read(start).now == noon(0))
    #expect(clock.standing.word == .behind)
    let tap = clock.read(Self.reading(Instant(milliseconds: 5_000), after: .seconds(15)))
    #expect(tap.now == noon(0) + .seconds(5))
    // The network is there; eight hours had passed.
    let right = Self.reading(noon(0) + .hours(8), after: .seconds(40))
    let answer = clock.read(right)
    #expect(answer.now == right.wall && clock.allowsDeletion)
    #expect(
      answer.shift
        == MomentShift(after: noon(0), by: .hours(8) - .seconds(30), at: right.wall))
  }

  private func word(_ moment: Instant, after uptime: Interval, boot: String = "a") -> OperatorWord {
    OperatorWord(ClockCount(from: moment, uptime: uptime), boot: boot)
  }

  @Test func `an operator says that the jump was true`() {
    var clock = Self.clock()
    let jump = Self.reading(noon(9), after: .hours(2))
    #expect(clock.read(jump).now == noon(0) + .hours(1))
    let later = Self.reading(noon(9) + .hours(1), after: .hours(3))
    let answer = clock.take(word(noon(9), after: .hours(2)), boot: "a", at: later)
    #expect(answer.now == later.wall && clock.standing == .agrees)
    #expect(
      answer.shift == MomentShift(after: noon(0), by: .days(9) - .hours(1), at: later.wall))
  }

  @Test func `an operator says that the machine's clock stays wrong`() {
    var clock = Self.clock()
    let jump = Self.reading(noon(9), after: .hours(2))
    _ = clock.read(jump)
    let answer = clock.take(
      word(noon(0) + .hours(1) + .minutes(5), after: .hours(2)), boot: "a", at: jump)
    #expect(answer.now == noon(0) + .hours(1) + .minutes(5) && answer.shift == nil)
    #expect(clock.standing.word == .overruled && clock.allowsDeletion)
    let restarted = ClockRecord(of: clock, boot: "a")
    var again = TrustedClock(resuming: restarted, boot: "a", newest: nil, at: jump)
    #expect(again.read(jump).now == answer.now && again.allowsDeletion)
    // Until it agrees, as of itself; then it is bounded like any other.
    let right = Self.reading(answer.now + .hours(1), after: .hours(3))
    #expect(again.read(right).now == right.wall && again.standing == .agrees)
    _ = again.read(Self.reading(noon(9), after: .hours(3)))
    #expect(!again.allowsDeletion)
  }

  @Test func `an operator says that the kept moments were wrong`() {
    // An earlier release recorded a click ten years ahead.
    let reading = Self.reading(noon(0), after: .hours(1))
    var clock = TrustedClock(resuming: nil, boot: "a", newest: noon(3_652), at: reading)
    #expect(clock.read(reading).now == noon(3_652) && !clock.allowsDeletion)
    let answer = clock.take(word(noon(0), after: .hours(1)), boot: "a", at: reading)
    #expect(answer.now == noon(0) && clock.standing == .agrees)
    #expect(answer.shift == MomentShift(after: noon(0), by: .days(-3_652), at: noon(0)))
  }

  @Test func `a word from before the machine started is a moment that was kept`() {
    let reading = Self.reading(noon(0) + .hours(5), after: .seconds(9))
    var clock = TrustedClock(resuming: nil, boot: "b", newest: noon(3_652), at: reading)
    let answer = clock.take(word(noon(0), after: .hours(1)), boot: "b", at: reading)
    #expect(answer.now == reading.wall && clock.standing == .agrees)
    #expect(answer.shift?.distance == reading.wall - noon(3_652))
    var late = clock
    _ = late.take(
      word(noon(0), after: .zero, boot: "a"), boot: "b",
      at: Self.reading(noon(2), after: .seconds(9)))
    #expect(!late.allowsDeletion)
  }
}
