/// A property of a device that a browser and an app on it can both report.
public enum Signal: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// The public network address.
  case address
  /// The first 24 bits of an IPv4 address, or the first 64 of an IPv6 address.
  case addressPrefix
  case platform
  case osVersion
  /// The model; a browser reports none on an iPhone, so its page infers one from the screen.
  case model
  case browser
  /// The full version of the browser engine.
  case engine
  /// The platform and the family of the browser, taken together.
  case agent
  case timeZone
  /// The language without its region, as in `en`.
  case language
  /// The language with its region, as in `en-US`.
  case locale
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
  public static let address = Signal.address.bit
  public static let addressPrefix = Signal.addressPrefix.bit
  public static let platform = Signal.platform.bit
  public static let osVersion = Signal.osVersion.bit
  public static let model = Signal.model.bit
  public static let browser = Signal.browser.bit
  public static let engine = Signal.engine.bit
  public static let agent = Signal.agent.bit
  public static let timeZone = Signal.timeZone.bit
  public static let language = Signal.language.bit
  public static let locale = Signal.locale.bit
  public static let screen = Signal.screen.bit
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
