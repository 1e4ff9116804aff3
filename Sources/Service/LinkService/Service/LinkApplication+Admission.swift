internal import Attribution
internal import GrowthloopFindings
internal import GrowthloopLinkStore
internal import GrowthloopTransport
internal import Invites
internal import Profiles
internal import Vocabulary

// From a request to a call: authentication, authorisation and the check of the body.
extension LinkApplication {
  func answer(
    _ request: borrowing WebRequest, _ operation: Operation, _ parameters: PathParameters
  ) -> Reply {
    let realNow = MonotonicTime.now()
    let address = sender(of: request)
    let caller = operation.call.access == .anybody ? nil : caller(of: request)
    if !operation.call.isUnlimited,
      case .refused(let wait) = admissions.admit(caller, from: address, at: realNow)
    {
      return .now(busy(wait, operation.call))
    }
    if operation.call.isForm, let refusal = SubmittedForm.refusal(of: request) {
      return .now(refusal)
    }
    if let refusal = refusal(of: caller, for: operation, parameters) { return .now(refusal) }
    guard let now = moment(of: request) else {
      return .now(.problem(400, "\(ServiceClock.field) must be a moment of RFC 3339."))
    }
    let body: Members
    switch read(request.body, for: operation) {
    case .read(let members): body = members
    case .refused(let response): return .now(response)
    }
    let call = Call(
      target: request.target, parameters: parameters, body: body, caller: caller, address: address,
      method: request.method,
      browser: BrowserAgent(
        userAgent: operation.call.readsBrowser ? request.field("User-Agent") : nil,
        acceptLanguage: operation.call.readsBrowser ? request.field("Accept-Language") : nil),
      mayBeTap: operation.call.readsBrowser && request.mayBeTap(onPage: operation.call.isPage),
      idempotencyKey: request.field(IdempotencyKeyHeader.name), now: now,
      realNow: realNow)
    return operation.handle(self)(call)
  }

  private func busy(_ wait: Duration, _ call: ServiceCall) -> WebResponse {
    if call.isForm { return pages.email.busy(wait) }
    return call.isPage ? pages.busy(wait) : .tooMany(wait)
  }

  /// Returns the moment of a request; `nil` if the request must give it and does not.
  private func moment(of request: borrowing WebRequest) -> Instant? {
    if let now = currentMoment() { return now }
    guard let now = request.field(ServiceClock.field).flatMap({ Instant(rfc3339: $0) }) else {
      return nil
    }
    latestTold = max(latestTold ?? now, now)
    return now
  }

  /// Returns the client's address; behind a proxy, the one that the proxy gives.
  private func sender(of request: borrowing WebRequest) -> IPAddress {
    guard settings.isBehindProxy else { return request.peer }
    let proxies = settings.trustedProxies
    guard proxies.isEmpty || proxies.contains(where: { $0.contains(request.peer) }) else {
      return request.peer
    }
    let field = settings.readsForwarded ? "Forwarded" : "X-Forwarded-For"
    var client = request.peer
    // From the nearest hop on: what stands before the first that is not trusted may be forged.
    for hop in (request.lastField(field) ?? "").split(separator: ",").reversed() {
      guard
        let address = settings.readsForwarded
          ? IPAddress(forwardedElement: hop) : IPAddress(forwarded: hop.filter { $0 != " " })
      else { return client }
      client = address
      if !proxies.contains(where: { $0.contains(address) }) { return client }
    }
    return client
  }

  private func caller(of request: borrowing WebRequest) -> Caller? {
    guard let field = request.field("Authorization") else { return nil }
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    // Tokens expire in real time, also in a rehearsal.
    let now = momentOfAccess()
    return keys.tokens.read(String(words[1]), at: now)?.caller
  }

  private func refusal(
    of caller: Caller?, for operation: Operation, _ parameters: PathParameters
  ) -> WebResponse? {
    guard operation.call.access != .anybody else { return nil }
    guard let caller else {
      return .problem(
        401, "A bearer token must be given that was made here and is still good.",
        fields: [(name: "WWW-Authenticate", value: "Bearer")])
    }
    guard case .user(let user) = caller else { return nil }
    guard !engine.store.isErased(user) else {
      return .problem(
        401, "The account was deleted.", fields: [(name: "WWW-Authenticate", value: "Bearer")])
    }
    // The same response for everything that is not the caller's, so that it reveals nothing.
    let isForbidden =
      operation.call.access == .backend
      || operation.call.access == .owner && parameters.count > 0
        && OpaqueID(parameters[0])?.principal != user
    return isForbidden ? .problem(403, "The token does not allow this.") : nil
  }

  /// The body of a call, or the response that refuses it.
  private enum Body {
    case read(Members)
    case refused(WebResponse)
  }

