import RandomStreams
import Testing

@testable import Statistics

@Suite("Level, drift or steps of a series")
struct LevelShiftTests {
  /// Noise of deviation one, of which the next number keeps a share.
  private static func noise(_ length: Int, keeping dependence: Double, seed: Int) -> [Double] {
    var draw = RandomSource(seed: 26).stream(for: 7)[UInt64(seed)]
    let fresh = (1 - dependence * dependence).squareRoot()
    var last = Normal.standard.sample(using: &draw)
    return (0..<length).map { place in
      if place > 0 { last = dependence * last + fresh * Normal.standard.sample(using: &draw) }
      return last
    }
  }

  private static func course(
    _ length: Int, keeping dependence: Double, seed: Int, adding truth: (Int) -> Double = { _ in 0 }
  ) -> SeriesCourse {
    let noise = noise(length, keeping: dependence, seed: seed)
    return LevelShifts().course(of: noise.enumerated().map { $1 + truth($0) })
  }

  private static func isSteps(_ course: SeriesCourse) -> Bool {
    if case .steps = course { true } else { false }
  }

  private static func isDrift(_ course: SeriesCourse) -> Bool {
    if case .drift = course { true } else { false }
  }

  @Test func `the unit of a series does not matter`() {
    let steps = Self.noise(60, keeping: 0.3, seed: 1).enumerated().map { $1 + ($0 < 25 ? 0 : 6) }
    guard case .steps(let places, _) = LevelShifts().course(of: steps) else {
      Issue.record("a step of six deviations is seen")
      return
    }
    for unit in [1e-13, 1e-6, 1e9] {
      guard case .steps(places, _) = LevelShifts().course(of: steps.map { $0 * unit }) else {
        Issue.record("in units of \(unit) it is not")
        continue
      }
    }
  }

  @Test func `a shift that returns is found with both of its ends`() throws {
    let values = (0..<60).map { (20..<40).contains($0) ? 1.0 : 0 }
    let level = [Double](repeating: 1, count: values.count)
    let whitened = WhitenedSeries(values, dependence: 0, explainedBy: [level])
    let found = whitened.bestShifts(between: [0, values.count], shortest: 8)
    #expect(found.map(\.shift).contains(LevelShift(start: 20, end: 40)))
    let returning = try #require(found.first { $0.shift.end != nil })
    let staying = try #require(found.first { $0.shift.end == nil })
    #expect(returning.squares > staying.squares)
  }

  /// 4% are expected at a half, fewer with less; of 300 hardly ever more than 8%.
  @Test(arguments: [0, 0.3, 0.5])
  func `noise is called steps in one series of twenty at most`(dependence: Double) {
    let called = (0..<300).count { Self.isSteps(Self.course(40, keeping: dependence, seed: $0)) }
    #expect(called <= 24, "\(called) of 300")
  }

  /// 82% are expected; of 200 hardly ever fewer than 73%.
  @Test func `a step of three deviations is found in four series of five, where it is`() {
    var (called, near) = (0, 0)
    for seed in 0..<200 {
      let place = 10 + seed % 21
      if case .steps(let places, _) = Self.course(
        40, keeping: 0.5, seed: seed, adding: { $0 >= place ? 3 : 0 })
      {
        called += 1
        near += places.contains { abs($0 - place) <= 3 } ? 1 : 0
      }
    }
    #expect(called >= 146, "\(called) of 200")
    #expect(near >= called * 9 / 10, "\(near) of \(called)")
  }

  /// 90% are expected; of 100 hardly ever fewer than 81.
  @Test func `a drift is named a drift`() {
    let courses = (0..<100).map { seed in
      Self.course(40, keeping: 0.5, seed: seed) { Double($0) * 4 / 39 }
    }
    #expect(courses.count(where: Self.isDrift) >= 81)
    #expect(courses.count(where: Self.isSteps) <= 19)
  }

  @Test func `where nothing is in doubt everything is said`() {
    let wave = [0, 0.2, -0.1, 0.1, 0, -0.2, 0.1, -0.1]
    func course(_ length: Int, _ truth: (Int) -> Double) -> SeriesCourse {
      LevelShifts().course(of: (0..<length).map { truth($0) + wave[$0 % 8] })
    }
    #expect(course(48) { _ in 7 } == .level(dependence: 0))
    #expect(course(48) { $0 < 24 ? 1 : 3 } == .steps(at: [24], dependence: 0))
    #expect(course(60) { 20..<40 ~= $0 ? 5 : 2 } == .steps(at: [20, 40], dependence: 0))
    #expect(course(80) { Double($0 / 20) * 3 } == .steps(at: [20, 40, 60], dependence: 0))
    guard case .drift(let line, let dependence) = course(48, { Double($0) * 0.25 }) else {
      Issue.record("no drift")
      return
    }
    #expect(abs(line.first) < 0.1 && abs(line.last - 47 * 0.25) < 0.1 && dependence == 0)
  }

  @Test func `series without any noise are taken at their word`() {
    let places = 0..<50
    #expect(LevelShifts().course(of: places.map { _ in 4 }) == .level(dependence: 0))
    #expect(
      LevelShifts().course(of: places.map { $0 < 20 ? 4 : 5 }) == .steps(at: [20], dependence: 0))
    #expect(Self.isDrift(LevelShifts().course(of: places.map { Double($0) })))
  }

  @Test func `a wild number is no step`() {
    var series = Self.noise(60, keeping: 0.3, seed: 4)
    #expect(!Self.isSteps(LevelShifts().course(of: series)))
    for (place, wild) in [(30, 60.0), (31, 45), (32, 30)] { series[place] = wild }
    #expect(!Self.isSteps(LevelShifts().course(of: series)))
    #expect([0, 1, 0, 90, 1, 0, 1, 0, 1].pullingInWildNumbers()[3] < 10)
    let steps = [0, 0.1, 0, 0.1, 5, 5.1, 5, 5.1, 5]
    #expect(steps.pullingInWildNumbers() == steps)
  }

  @Test func `what is too short is not judged, and what is no number is a level`() {
    #expect(Self.course(39, keeping: 0, seed: 1) { $0 < 20 ? 0 : 99 } == .tooShort(fewest: 40))
    #expect(Self.isSteps(Self.course(40, keeping: 0, seed: 1) { $0 < 20 ? 0 : 99 }))
    #expect(LevelShifts().course(of: []) == .tooShort(fewest: 40))
    #expect(Self.course(40, keeping: 0, seed: 1) { $0 == 3 ? .nan : 0 } == .level(dependence: 0))
  }

  @Test func `the dependence of noise is told with the course`() {
    guard case .level(let dependence) = Self.course(200, keeping: 0.7, seed: 3) else {
      Issue.record("no level")
      return
    }
    #expect((0.55...0.85).contains(dependence), "\(dependence)")
  }
}
