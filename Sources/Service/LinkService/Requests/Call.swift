internal import Attribution
internal import GrowthloopTransport
internal import Vocabulary

/// An admitted request: the caller, the parameters, the body and the moment.
struct Call {
  let target: RequestTarget
  let parameters: PathParameters
  /// The checked body.
  let body: Members
  /// `nil` for operations without a token.
  let caller: Caller?
  /// The client's address, also behind a trusted proxy.
  let address: IPAddress
  let method: WebMethod
  let browser: BrowserAgent
  /// Whether a person who followed a link may have caused the request of a browser.
  let mayBeTap: Bool
  let idempotencyKey: String?
  /// By the clock of the service.
  let now: Instant
  let realNow: MonotonicTime
}

extension WebRequest {
  /// Whether a page of another site caused it, as browsers report in `Sec-Fetch-Site`.
  ///
  /// Programs that are no browser, and old ones, report nothing.
  var isFromAnotherSite: Bool {
    guard let site = field("Sec-Fetch-Site") else { return false }
    return site != "same-origin" && site != "none"
  }

  /// Returns whether a person who followed a link may have caused it.
  ///
  /// Links lie on pages of other sites, and lead to a whole page here; such a page can also fetch an
  /// address for an image or a frame, unseen.
  func mayBeTap(onPage isPage: Bool) -> Bool {
    !isFromAnotherSite
      || isPage && field("Sec-Fetch-Mode") == "navigate" && field("Sec-Fetch-Dest") == "document"
  }
}

/// The device signals in a browser's header fields.
struct BrowserAgent {
  let userAgent: UserAgent
  let acceptLanguage: String

  init(userAgent: String?, acceptLanguage: String?) {
    self.userAgent = UserAgent(userAgent ?? "")
    self.acceptLanguage = acceptLanguage ?? ""
  }

  /// Returns a signal, as far as the fields contain it.
  func value(of signal: Signal) -> String? {
    switch signal {
    case .platform: platform
    case .osVersion: osVersion
    case .language: locale.map { Self.language(of: $0) }
    case .locale: locale
    case .address, .addressPrefix, .model, .browser, .engine, .agent, .timeZone, .screen, .graphics:
      nil
    }
  }

  /// The language of a locale, without its region.
  static func language(of locale: String) -> String {
    let letters = locale.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return Substring(letters).lowercased()
  }

  private var platform: String? {
    if userAgent.holds("iPhone") || userAgent.holds("iPad") || userAgent.holds("iPod") {
      return "iOS"
    }
    if userAgent.holds("Android") { return "Android" }
    if userAgent.holds("Macintosh") { return "Macintosh" }
    if userAgent.holds("Windows") { return "Windows" }
    return userAgent.holds("Linux") ? "Linux" : nil
  }

  /// The version after `OS` on iOS, as in `CPU iPhone OS 18_5 like Mac OS X`, or after `Android`.
  private var osVersion: String? {
    guard let start = userAgent.end(of: " OS ") ?? userAgent.end(of: "Android ") else { return nil }
    let version = userAgent.bytes[start...].prefix { byte in
      byte != UInt8(ascii: " ") && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ")")
    }
    guard let first = version.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    return String(
      decoding: version.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
  }

  /// The first preferred language of the browser.
  private var locale: String? {
    let first = acceptLanguage.utf8.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
    let name = first.filter { $0 != UInt8(ascii: " ") }
    return name.isEmpty || name == [UInt8(ascii: "*")] ? nil : String(decoding: name, as: UTF8.self)
  }
}
