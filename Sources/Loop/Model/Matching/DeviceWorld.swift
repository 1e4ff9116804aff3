public import Attribution
public import RandomStreams
public import Vocabulary

/// The device signals of all people, in the browser at a tap and in the app at its launch.
///
/// A pure function of seed, person and moment: nothing is stored, and two studies with one seed see
/// the same devices.
public struct DeviceWorld: Sendable {
  let devices: Devices
  let chance: RandomStream
  let network: Network
  let models: Categorical
  let systemVersions: Categorical
  let languages: Categorical
  let regions: Categorical
  let timeZones: Categorical

  /// Creates the devices of this many people, who share addresses.
  public init(_ devices: Devices, people: Int, source: RandomSource) {
    self.devices = devices
    chance = source.stream(for: DrawPurpose.device)
    network = Network(devices, people: people)
    models = devices.models.choice
    systemVersions = devices.systemVersions.choice
    languages = devices.languages.choice
    regions = devices.regions.choice
    timeZones = devices.timeZones.choice
  }
}

extension DeviceWorld {
  /// Returns the signals of `person`'s browser at a tap; `runsApp` selects phones of the app's
  /// platform.
  public func browser(of person: Int, at now: Instant, runsApp: Bool = true) -> DeviceSignals {
    let traits = traits(of: person)
    var signals = device(traits, runsApp: runsApp)
    locate(&signals, of: person, traits, onCarrier: traits.prefersCarrier, at: now)
    if traits.mismatch < devices.languageMismatch {
      // One region, or one language, more than a device can be set to.
      let region = UInt32(devices.regions.count)
      if traits.mismatch < devices.languageMismatch * devices.mismatchBeyondRegion {
        signals[.language] = 1 + UInt32(devices.languages.count)
      }
      signals[.locale] = locale(language: signals[.language], region: region)
    }
    if traits.browser < devices.otherBrowser { name(browser: 2, in: &signals) }
    if traits.screen < devices.hiddenScreen {
      signals[.model] = 0
      signals[.screen] = 0
      signals[.graphics] = 0
    }
    return signals
  }

  /// Returns the signals of `person`'s app at its launch.
  public func app(of person: Int, at now: Instant) -> DeviceSignals {
    let traits = traits(of: person)
    var signals = device(traits, runsApp: true)
    let switches = draw(.launch, of: person, UInt32(truncatingIfNeeded: now.milliseconds / 1_000))
    let isElsewhere = switches < devices.networkSwitch
    locate(
      &signals, of: person, traits, onCarrier: traits.prefersCarrier != isElsewhere, at: now)
    return signals
  }

  private func device(_ traits: Traits, runsApp: Bool) -> DeviceSignals {
    let platform: UInt32 = runsApp ? 1 : 2
    var signals = DeviceSignals()
    signals[.platform] = platform
    signals[.model] = traits.model * 2 + platform
    signals[.screen] = traits.model * 2 + platform
    // Four screen sizes share one chip.
    signals[.graphics] = traits.model / 4 * 2 + platform
    signals[.osVersion] = traits.systemVersion * 2 + platform
    // The engine comes with the system.
    signals[.engine] = traits.systemVersion * 2 + platform
    signals[.timeZone] = 1 + traits.timeZone
    signals[.language] = 1 + traits.language
    signals[.locale] = locale(language: 1 + traits.language, region: traits.region)
    name(browser: 1, in: &signals)
    return signals
  }

  private func locale(language: UInt32, region: UInt32) -> UInt32 {
    1 + language * UInt32(devices.regions.count + 1) + region
  }

  private func name(browser: UInt32, in signals: inout DeviceSignals) {
    signals[.browser] = browser
    signals[.agent] = signals[.platform] * 2 + browser
  }

  /// Writes the person's network at `now` into `signals`.
  ///
  /// A carrier's leases all last equally long, and each person's begin at a time of their own. So
  /// the address changes within a time t with a chance of t over the lease, at most 1.
  func locate(
    _ signals: inout DeviceSignals, of person: Int, _ traits: Traits, onCarrier: Bool,
    at now: Instant
  ) {
    let place: Network.Place
    if onCarrier {
      let lease = Double(devices.addressLease.milliseconds)
      let number = Double(now.milliseconds) / lease + traits.phase
      let current = UInt32(truncatingIfNeeded: Int64(number.rounded(.down)))
      place = network.carrier(at: draw(.lease, of: person, current))
    } else {
      place = network.home(of: person)
    }
    signals[.address] = place.address
    signals[.addressPrefix] = place.range
    signals.isAddressShared = place.isKnownAsShared
  }
}

