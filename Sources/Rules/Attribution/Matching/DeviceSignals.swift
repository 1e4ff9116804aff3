public import Vocabulary

/// The signals of one device, as integers without meaning outside.
///
/// Each value is a hash or a number given by the observer of the device. Zero means unknown, and an
/// unknown value equals none. The values fill one cache line, so that comparing two devices takes a
/// few vector instructions.
public struct DeviceSignals: Hashable, Sendable, BitwiseCopyable, Codable {
  private var values = SIMD16<UInt32>(repeating: 0)
  /// A code that passed through the clipboard or an install referrer; zero if there is none.
  public var token: UInt64 = 0
  /// Whether the address is known to stand for many devices: carrier-grade NAT, a private range.
  public var isAddressShared = false

  /// Creates signals that are all unknown, without a token.
  public init() {}

  /// The value of `signal`; zero if it is unknown.
  public subscript(signal: Signal) -> UInt32 {
    get { values[Int(signal.rawValue)] }
    set { values[Int(signal.rawValue)] = newValue }
  }
}

extension DeviceSignals {
  /// Returns the signals that are known and equal on both devices.
  public func agreement(with other: DeviceSignals) -> Signal.Set {
    // Lane by lane: the standard library's vector masks took ten times as long here.
    var agreeing: UInt32 = 0
    for lane in 0..<values.scalarCount {
      let value = values[lane]
      if value != 0, value == other.values[lane] { agreeing |= 1 << UInt32(lane) }
    }
    return Signal.Set(rawValue: agreeing)
  }

  /// The signals that are known.
  public var known: Signal.Set { agreement(with: self) }
}

extension DeviceSignals {
  /// Returns a number that devices share which agree in all of `signals`; `nil` if one is unknown.
  ///
  /// Other devices share it with a probability of about 2^−32. An index may use it as a key; a
  /// match must not rely on it.
  public func digest(of signals: Signal.Set) -> UInt32? {
    var rest = signals.rawValue
    var mixed: UInt64 = 0
    while rest != 0 {
      let value = values[rest.trailingZeroBitCount]
      guard value != 0 else { return nil }
      mixed = (mixed ^ UInt64(value)).mixed
      rest &= rest - 1
    }
    return UInt32(truncatingIfNeeded: mixed)
  }
}

extension ClickBook {
  /// Returns the click that a launch belongs to, or the reason for none, and spends it if the rule
  /// does.
  ///
  /// - Complexity: Linear in the clicks that agree with the device in the rule's indispensable
  ///   signals, up to `mostLooks`; without any such signals, linear in the clicks within the rule's
  ///   reach.
  public mutating func match(
    _ device: DeviceSignals, launchedAt launch: Instant
  ) -> MatchDecision {
    let decision = find(device, launchedAt: launch, at: launch)
    if let match = decision.match { spend(match.click) }
    return decision
  }

  /// Returns the clicks among which the credit for a launch is decided, and spends none.
  ///
  /// The result also contains the match decision; without a match no click competes.
  ///
  /// `now` is the time of the call by the clock that records clicks (default: the launch). It alone
  /// decides which clicks are dropped, since the time of a launch may be a client's claim.
  public mutating func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant? = nil
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    let decision = find(device, launchedAt: launch, at: now ?? launch)
    let clicks = rule.contenders(
      decision, for: device, launchedAt: launch, among: shortlist.span, of: clicks,
      keptFor: retention)
    return (decision, clicks)
  }

  /// Marks the click as spent, if the rule spends clicks.
  ///
  /// - Returns: The click as it is kept now; `nil` if nothing changed.
  @discardableResult
  public mutating func spend(_ sequence: UInt64) -> ClickFootprint? {
    guard rule.spendsClicks, let place = place(of: sequence), !clicks[place].isSpent else {
      return nil
    }
    clicks[place].isSpent = true
    return clicks[place]
  }

  private mutating func find(
    _ device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> MatchDecision {
    if forgetting == .asTimePasses { forget(at: now) }
    let firstKept = firstKept(at: now)
    if let decision = matchByToken(device, launchedAt: launch, from: firstKept) { return decision }
    let stretch = rule.stretch(of: clicks, launchedAt: launch, lateness: lateness)
      .clamped(to: firstKept..<clicks.count)
    guard let bySignals else {
      return matchAnything(device, launchedAt: launch, in: stretch, from: firstKept)
    }
    // A launch may lie before clicks that are kept already.
    list(device.digest(of: indispensable), from: bySignals, in: stretch)
    return decision(for: device, launchedAt: launch, from: firstKept)
  }

  /// Fills the shortlist with the clicks of a digest in a stretch; of many, with the newest.
  private mutating func list(_ digest: UInt32?, from index: ClickIndex, in stretch: Range<Int>) {
    shortlist.removeAll(keepingCapacity: true)
    guard let digest else { return }
    var looks = 0
    var next = index.newest(digest)
    while let place = next, place >= stretch.lowerBound, looks < Self.mostLooks {
      looks += 1
      if place < stretch.upperBound { shortlist.append(clicks[place]) }
      next = index.next(after: place, digest)
    }
  }

  /// Decides as over all kept clicks, of which only those of the shortlist can match.
  private func decision(
    for device: DeviceSignals, launchedAt launch: Instant, from firstKept: Int
  ) -> MatchDecision {
    rule.match(
      device, launchedAt: launch, shortlist: shortlist.span, of: clicks, from: firstKept,
      lateness: lateness, keptFor: retention)
  }

  /// Returns the rule's assessment of each kept click, newest first.
  public func explain(_ device: DeviceSignals, launchedAt launch: Instant) -> [MatchExplanation] {
    let kept = (firstKept..<clicks.count).map { clicks[$0] }
    return rule.explain(device, launchedAt: launch, among: kept.span, keptFor: retention)
  }

  /// Returns the match by a token of the device; `nil` without a token or a match.
  private mutating func matchByToken(
    _ device: DeviceSignals, launchedAt launch: Instant, from firstKept: Int
  ) -> MatchDecision? {
    guard let byToken, device.token != 0 else { return nil }
    list(Self.digest(of: device.token), from: byToken, in: firstKept..<clicks.count)
    let decision = rule.match(
      device, launchedAt: launch, among: shortlist.span, keptFor: retention)
    guard let match = decision.match, match.basis == .token else { return nil }
    return decision
  }

  /// Returns the match under a rule without an indispensable signal.
  private mutating func matchAnything(
    _ device: DeviceSignals, launchedAt launch: Instant, in stretch: Range<Int>,
    from firstKept: Int
  ) -> MatchDecision {
    shortlist.removeAll(keepingCapacity: true)
    for place in stretch { shortlist.append(clicks[place]) }
    return decision(for: device, launchedAt: launch, from: firstKept)
  }
}
