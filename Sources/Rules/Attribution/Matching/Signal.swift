/// A property of a device that a browser and an app on it can both report.
public enum Signal: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// The public network address.
  case address
  /// The first 24 bits of an IPv4 address, or the first 64 of an IPv6 address.
  case addressPrefix
  /// The operating system, as in `iOS`.
  case platform
  /// The version of the operating system, as in `26.1`.
  case osVersion
  /// The model; a browser reports none on an iPhone, so its page infers one from the screen.
  case model
  /// The family of the browser.
  case browser
  /// The full version of the browser engine.
  case engine
  /// The platform and the family of the browser, taken together.
  case agent
  /// The time zone by name, as in `Europe/Rome`.
  case timeZone
  /// The language without its region, as in `en`.
  case language
  /// The language with its region, as in `en-US`.
  case locale
  /// The measures of the screen.
  case screen
  /// The vendor and renderer of the graphics, as WebGL reports them.
  case graphics
}

extension Signal {
  /// Some of the signals, in one word of memory.
  public struct Set: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  var bit: Set { Set(rawValue: 1 << UInt32(rawValue)) }
}

extension Signal.Set {
  /// Only the public network address.
  public static let address = Signal.address.bit
  /// Only the range of the network address.
  public static let addressPrefix = Signal.addressPrefix.bit
  /// Only the operating system.
  public static let platform = Signal.platform.bit
  /// Only the version of the operating system.
  public static let osVersion = Signal.osVersion.bit
  /// Only the model of the device.
  public static let model = Signal.model.bit
  /// Only the family of the browser.
  public static let browser = Signal.browser.bit
  /// Only the version of the browser engine.
  public static let engine = Signal.engine.bit
  /// Only the platform and the browser family, taken together.
  public static let agent = Signal.agent.bit
  /// Only the time zone.
  public static let timeZone = Signal.timeZone.bit
  /// Only the language without its region.
  public static let language = Signal.language.bit
  /// Only the language with its region.
  public static let locale = Signal.locale.bit
  /// Only the measures of the screen.
  public static let screen = Signal.screen.bit
  /// Only the vendor and renderer of the graphics.
  public static let graphics = Signal.graphics.bit

  /// The two signals that name a place in the network rather than a device.
  static let network: Self = [.address, .addressPrefix]

  /// Returns whether `signal` is in the set.
  public func holds(_ signal: Signal) -> Bool { contains(signal.bit) }
}

extension Signal.Set: CustomStringConvertible {
  /// The signals by name, in their own order: `address, model`.
  public var description: String {
    Signal.allCases.filter { holds($0) }.map { "\($0)" }.joined(separator: ", ")
  }
}