extension DeviceWorld {
  /// The constant traits of a person's device; values are ranks from 0.
  struct Traits {
    let model: UInt32
    let systemVersion: UInt32
    let language: UInt32
    let region: UInt32
    let timeZone: UInt32
    /// Whether the person usually taps links in the carrier's network rather than at home.
    let prefersCarrier: Bool
    /// Draws from 0 to 1 for a browser that reports other signals.
    let mismatch: Double
    let browser: Double
    let screen: Double
    /// The phase of the carrier's leases, as a proportion of their length.
    let phase: Double
  }

  /// The purpose of a person's draw; the draw's index distinguishes draws of one purpose.
  enum Occasion: UInt64 {
    case traits = 0
    case lease
    case launch
  }

  func traits(of person: Int) -> Traits {
    var draw = HalfNumbers(chance[UInt64(person)])
    func rank(_ choice: Categorical) -> UInt32 { UInt32(choice.sample(using: &draw)) }
    return Traits(
      model: rank(models), systemVersion: rank(systemVersions), language: rank(languages),
      region: rank(regions), timeZone: rank(timeZones),
      prefersCarrier: draw.uniform() < devices.behindSharedAddress,
      mismatch: draw.uniform(), browser: draw.uniform(), screen: draw.uniform(),
      phase: draw.uniform())
  }

  /// Returns a draw from 0 up to 1 for an occasion of a person that has a number of its own.
  func draw(_ occasion: Occasion, of person: Int, _ number: UInt32 = 0) -> Double {
    // The occasion is in the upper half of the entity, above all numbers of people.
    chance.uniform(UInt64(person) | occasion.rawValue << 56, number)
  }
}

/// A generator that uses each number of a draw twice.
///
/// The 32 random bits of a half are enough for a rank or a proportion.
private struct HalfNumbers: RandomNumberGenerator {
  private var draw: Draw
  private var spare: UInt64 = 0
  private var hasSpare = false

  init(_ draw: Draw) {
    self.draw = draw
  }

  mutating func next() -> UInt64 {
    if hasSpare {
      hasSpare = false
      return spare
    }
    let number = draw.next()
    spare = number << 32
    hasSpare = true
    return number & 0xFFFF_FFFF_0000_0000
  }
}

/// The addresses of a town: one per home, and a pool for carriers' phones.
struct Network: Sendable {
  let homes: Int
  let carrierAddresses: Int
  private let peoplePerHome: Double
  private let knownAsShared: Int

  init(_ devices: Devices, people: Int) {
    precondition(people > 0, "there are \(people) people")
    precondition(
      devices.peoplePerAddress >= 1 && devices.peoplePerHome >= 1,
      "\(devices.peoplePerAddress) people behind an address, \(devices.peoplePerHome) in a home")
    peoplePerHome = devices.peoplePerHome
    homes = Int(Double(people - 1) / peoplePerHome) + 1
    let onCarrier = Double(people) * devices.behindSharedAddress
    carrierAddresses = max(1, Int((onCarrier / Double(devices.peoplePerAddress)).rounded()))
    knownAsShared = Int(Double(carrierAddresses) * devices.knownSharedAddresses)
    precondition(homes + carrierAddresses < 1 << 32, "\(people) people need too many addresses")
  }

  /// A public address, as a number above 0, with its range of 256 addresses.
  struct Place {
    let address: UInt32
    let range: UInt32
    let isKnownAsShared: Bool
  }

  /// Returns the address of a person's home, which people with adjacent numbers share.
  func home(of person: Int) -> Place {
    let home = Int(Double(person) / peoplePerHome)
    return Place(address: UInt32(1 + home), range: UInt32(1 + home / 256), isKnownAsShared: false)
  }

  /// Returns the carrier's address at the proportion `share` of its pool, from 0 up to 1.
  func carrier(at share: Double) -> Place {
    let place = Int(share * Double(carrierAddresses))
    return Place(
      address: UInt32(1 + homes + place), range: UInt32(2 + homes / 256 + place / 256),
      isKnownAsShared: place < knownAsShared)
  }
}
