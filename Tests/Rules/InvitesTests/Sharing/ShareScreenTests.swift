import Invites
import Testing
import Vocabulary

@Suite("Share screen · load, states and controls")
struct ShareScreenTests {
  typealias Event = ShareScreen.Event

  static func opened(cachedLink: String? = rinLink) -> ShareScreen {
    var screen = ShareScreen()
    screen.run(
      [.opened(from: .profile, cachedLink: cachedLink, isOnline: true)], under: .rin)
    if cachedLink != nil { screen.run([.messageComposed(rinMessage)], under: .rin) }
    return screen
  }

  @Test func `SHR-07 · on load the link, then the message, then the counts`() {
    var reusing = ShareScreen()
    let reused = reusing.run(
      [.opened(from: .profile, cachedLink: rinLink, isOnline: true)], under: .rin)
    #expect(reused == [.log(.flowOpened, .entry(.profile)), .composeMessage, .showCounts])

    var fetching = ShareScreen()
    let fetched = fetching.run(
      [.opened(from: .profile, cachedLink: nil, isOnline: true), .linkReady(rinLink)], under: .rin)
    #expect(
      fetched == [
        .log(.flowOpened, .entry(.profile)), .createLink(for: []), .log(.linkCreating),
        .log(.linkCreated, .entry(.profile)), .composeMessage, .showCounts,
      ])
    #expect(fetching.link == .ready(rinLink))
  }

  @Test func `SHR-15, SHR-31 · exactly seven states, all of them reached`() {
    #expect(ShareScreen.State.allCases.count == 7)
    var reached: Set<ShareScreen.State> = []
    for isOnline in [true, false] {
      let walk = FlowWalk(
        ShareScreen(), opening: .opened(from: .profile, cachedLink: nil, isOnline: isOnline),
        under: .rin)
      reached.formUnion(walk.moves.filter { !$0.after.isClosed }.map(\.after.state))
    }
    #expect(reached == Set(ShareScreen.State.allCases))

    var screen = Self.opened(cachedLink: nil)
    let actions = screen.run([.linkTimedOut], under: .rin)
    #expect(actions.contains(.show(.linkTimedOut)))
    #expect(screen.state == .linkError)
    #expect(screen.element(.retry, in: SharingPolicy.rin.texts)?.isEnabled == true)
  }

  @Test func `SHR-09 · Copy puts the link alone on the clipboard`() {
    var screen = Self.opened()
    let actions = screen.run([.tapped(.copy)], under: .rin)
    #expect(actions.first == .copyToClipboard("https://rin.app/invite/a3Xk9m2Q"))
    #expect(actions.contains(.log(.linkCopied, .entry(.profile))))
    #expect(actions.shares.isEmpty)
  }

  @Test(arguments: [
    (Interval.milliseconds(1_499), ShareScreen.State.copyConfirmed),
    (.milliseconds(1_500), .default),
  ])
  func `SHR-10, SHR-21 · "Copied" shows for 1.5 s with a haptic and a checkmark`(
    _ passed: Interval, _ state: ShareScreen.State
  ) {
    let texts = SharingPolicy.rin.texts
    var screen = Self.opened()
    #expect(screen.element(.copy, in: texts)?.symbol == nil)
    let actions = screen.run([.tapped(.copy)], under: .rin)
    #expect(actions.contains(.playHaptic))
    #expect(actions.contains(.showToast(.copied, until: start + .milliseconds(1_500))))
    #expect(actions.contains(.wake(at: start + .milliseconds(1_500))))
    #expect(screen.element(.toast, in: texts)?.text == "Copied")
    #expect(screen.element(.copy, in: texts)?.symbol == .checkmark)

    screen.run([.timePassed], at: start + passed, under: .rin)
    #expect(screen.state == state)
    #expect((screen.element(.toast, in: texts) == nil) == (state == .default))
    #expect((screen.element(.copy, in: texts)?.symbol == nil) == (state == .default))
  }

  @Test func `SHR-10 · a second Copy starts the time anew`() {
    var screen = Self.opened()
    screen.run([.tapped(.copy)], under: .rin)
    screen.run([.tapped(.copy)], at: start + .seconds(1), under: .rin)
    let early = screen.run([.timePassed], at: start + .milliseconds(1_500), under: .rin)
    #expect(early == [.stay(because: .notDue)])
    #expect(screen.state == .copyConfirmed)
  }

  @Test func `SHR-11, SHR-19, SHR-29 · Save keeps the edit, Cancel discards it`() {
    let texts = SharingPolicy.rin.texts
    var screen = Self.opened()
    #expect(screen.element(.message, in: texts)?.role == .text)
    #expect(!screen.showsKeyboard)
    screen.run([.tapped(.edit)], under: .rin)
    #expect(screen.showsKeyboard)
    #expect(screen.state == .messageEditing)
    #expect(screen.element(.message, in: texts)?.role == .field)
    #expect(screen.element(.save, in: texts)?.text == "Save")
    #expect(screen.element(.cancel, in: texts)?.text == "Cancel")
    #expect(screen.element(.edit, in: texts) == nil)

    screen.run([.typed("Mine"), .tapped(.cancel)], under: .rin)
    #expect(screen.message == rinMessage)
    screen.run([.tapped(.edit), .typed("Mine"), .tapped(.save)], under: .rin)
    #expect(screen.message == "Mine")
    #expect(!screen.showsKeyboard)
    let shared = screen.run([.tapped(.shareVia)], under: .rin)
    #expect(shared.first == .presentSheet(message: "Mine", link: rinLink))
  }

  @Test func `SHR-29 · going back from the keyboard leaves the screen, and the text unsaved`() {
    var screen = Self.opened()
    let actions = screen.run([.tapped(.edit), .typed("Mine"), .tapped(.back)], under: .rin)
    #expect(actions.last == .goBack && screen.isClosed && screen.message != "Mine")
    screen.run([.tapped(.save)], under: .rin)
    #expect(screen.isClosed && screen.message != "Mine", "what is closed saves nothing")
  }

  @Test func `SHR-29 · a saved text does not outlive the visit`() {
    var screen = Self.opened()
    screen.run([.tapped(.edit), .typed("Mine"), .tapped(.save), .tapped(.back)], under: .rin)
    #expect(screen.isClosed)
    let again = screen.run(
      [.opened(from: .settings, cachedLink: rinLink, isOnline: true)], under: .rin)
    #expect(again.contains(.composeMessage))
    #expect(screen.message == nil)
  }

  @Test(arguments: [
    ([Event](), false),
    ([.tapped(.edit), .typed("Mine"), .tapped(.save)], true),
    ([.tapped(.edit), .typed("Mine"), .tapped(.cancel)], false),
    ([.tapped(.edit), .typed("Mine"), .typed(rinMessage), .tapped(.save)], false),
  ])
  func `SHR-24 · only a changed message is reported as customised`(
    _ edit: [Event], _ isCustomized: Bool
  ) {
    var screen = Self.opened()
    let actions = screen.run(
      edit + [.tapped(.shareVia), .sheetClosed(.completed(.whatsapp))], under: .rin)
    #expect(
      actions.shares == [
        InviteEvent.Share(channel: .whatsapp, entry: .profile, isCustomized: isCustomized)
      ])
  }

  @Test func `SHR-12, SHR-28 · Messages compose takes the message, and counts as a share`() {
    var screen = Self.opened()
    let opened = screen.run([.tapped(.shareViaMessages)], under: .rin)
    #expect(
      opened == [
        .presentMessages(message: rinMessage), .log(.shareSheetOpened, .channel(.messages)),
      ])
    let sent = screen.run([.composeClosed(sent: true)], under: .rin)
    #expect(
      sent == [
        .log(
          .shared,
          .share(InviteEvent.Share(channel: .messages, entry: .profile, isCustomized: false)))
      ])

    screen.run([.tapped(.shareViaMessages)], under: .rin)
    #expect(screen.run([.composeClosed(sent: false)], under: .rin) == [.log(.shareSheetCancelled)])
  }

  @Test func `SHR-13, SHR-20 · Share via... hands message and link to a half-sheet`() {
    var screen = Self.opened()
    let actions = screen.run([.tapped(.shareVia)], under: .rin)
    #expect(
      actions == [
        .presentSheet(message: rinMessage, link: rinLink), .log(.shareSheetOpened, .channel(nil)),
      ])
    #expect(actions.map(\.isHalfSheet) == [true, false])
    #expect(screen.state == .shareSheetOpen)
  }

  @Test func `SHR-23, ERR-05, CNF-24 · a cancelled sheet returns silently and shares nothing`() {
    var screen = Self.opened()
    screen.run([.tapped(.shareVia)], under: .rin)
    let actions = screen.run([.sheetClosed(.cancelled)], under: .rin)
    #expect(actions == [.log(.shareSheetCancelled)])
    #expect(screen.state == .default)
    #expect(SharePolicy.rin.onCancel.rule == "SHR-23")
    #expect(ListedError.shareCancelled.text == nil)
    #expect(ListedError.shareCancelled.recovery == .returnToShareScreen)
  }

  @Test func `SHR-06 · the footer link opens INV4`() {
    var screen = Self.opened()
    #expect(
      screen.element(.viewActivity, in: SharingPolicy.rin.texts)?.text == "View invite activity")
    #expect(screen.run([.tapped(.viewActivity)], under: .rin) == [.open(.dashboard)])
  }

  @Test func `SHR-27, EDG-09 · from a prompt, be it the third, the screen opens as ever`() {
    var prompted = ShareScreen()
    var intended = ShareScreen()
    let fromPrompt = prompted.run(
      [.opened(from: .homePrompt, cachedLink: rinLink, isOnline: true)], under: .rin)
    let fromProfile = intended.run(
      [.opened(from: .profile, cachedLink: rinLink, isOnline: true)], under: .rin)
    #expect(fromPrompt.first == .log(.flowOpened, .entry(.homePrompt)))
    #expect(fromPrompt.dropFirst() == fromProfile.dropFirst())
    #expect(prompted.state == intended.state)
    #expect(
      prompted.elements(in: SharingPolicy.rin.texts).map(\.element)
        == intended.elements(in: SharingPolicy.rin.texts).map(\.element))
  }
}
