import Attribution
import Invites
import GrowthloopLinkStore
import GrowthloopTransport
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Clock · one that was wrong costs no credit", .timeLimit(.minutes(60)))
struct ClockTests {
  private let world: ClockWorld
  private let code: String

  init() throws {
    world = try ClockWorld()
    code = try world.create(by: .ann)
  }

  private static let tenYears = Interval.days(3_652)

  @Test func `ten years ahead for one tap: it and the later ones keep their true moments`() throws {
    try world.tap(code, on: 1)
    try world.wait(.hours(1))
    world.setClock(by: Self.tenYears)
    #expect(try world.tap(code, on: 2) == noon(0) + .hours(1))
    // Nor is any token out of date.
    _ = try world.create(by: .bob, key: "2")
    world.setClock(by: .zero - Self.tenYears)
    try world.wait(.hours(1))
    #expect(try world.tap(code, on: 3) == noon(0) + .hours(2))
    try world.wait(.days(2))
    for (phone, user) in [(1, PrincipalID.bob), (2, .cy), (3, PrincipalID(rawValue: 4))] {
      #expect(try world.launch(by: user, on: UInt32(phone), at: world.wall) == "credited")
    }
    #expect(world.health == "trusted")
  }

  @Test func `nine days ahead for a second and a half: nothing is swept, and one line says why`()
    throws
  {
    for phone: UInt32 in 1...3 { try world.tap(code, on: phone) }
    let sweeps = world.metric("link_sweeps_total")
    world.setClock(by: .days(9))
    for _ in 0..<6 { try world.wait(.milliseconds(250)) }
    #expect(world.health == "ahead")
    #expect(world.metric("link_clock_is_trusted") == "0")
    #expect(world.metric("link_clock_lead_milliseconds") == "777600000")
    #expect(world.metric("link_sweeps_total") == sweeps)
    world.setClock(by: .days(-9))
    try world.wait(.minutes(1))
    #expect(
      world.reports == [
        "the machine's clock is 9 days ahead of the service's, and not followed; nothing that is due is "
          + "deleted until the two agree or 'growthloop store clock \(world.folder)' says what is true",
        "the clock is trusted again: what is due is deleted",
      ])
    #expect(world.metric("link_clock_is_trusted") == "1")
    #expect(try world.clicks(on: code) == 3)
    try world.restart()
    #expect(try world.clicks(on: code) == 3)
    #expect(try world.launch(by: .bob, on: 2, at: world.wall) == "credited")
    // And in its time all of it goes.
    try world.wait(.days(8))
    #expect(try world.clicks(on: code) == 0)
  }

  @Test(arguments: [nil, Interval.minutes(3)])
  func `a restart in the middle changes nothing of it`(off: Interval?) throws {
    try world.tap(code, on: 1)
    try world.wait(.minutes(5))
    world.setClock(by: Self.tenYears)
    try world.restart(rebooting: off)
    #expect(world.health == "ahead")
    let tap = try world.tap(code, on: 2)
    // How long the machine was off it cannot know.
    #expect(tap == noon(0) + (off == nil ? .minutes(5) : .zero))
    try world.wait(.minutes(5))
    #expect(try world.clicks(on: code) == 2)
    world.setClock(by: .zero - Self.tenYears)
    try world.restart(rebooting: off)
    #expect(world.health == "trusted")
    #expect(try world.tap(code, on: 3) == world.wall)
    for (phone, user) in [(1, PrincipalID.bob), (2, .cy), (3, PrincipalID(rawValue: 4))] {
      #expect(try world.launch(by: user, on: UInt32(phone), at: world.wall) == "credited")
    }
  }

  @Test func `a clock that is set back a little stands still, and no click is lost`() throws {
    try world.wait(.minutes(5))
    let first = try world.tap(code, on: 1)
    world.setClock(by: .minutes(-5))
    #expect(try world.tap(code, on: 2) == first)
    #expect(world.health == "trusted")
    try world.wait(.minutes(6))
    #expect(try world.tap(code, on: 3) == first + .minutes(1))
  }

  @Test func `a clock that is set back far is not followed`() throws {
    let first = try world.tap(code, on: 1)
    world.setClock(by: .days(-30))
    try world.wait(.minutes(1))
    #expect(try world.tap(code, on: 2) == first + .minutes(1))
    #expect(world.health == "behind")
  }

  @Test func `a service that was stopped for a week deletes nothing until an operator speaks`()
    throws
  {
    try world.tap(code, on: 1)
    try world.restart(rebooting: .days(8))
    #expect(world.health == "ahead")
    try world.wait(.seconds(1))
    let late = try world.tap(code, on: 2)
    #expect(late == noon(0) + .seconds(1))
    try world.wait(.hours(1))
    #expect(try world.clicks(on: code) == 2)
    try world.say(world.wall)
    for _ in 0..<2 { try world.tick() }
    #expect(world.health == "trusted")
    #expect(try ClockFolder(world.folder).word() == nil)
    // The first is due by now. The second came an hour ago, when the machine had been on for a moment.
    try world.wait(.minutes(1))
    #expect(try world.clicks(on: code) == 1)
    #expect(world.store.newestClick == noon(8) + .seconds(1))
    #expect(try world.launch(by: .bob, on: 2, at: world.wall) == "credited")
    #expect(try world.launch(by: .cy, on: 1, at: world.wall) == "none")
  }

  /// Leaves a click of ten years from now: an operator erred, or an earlier release ran, which kept no
  /// record of its clock.
  private func recordAhead(byEarlierRelease isEarlier: Bool = false) throws {
    world.setClock(by: Self.tenYears)
    try world.say(world.wall)
    try world.tick()
    try world.tap(code, on: 1)
    #expect(world.store.newestClick == noon(0) + Self.tenYears)
    world.setClock(by: .zero - Self.tenYears)
    if isEarlier {
      try SmallFile("\(world.folder)/clock.json").remove()
      try world.restart()
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `where the kept moments were wrong, later taps get their own after the operator's word`(
    isRunning: Bool, isEarlier: Bool
  ) throws {
    try recordAhead(byEarlierRelease: isEarlier)
    try world.wait(.minutes(1))
    #expect(world.health == "behind")
    #expect(try world.tap(code, on: 2) == noon(0) + Self.tenYears + .minutes(1))
    try world.wait(.minutes(1))
    try world.say(world.wall)
    if isRunning { try world.tick() } else { try world.restart() }
    #expect(world.health == "trusted")
    try world.restart()
    #expect(world.health == "trusted")
    // Those of the wrong clock have kept their distance.
    #expect(world.store.newestClick == noon(0) + .minutes(1))
    try world.wait(.hours(1))
    #expect(try world.tap(code, on: 3) == world.wall)
    try world.wait(.minutes(1))
    for (phone, user) in [(1, PrincipalID.bob), (2, .cy), (3, PrincipalID(rawValue: 4))] {
      #expect(try world.launch(by: user, on: UInt32(phone), at: world.wall) == "credited")
    }
    try world.wait(.days(8))
    #expect(try world.clicks(on: code) == 0)
  }

  @Test func `an operator may say the time where the machine's clock stays wrong`() throws {
    try world.tap(code, on: 1)
    world.setClock(by: Self.tenYears)
    try world.tick()
    #expect(world.health == "ahead")
    try world.say(noon(0) + .minutes(2))
    try world.tick()
    #expect(world.health == "overruled")
    #expect(world.metric("link_clock_is_trusted") == "1")
    #expect(world.reports.last?.hasSuffix("which is right as an operator said") == true)
    #expect(try world.tap(code, on: 2) == noon(0) + .minutes(2))
    // What is due is deleted again, by that time.
    try world.wait(.days(8))
    #expect(try world.clicks(on: code) == 0)
  }

  @Test func `what could not be moved on a full disk is moved as soon as there is room`() throws {
    try recordAhead()
    try world.tick()
    try world.say(world.wall)
    world.setFull(true)
    #expect(throws: StoreError.self) { try world.tick() }
    #expect(world.store.newestClick == noon(0) + Self.tenYears)
    // It asks again, and so does a service that was started anew.
    #expect(try ClockFolder(world.folder).word() != nil)
    world.setFull(false)
    try world.restart()
    try world.tick()
    #expect(world.store.newestClick == noon(0))
    #expect(world.health == "trusted")
    #expect(try ClockFolder(world.folder).word() == nil)
  }

  @Test func `a shift that was taken back is asked for again, until its commit has ended`() throws {
    let machine = MachineClocks(boot: nil) { ClockReading(wall: noon(0), uptime: .hours(1)) }
    let shift = MomentShift(after: noon(0), by: .days(-9), at: noon(0))
    var keeper = Timekeeper(machine, in: nil, newest: nil) { _ in }
    keeper.note(shift, isMade: false)
    #expect(keeper.read().shift == shift)
    keeper.note(shift, isMade: true)
    #expect(keeper.read().shift == nil)
    // A commit that began before is none of its own, and takes it back all the same if it fails.
    keeper.commitEnded()
    keeper.commitFailed()
    #expect(keeper.read().shift == shift)
    keeper.note(shift, isMade: true)
    keeper.commitBegins()
    keeper.commitEnded()
    keeper.commitFailed()
    #expect(keeper.read().shift == nil)
  }

  @Test func `while the kept moments are ahead nothing is deleted by them`() throws {
    try world.tap(code, on: 1)
    try world.store.close()
    // An earlier release ran for one tap when the clock was ten years ahead.
    let store = try SQLiteLinkStore(in: world.folder, LinkEngine.terms(of: .rin), root: .test)
    let engine = LinkEngine(following: .rin, over: store)
    let moment = noon(0) + Self.tenYears
    _ = engine.tap(
      engine.resolve(try InviteCode(parsing: code), at: moment), by: .browser(.iOS),
      device: DeviceSignals(), at: moment)
    try engine.commit()
    try store.close()
    try SmallFile("\(world.folder)/clock.json").remove()
    try world.restart()
    try world.wait(.hours(1))
    #expect(world.health == "behind")
    // Neither by a launch, which the service takes to be in ten years, nor is a token out of date by it.
    #expect(try world.launch(by: .cy, on: 9, at: world.wall) == "none")
    #expect(try world.clicks(on: code) == 2)
    try world.say(world.wall)
    try world.tick()
    #expect(try world.clicks(on: code) == 2)
    #expect(try world.launch(by: .bob, on: 1, at: world.wall) == "credited")
  }

  @Test func `a rehearsal jumps on purpose, and says nothing of a clock`() throws {
    var settings = ServiceSettings(.rin)
    settings.clock = .toldByRequests
    let told = LinkApplication(
      settings, over: MemoryLinkStore(LinkEngine.terms(of: .rin)),
      keys: ServiceKeys(Service.secret),
      metrics: .init())
    #expect(told.timekeeper == nil)
    settings.clock = .rehearsing(from: noon(4_000), speed: 1)
    let rehearsed = LinkApplication(
      settings, over: MemoryLinkStore(LinkEngine.terms(of: .rin)),
      keys: ServiceKeys(Service.secret),
      metrics: .init())
    let now = try #require(rehearsed.currentMoment())
    #expect(now >= noon(4_000) && rehearsed.timekeeper == nil && rehearsed.clockAllowsDeletion)
  }

  @Test func `a damaged record is told of, and the newest click stands in for it`() throws {
    try world.tap(code, on: 1)
    try SmallFile("\(world.folder)/clock.json").replace(with: Array("{}".utf8))
    world.setClock(by: Self.tenYears)
    try world.restart()
    #expect(
      world.reports.first
        == "\(world.folder)/clock.json is not what this release writes, and is ignored")
    #expect(world.health == "ahead")
  }
}
