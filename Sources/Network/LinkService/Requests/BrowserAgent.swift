internal import Attribution

/// What a browser tells by the header fields of any request.
struct BrowserAgent {
  let userAgent: String
  let acceptLanguage: String

  /// The signal, as far as it can be read off.
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
    locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  private var platform: String? {
    if ["iPhone", "iPad", "iPod"].contains(where: userAgent.contains) { return "iOS" }
    return ["Android", "Macintosh", "Windows", "Linux"].first(where: userAgent.contains)
  }

  /// The version after `OS` on iOS, as in `CPU iPhone OS 18_5 like Mac OS X`, or after `Android`.
  private var osVersion: String? {
    let words = userAgent.split { " ;()".contains($0) }
    guard let name = words.firstIndex(where: { $0 == "OS" || $0 == "Android" }),
      words.indices.contains(name + 1), words[name + 1].first?.isNumber == true
    else { return nil }
    return String(words[name + 1].map { $0 == "_" ? "." : $0 })
  }

  /// The first of the languages that the browser asks for.
  private var locale: String? {
    let first = acceptLanguage.prefix { $0 != "," && $0 != ";" }.filter { $0 != " " }
    return first.isEmpty || first == "*" ? nil : first
  }
}
