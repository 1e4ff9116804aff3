public import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The answer to a tap in a browser, and the click record it leaves.
public struct TapAnswer: Hashable, Sendable {
  public let decision: ReceiptDecision
  public let content: LandingContent
  public let standing: InviteLink.Standing
  /// The number of the click record; `nil` if none is stored.
  public let click: UInt64?
  /// Whether the response must wait for a commit.
  public var isWritten: Bool { decision.isRecorded }

  /// The rule that decided.
  public var rule: RuleID { decision.rule }
}

extension LinkEngine {
  /// Answers a tap on a link in a browser, or the fetch of a preview.
  ///
  /// `device` holds keyed hashes of the browser's signals, and is evaluated only if a click is
  /// stored; `visitor` identifies the browser by a cookie. What the page's script reports of a tap
  /// `isAgain` the same opening. A tap of a flood `leavesClick` no more: it is written all the same,
  /// so that the answer takes as long, and stored nowhere.
  public func tap(
    _ link: ResolvedLink, by opener: LinkOpener, device: @autoclosure () -> DeviceSignals,
    visitor: UInt64 = 0, isAgain: Bool = false, leavesClick: Bool = true, at now: Instant
  ) -> TapAnswer {
    let now = moment(now)
    if !isAgain, opener != .previewFetcher {
      let unknown = PrincipalID(rawValue: 0)
      fire(
        .tap(reference(to: link.invite), appInstalled: false, by: .signedOut), by: unknown, at: now)
    }
    let sender = link.invite.flatMap { store.person($0.record.sender) }
    let decision = profile.receipt.decide(
      LinkTap(opener: opener, link: link.forReceipt, sender: sender?.account ?? .active),
      landing: profile.landing, broken: profile.link.broken)
    var click: UInt64?
    if decision.isRecorded {
      let footprint = ClickFootprint(
        sequence: store.nextSequence, at: now, link: link.code?.packed ?? 0, visitor: visitor,
        signals: device())
      if leavesClick, mayDecide(link) {
        store.write(.click(footprint))
        click = footprint.sequence
      } else {
        store.write(.strayClick(footprint))
      }
      if var invite = link.invite { receive(.opened, &invite, at: now) }
    }
    let content = LandingContent(
      of: decision.surface, app: profile.app, sender: self.glimpse(of: sender, through: link))
    guard let content else {
      preconditionFailure("a browser was led to \(decision.surface), which is inside the app")
    }
    return TapAnswer(decision: decision, content: content, standing: link.standing, click: click)
  }

  /// Whether a click may ever decide a credit: invented codes must fill neither memory nor disk.
  private func mayDecide(_ link: ResolvedLink) -> Bool {
    link.invite != nil || profile.attribution.invalidClickDisplaces
  }

  /// The part of the sender's profile that a page may show.
  private func glimpse(of sender: Person?, through link: ResolvedLink) -> SenderGlimpse? {
    let route = profile.link.route(link.standing, appIsInstalled: false)
    guard route.destination.keepsContext, let name = sender?.name,
      let first = name.split(separator: " ").first
    else { return nil }
    return SenderGlimpse(firstName: String(first), hasAvatar: sender?.avatar != nil)
  }
}
