public import Attribution
public import RandomStreams
public import Vocabulary

/// What the devices of people tell a matcher, in the browser at a tap and in the app at its launch.
///
/// A pure function of chance, person and moment: nothing is kept of anybody, and two studies under
/// one seed meet the same devices.
public struct DeviceWorld: Sendable {
  let devices: Devices
  let chance: RandomStream
  let network: Network
  let models: Categorical
  let systemVersions: Categorical
  let languages: Categorical
  let regions: Categorical
  let timeZones: Categorical

  /// The devices of so many people; addresses are shared among them.
  public init(_ devices: Devices, people: Int, source: RandomSource) {
    self.devices = devices
    chance = source.stream(for: Luck.device)
    network = Network(devices, people: people)
    models = devices.models.choice
    systemVersions = devices.systemVersions.choice
    languages = devices.languages.choice
    regions = devices.regions.choice
    timeZones = devices.timeZones.choice
  }
}

extension DeviceWorld {
  /// What the browser of `person` tells at a tap; `runsApp` tells phones of the app's platform.
  public func browser(of person: Int, at now: Instant, runsApp: Bool = true) -> DeviceSignals {
    let traits = traits(of: person)
    var signals = device(traits, runsApp: runsApp)
    locate(&signals, of: person, traits, onCarrier: traits.prefersCarrier, at: now)
    if traits.mismatch < devices.languageMismatch {
      // One region, or one language, beyond those that a device is set to.
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

  /// What the app of `person` tells at its first launch.
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
    // Four screens share one chip.
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
}
