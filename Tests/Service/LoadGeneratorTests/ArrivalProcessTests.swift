import RandomStreams
import Testing

@testable import GrowthloopLoadGenerator

@Suite("ArrivalProcess · the planned moments of all requests", .timeLimit(.minutes(60)))
struct ArrivalProcessTests {
  private func times(_ arrivals: ArrivalProcess, seed: UInt64 = 7) -> [Int64] {
    var schedule = ArrivalSchedule(arrivals, seed: seed)
    var times: [Int64] = []
    while let time = schedule.next() { times.append(time) }
    return times
  }

  @Test func `even arrivals lie where they should, to the nanosecond, however many`() {
    let times = times(.constant(30_000, for: .seconds(10), spacing: .even))
    #expect(times.count == 300_000)
    #expect(times.enumerated().allSatisfy { abs($1 - Int64($0) * 100_000 / 3) <= 1 })
  }

  @Test func `the same seed plans the same moments, another one others`() {
    let arrivals = ArrivalProcess.constant(1_000, for: .seconds(2))
    #expect(times(arrivals) == times(arrivals))
    #expect(times(arrivals) != times(arrivals, seed: 8))
  }

  @Test func `random arrivals have exponential gaps`() {
    let times = times(.constant(5_000, for: .seconds(20)))
    let gaps = zip(times.dropFirst(), times).map { Double($0 - $1) / 1e9 }.sorted()
    let count = Double(gaps.count)
    // The statistic of Kolmogorov and Smirnov; 1.95 is passed once in a thousand seeds.
    let distance =
      gaps.enumerated().map { place, gap in
        let share = -Double.expMinusOne(-5_000 * gap)
        return max(abs(share - Double(place) / count), abs(Double(place + 1) / count - share))
      }.max() ?? 1
    #expect(distance * count.squareRoot() < 1.95)
    #expect(abs(count - 100_000) < 4 * 316)
  }

  @Test func `neighbouring gaps of random arrivals know nothing of each other`() {
    let times = times(.constant(5_000, for: .seconds(20)))
    let gaps = zip(times.dropFirst(), times).map { Double($0 - $1) / 1e9 * 5_000 - 1 }
    let product = zip(gaps, gaps.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(product / Double(gaps.count)) < 4 / Double(gaps.count).squareRoot())
  }

  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arrivals: ArrivalProcess
    let count: Int
  }

  static let courses = [
    Course(
      testDescription: "a ramp",
      arrivals: .ramp(
        from: 0, to: 2_000, over: .seconds(10), spacing: .even), count: 10_000),
    Course(
      testDescription: "a ramp to nothing",
      arrivals: .ramp(
        from: 2_000, to: 0, over: .seconds(10), spacing: .even), count: 10_000),
    Course(
      testDescription: "steps",
      arrivals: .steps(
        [(100, .seconds(1)), (500, .seconds(2)), (0, .seconds(3)), (100, .seconds(1))],
        spacing: .even), count: 1_200),
    Course(
      testDescription: "a spike",
      arrivals: .spike(
        base: 100, peak: 1_000, after: .seconds(2), lasting: .seconds(1), for: .seconds(5),
        spacing: .even), count: 1_400),
    Course(
      testDescription: "a day",
      arrivals: .day(
        [100, 300, 200], in: .seconds(9), spacing: .even), count: 1_800),
    // Base 4 s · 100; rise and fall (1000 − 100) / ln 10 each second.
    Course(
      testDescription: "a flash crowd",
      arrivals: .flashCrowd(
        base: 100, peak: 1_000, after: .seconds(1), rise: .seconds(1), fall: .seconds(4),
        for: .seconds(9), spacing: .even), count: 400 + 5 * 390 + 4),
  ]

  @Test(arguments: courses)
  func `each course brings as many as its rate adds up to`(_ course: Course) {
    let times = times(course.arrivals)
    #expect(abs(times.count - course.count) <= 1)
    #expect(abs(course.arrivals.expectedCount - Double(course.count)) <= 1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(times.allSatisfy { $0 >= 0 && .nanoseconds($0) < course.arrivals.length })
  }

  @Test func `a ramp has its arrivals where a square root puts them`() {
    let times = times(.ramp(from: 0, to: 2_000, over: .seconds(10), spacing: .even))
    // 100 t² have come by t seconds.
    #expect(
      times.enumerated().allSatisfy { place, time in
        abs(Double(time) / 1e9 - (Double(place) / 100).squareRoot()) < 1e-8
      })
  }

  @Test func `a random ramp fills its quarters as the rate does`() {
    let times = times(.ramp(from: 0, to: 8_000, over: .seconds(10)))
    for quarter in 0..<4 {
      let expected = 40_000.0 * Double(2 * quarter + 1) / 16
      let range = Int64(quarter) * 2_500_000_000..<Int64(quarter + 1) * 2_500_000_000
      let count = Double(times.count(where: range.contains))
      #expect(abs(count - expected) < 4 * expected.squareRoot())
    }
  }

  @Test func `a day comes back to where it began`() {
    let day = ArrivalProcess.day([100, 300], in: .seconds(4))
    #expect(day.rate(at: .seconds(1)) == 200)
    #expect(day.rate(at: .seconds(2)) == 300)
    #expect(day.rate(at: .seconds(3)) == 200)
    #expect(day.rate(at: .seconds(4)) == 0)
  }

  @Test func `what was recorded comes as it was`() {
    let seen: [Int64] = [0, 5, 5, 1_000]
    #expect(times(.recorded(seen)) == seen)
  }
}
