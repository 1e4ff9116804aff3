import Attribution
import GrowthloopModel
import RandomStreams
import TestSupport
import Testing
import Vocabulary

@Suite("Matching · what devices tell")
struct DeviceWorldTests {
  static let source = RandomSource(seed: 2_026)
  static let people = 4_000

  /// Four standard errors of a share among so many people.
  static func tolerance(_ share: Double, among people: Int = people) -> Double {
    4 * (share * (1 - share) / Double(people)).squareRoot()
  }

  static func share(_ holds: (Int) -> Bool) -> Double {
    Double((0..<people).count(where: holds)) / Double(people)
  }

  @Test func `a device depends on seed, replication, person and moment alone`() {
    func devices(_ source: RandomSource) -> [DeviceSignals] {
      let world = DeviceWorld(Devices(), people: 1_000, source: source)
      return (0..<200).flatMap {
        [world.browser(of: $0, at: noon(3)), world.app(of: $0, at: noon(4))]
      }
    }
    #expect(devices(Self.source) == devices(Self.source))
    #expect(devices(Self.source) != devices(RandomSource(seed: 2_027)))
    #expect(devices(Self.source) != devices(RandomSource(seed: 2_026, replication: 1)))
  }

  @Test func `browser and app of a device tell the same but for what is a parameter`() {
    var devices = Devices()
    devices.languageMismatch = 0
    devices.otherBrowser = 0
    devices.hiddenScreen = 0
    devices.networkSwitch = 0
    let world = DeviceWorld(devices, people: 1_000, source: Self.source)
    for person in 0..<1_000 {
      #expect(world.browser(of: person, at: noon(3)) == world.app(of: person, at: noon(3)))
      #expect(world.app(of: person, at: noon(3)).known == Signal.Set(rawValue: (1 << 13) - 1))
    }
  }

  @Test func `as many people as stated stand behind as many addresses as stated`() {
    var devices = Devices()
    devices.peoplePerHome = 1
    devices.peoplePerAddress = 40
    devices.networkSwitch = 0
    devices.behindSharedAddress = 0.3
    let world = DeviceWorld(devices, people: Self.people, source: Self.source)
    let addresses = (0..<Self.people).map { world.app(of: $0, at: noon(0))[.address] }
    var people: [UInt32: Int] = [:]
    for address in addresses { people[address, default: 0] += 1 }
    let homes = (0..<Self.people).map { UInt32($0 + 1) }
    let shared = addresses.filter { $0 > UInt32(Self.people) }
    #expect(abs(Double(shared.count) / Double(Self.people) - 0.3) < Self.tolerance(0.3))
    // 30 addresses in all, each for somebody: that one is empty has a chance of 30 in e^40.
    #expect(Set(shared).count == 30)
    #expect(homes.allSatisfy { people[$0, default: 0] <= 1 })
  }

  @Test(arguments: [0, 6, 15, 45, 59])
  func `a carrier's address is another one with a chance of the time over the lease`(
    _ hours: Int64
  ) {
    var devices = Devices()
    devices.behindSharedAddress = 1
    devices.networkSwitch = 0
    devices.addressLease = .hours(60)
    // So many addresses that none is met twice by chance often enough to show.
    let world = DeviceWorld(devices, people: 100_000_000, source: Self.source)
    let changed = Self.share {
      world.browser(of: $0, at: noon(0))[.address]
        != world.app(of: $0, at: noon(0) + .hours(hours))[.address]
    }
    let expected = Double(hours) / 60
    #expect(abs(changed - expected) <= Self.tolerance(expected), "\(changed)")
  }

  @Test func `homes keep their address, and a switch of networks leaves it`() {
    var devices = Devices()
    devices.behindSharedAddress = 0
    devices.networkSwitch = 0.2
    let world = DeviceWorld(devices, people: Self.people, source: Self.source)
    let left = Self.share {
      world.browser(of: $0, at: noon(0))[.address] != world.app(of: $0, at: noon(300))[.address]
    }
    #expect(abs(left - 0.2) < Self.tolerance(0.2))
  }

  @Test func `web views name another locale, and seldom another language`() {
    var devices = Devices()
    devices.languageMismatch = 0.3
    devices.mismatchBeyondRegion = 0.4
    devices.otherBrowser = 0.1
    devices.hiddenScreen = 0.25
    let world = DeviceWorld(devices, people: Self.people, source: Self.source)
    func differing(_ signal: Signal) -> Double {
      Self.share {
        world.browser(of: $0, at: noon(0))[signal] != world.app(of: $0, at: noon(0))[signal]
      }
    }
    let expected: [(Signal, Double)] = [
      (.locale, 0.3), (.language, 0.12), (.agent, 0.1), (.browser, 0.1), (.screen, 0.25),
      (.model, 0.25), (.graphics, 0.25), (.osVersion, 0), (.timeZone, 0), (.platform, 0),
    ]
    for (signal, share) in expected {
      #expect(abs(differing(signal) - share) <= Self.tolerance(share), "\(signal)")
    }
  }

  @Test func `two people agree as often as the variety says`() {
    let world = DeviceWorld(Devices(), people: Self.people, source: Self.source)
    let varieties: [(Signal, Variety)] = [
      (.model, Devices().models), (.osVersion, Devices().systemVersions),
      (.language, Devices().languages), (.timeZone, Devices().timeZones),
    ]
    for (signal, variety) in varieties {
      let values = (0..<Self.people).map { world.app(of: $0, at: noon(0))[signal] }
      let agreeing = stride(from: 0, to: Self.people, by: 2).count { values[$0] == values[$0 + 1] }
      let share = Double(agreeing) / Double(Self.people / 2)
      let tolerance = Self.tolerance(variety.agreement, among: Self.people / 2)
      #expect(abs(share - variety.agreement) < tolerance, "\(signal): \(share)")
    }
    #expect(Variety(count: 1, exponent: 0).agreement == 1)
    #expect(abs(Variety(count: 8, exponent: 0).agreement - 0.125) < 1e-12)
  }

  @Test func `a phone of another platform shares nothing that names the device`() {
    let world = DeviceWorld(Devices(), people: Self.people, source: Self.source)
    let device: Signal.Set = [.platform, .model, .osVersion, .engine, .screen, .graphics, .agent]
    for person in 0..<500 {
      let other = world.browser(of: person, at: noon(0), runsApp: false)
      for phone in 0..<20 {
        #expect(world.app(of: phone, at: noon(0)).agreement(with: other).isDisjoint(with: device))
      }
    }
  }
}
