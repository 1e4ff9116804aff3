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
