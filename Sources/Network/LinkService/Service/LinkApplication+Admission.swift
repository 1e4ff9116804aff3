internal import Invites
internal import JSON
internal import LinkStore
internal import LinuxIO
internal import Vocabulary
internal import WebServer

// From a request to a call: who asks, whether they may, and whether the body has the right form.
extension LinkApplication {
  func answer(
    _ request: borrowing WebRequest, _ operation: Operation, _ parameters: PathParameters
  ) -> Reply {
    let realNow = MonotonicTime.now()
    let address = sender(of: request)
    let caller = operation.access == .anybody ? nil : caller(of: request)
    if case .refused(let wait) = admissions.admit(caller, from: address, at: realNow) {
      return .now(operation.isPage ? pages.busy(wait) : .tooMany(wait))
    }
    if let refusal = refusal(of: caller, for: operation, parameters) { return .now(refusal) }
    guard let now = moment(of: request) else {
      return .now(.problem(400, "\(ServiceClock.field) must be a moment of RFC 3339."))
    }
    let body: Call.Members
    switch read(request.body, for: operation) {
    case .read(let members): body = members
    case .refused(let response): return .now(response)
    }
    let call = Call(
      target: request.target, parameters: parameters, body: body, caller: caller, address: address,
      method: request.method,
      browser: BrowserAgent(
        userAgent: operation.readsBrowser ? request.field("User-Agent") : nil,
        acceptLanguage: operation.readsBrowser ? request.field("Accept-Language") : nil),
      idempotencyKey: request.field("Idempotency-Key"), now: now,
      realNow: realNow)
    return operation.handle(self)(call)
  }

  /// The moment of a request, by the clock; `nil` if it should tell that itself and does not.
  private func moment(of request: borrowing WebRequest) -> Instant? {
    if let now = currentMoment() { return now }
    guard let now = request.field(ServiceClock.field).flatMap({ Instant(rfc3339: $0) }) else {
      return nil
    }
    latestTold = max(latestTold ?? now, now)
    return now
  }

  /// Who sent the request: behind a proxy, whoever the proxy says it was.
  private func sender(of request: borrowing WebRequest) -> IPAddress {
    guard settings.isBehindProxy, let forwarded = request.lastField("X-Forwarded-For"),
      // What stands before, in the field or in an earlier one, may be the sender's own invention.
      let last = forwarded.split(separator: ",").last,
      let address = IPAddress(forwarded: last.filter { $0 != " " })
    else { return request.peer }
    return address
  }

  private func caller(of request: borrowing WebRequest) -> Caller? {
    guard let field = request.field("Authorization") else { return nil }
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    // Access is about the real world: a rehearsal neither ends nor prolongs it.
    let now = momentOfAccess()
    return keys.tokens.read(String(words[1]), at: now)?.caller
  }

  private func refusal(
    of caller: Caller?, for operation: Operation, _ parameters: PathParameters
  ) -> WebResponse? {
    guard operation.access != .anybody else { return nil }
    guard let caller else {
      return .problem(
        401, "A bearer token must be given that was made here and is still good.",
        fields: [(name: "WWW-Authenticate", value: "Bearer")])
    }
    guard case .user(let user) = caller else { return nil }
    guard !desk.store.isErased(user) else {
      return .problem(
        401, "The account was deleted.", fields: [(name: "WWW-Authenticate", value: "Bearer")])
    }
    // The same for everything that is not the caller's, so that it does not tell what there is.
    let isForbidden =
      operation.access == .backend
      || operation.access == .owner && parameters.count > 0
        && OpaqueID(parameters[0])?.principal != user
    return isForbidden ? .problem(403, "The token does not allow this.") : nil
  }

  /// The body of a call, or why it cannot be taken.
  private enum Body {
    case read(Call.Members)
    case refused(WebResponse)
  }

  private func read(_ body: [UInt8], for operation: Operation) -> Body {
    guard let shape = operation.body, !(body.isEmpty && operation.mayLackBody) else {
      return .read(Call.Members(values: [:]))
    }
    guard String(validating: body, as: UTF8.self) != nil else {
      return .refused(.problem(400, "The body is not UTF-8."))
    }
    let value: JSONValue
    do throws(JSONParser.Mistake) {
      value = try JSONParser.parse(body)
    } catch {
      return .refused(
        .problem(400, "The body is not JSON at byte \(error.column): \(error.words)."))
    }
    let mistakes = shape.mistakes(in: value)
    guard mistakes.isEmpty, case .object(let members) = value else {
      return .refused(.problem(422, "The body does not have the right form.", mistakes: mistakes))
    }
    return .read(Call.Members(values: members))
  }
}
