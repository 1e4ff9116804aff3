internal import JSON
internal import LinuxIO
internal import Vocabulary
internal import WebServer

/// A request that has been let in: who asks, for what, and when.
struct Call {
  let target: RequestTarget
  let parameters: PathParameters
  /// The body, in the form that the operation asks for.
  let body: Members
  /// `nil` where anybody may ask.
  let caller: Caller?
  /// Whoever sent it, behind a proxy that is trusted.
  let address: IPAddress
  let method: WebMethod
  let browser: BrowserAgent
  let idempotencyKey: String?
  /// By the clock of the service.
  let now: Instant
  let realNow: MonotonicTime
}

extension Call {
  /// What a body says, once it is known to have the right form.
  struct Members {
    let values: [String: JSONValue]

    func text(_ name: String) -> String? {
      if case .text(let text) = values[name] { text } else { nil }
    }

    func flag(_ name: String) -> Bool? {
      if case .bool(let flag) = values[name] { flag } else { nil }
    }

    func integer(_ name: String) -> Int64? { values[name]?.wholeNumber }

    func moment(_ name: String) -> Instant? { text(name).flatMap { Instant(rfc3339: $0) } }

    func texts(_ name: String) -> [String] {
      guard case .array(let elements) = values[name] else { return [] }
      return elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    func members(_ name: String) -> Members {
      if case .object(let members) = values[name] {
        Members(values: members)
      } else {
        Members(values: [:])
      }
    }

    func choice<Choice: RawRepresentable<String>>(_ name: String, _ type: Choice.Type) -> Choice? {
      text(name).flatMap { Choice(rawValue: $0) }
    }
  }
}

extension Instant {
  /// Reads a moment as RFC 3339 writes it; what is finer than a millisecond is cut off.
  init?(rfc3339 text: String) {
    let upper = text.uppercased()
    guard let dot = upper.firstIndex(of: ".") else {
      self.init(iso8601: upper)
      return
    }
    let decimals = upper[upper.index(after: dot)...].prefix { $0.isASCII && $0.isNumber }
    guard !decimals.isEmpty else { return nil }
    self.init(iso8601: "\(upper[...dot])\(decimals.prefix(3))\(upper[decimals.endIndex...])")
  }
}