  private func read(_ body: [UInt8], for operation: Operation) -> Body {
    guard let shape = operation.call.body, !(body.isEmpty && operation.call.mayLackBody) else {
      return .read(Members())
    }
    if operation.call.isForm {
      return SubmittedForm.members(of: body, shape).map { .read($0) }
        ?? .refused(.problem(400, "The form cannot be decoded, or has a field twice."))
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
    return .read(Members(values: members))
  }
}

extension LinkApplication {
  /// Answers a browser or a preview fetcher with a page, and records the click of a browser.
  ///
  /// A preview that is the same for every link is answered without a look-up: its time would reveal
  /// whether a code is known.
  func tap(_ call: Call) -> Reply {
    // Only programs that draw a card send HEAD.
    let opener: LinkOpener =
      call.method == .head ? .previewFetcher : LinkOpener(userAgent: call.browser.userAgent)
    if opener == .previewFetcher, let preview { return .fixed(preview) }
    guard call.mayBeTap else { return .fixed(pages.generic) }
    return tapping(call) { link, code in
      let answer = engine.tap(
        link, by: opener, device: signals(of: call, link, call.browser.value),
        leavesClick: leavesClick(call, link), at: call.now)
      let page = page(for: answer, link, code)
      return answer.isWritten ? .afterCommit(page) : .now(page)
    }
  }

  /// Records the click again with the device signals of the page's script.
  ///
  /// A page of another site could have its visitors' browsers report taps on a link of its choice, and
  /// their next launch would be credited to its owner.
  func observeTap(_ call: Call) -> Reply {
    guard call.mayBeTap else {
      return .now(.problem(403, "A tap is reported by the pages of this site only."))
    }
    let browser = call.browser
    let reported = call.body
    let opener = LinkOpener(userAgent: browser.userAgent)
    if opener == .previewFetcher, preview != nil { return .fixed(WebResponse(204)) }
    return tapping(call) { link, _ in
      let device = signals(of: call, link) { signal in
        switch signal {
        case .model: reported[DeviceFields.model]
        case .screen: reported[DeviceFields.screen]
        case .timeZone: reported[DeviceFields.timeZone]
        case .locale: reported[DeviceFields.locale] ?? browser.value(of: .locale)
        case .language:
          reported[DeviceFields.locale].map(BrowserAgent.language) ?? browser.value(of: .language)
        case .platform, .osVersion, .browser, .engine, .agent, .graphics, .address, .addressPrefix:
          browser.value(of: signal)
        }
      }
      _ = engine.tap(
        link, by: opener, device: device, isAgain: true, leavesClick: leavesClick(call, link),
        at: call.now)
      return .afterCommit(WebResponse(204))
    }
  }

  /// Calls `body` with the link of a tap, and with the code that it has.
  ///
  /// The first launch after a tap finds its link, so that a tap on an invented code is a look-up like
  /// any other. Where every code leads to the same page the client gets it over the limit too, by the
  /// same steps, and the link counts as one that leads to nothing.
  private func tapping(_ call: Call, _ body: (ResolvedLink, InviteCode?) -> Reply) -> Reply {
    let admission = admissions.mayGuess(nil, from: call.address, at: call.realNow)
    if pagesDiffer, case .refused(let wait) = admission { return .now(pages.busy(wait)) }
    let link = link(of: call.target, at: call.now)
    if link.leadsToNothing { admissions.countMiss(nil, from: call.address, at: call.realNow) }
    return body(admission == .admitted ? link : .toNothing, link.code)
  }

  /// Whether a page may reveal that its code is known.
  private var pagesDiffer: Bool {
    settings.profile.landing.page == .ogPersonalised
      || settings.profile.link.broken.expired == .expiredPage
  }

  private func link(of target: RequestTarget, at now: Instant) -> ResolvedLink {
    for prefix in Self.codePrefixes where target.bytes.count == prefix.count + InviteCode.length {
      guard target.bytes.starts(with: prefix) else { continue }
      // The common case, without making a string.
      if let code = try? InviteCode(parsing: target.bytes[prefix.count...]) {
        return engine.resolve(code, at: now)
      }
    }
    return engine.resolve(String(decoding: target.bytes, as: UTF8.self), at: now)
  }

  private static let codePrefixes = [InviteLink.path, InviteLink.shortPath].map {
    Array("/\($0)/".utf8)
  }

  private func signals(
    of call: Call, _ link: ResolvedLink, _ reported: (Signal) -> String?
  ) -> DeviceSignals {
    observer.signals(from: call.address, reported, token: link.code?.packed ?? 0)
  }

  private func leavesClick(_ call: Call, _ link: ResolvedLink) -> Bool {
    admissions.keepsClick(on: link.code, from: call.address, at: call.realNow)
  }

  private func page(
    for answer: TapAnswer, _ link: ResolvedLink, _ code: InviteCode?
  ) -> WebResponse {
    switch answer.content {
    case .generic: pages.generic
    case .personalised(let page, let sender):
      pages.personalised(
        page, sender,
        avatar: link.invite.flatMap { engine.store.person($0.record.sender) }?.avatar,
        about: link.invite?.record)
    case .emailCapture: pages.email.atLink
    case .expired: pages.expired
    case .storeRedirect: code.map { pages.toStore($0) } ?? pages.toStore
    }
  }
}

extension ResolvedLink {
  /// Whether the service did not create the link.
  var leadsToNothing: Bool { standing == .unknown || standing == .tampered }
}
