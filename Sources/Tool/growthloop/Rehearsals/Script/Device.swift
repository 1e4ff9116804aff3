public import Attribution

/// The signals of a phone in requests, such that equal phones in the simulator have equal signals.
public struct Device: Sendable, Hashable {
  /// The address of its requests.
  let address: String
  let userAgent: String
  let locale: String
  let platform: String
  let osVersion: String
  /// `nil` where the phone does not send it.
  let model: String?
  let timeZone: String

  /// The phone of a person; no other has its address or its model.
  public init(of person: UInt32, isOnIOS: Bool = true, isElsewhere: Bool = false) {
    let place = isElsewhere ? 2 : 1
    self.init(
      address: Self.address(network: person, interface: UInt32(place)), isOnIOS: isOnIOS,
      version: 18, model: "phone\(person)", timeZone: "Europe/Berlin", locale: "en-US")
  }

  /// A phone with these signals; `isElsewhere` gives it an address that no other phone has.
  public init(telling signals: DeviceSignals, isElsewhere: Bool = false) {
    let model = signals[.model]
    self.init(
      address: Self.address(
        network: isElsewhere ? .max : signals[.addressPrefix], interface: signals[.address]),
      isOnIOS: signals[.platform] == 1, version: signals[.osVersion],
      model: model == 0 ? nil : "model\(model)", timeZone: "zone\(signals[.timeZone])",
      locale: "l\(signals[.language])-r\(signals[.locale])")
  }

  private init(
    address: String, isOnIOS: Bool, version: UInt32, model: String?, timeZone: String,
    locale: String
  ) {
    self.address = address
    platform = isOnIOS ? "iOS" : "Android"
    osVersion = "\(version).0"
    userAgent =
      isOnIOS
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS \(version)_0 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Mobile/15E148 Safari/604.1"
      : "Mozilla/5.0 (Linux; Android \(version).0; Phone) AppleWebKit/537.36 Mobile Safari/537.36"
    self.model = model
    self.timeZone = timeZone
    self.locale = locale
  }

  /// An address of the range that is set aside for documents.
  private static func address(network: UInt32, interface: UInt32) -> String {
    func half(_ number: UInt32) -> String {
      "\(String(number >> 16, radix: 16)):\(String(number & 0xFFFF, radix: 16))"
    }
    return "2001:db8:\(half(network)):0:0:\(half(interface))"
  }
}
