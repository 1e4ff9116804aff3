internal import Attribution
internal import Invites
internal import GrowthloopLinkStore
internal import Profiles
internal import Vocabulary
internal import GrowthloopTransport

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
