import Invites
import Testing
import Vocabulary

@Suite("Share screen · layout and spoken labels")
struct ShareScreenLayoutTests {
  static let texts = SharingPolicy.rin.texts

  static let screen: ShareScreen = {
    var screen = ShareScreen()
    screen.run(
      [
        .opened(from: .profile, cachedLink: rinLink, isOnline: true),
        .messageComposed(rinMessage),
        .countsLoaded(Dashboard.Figures(sent: 5, installed: 4, completed: 3)),
      ], under: .rin)
    return screen
  }()

  func element(_ part: ShareScreen.Part) -> ScreenElement? {
    Self.screen.element(part, in: Self.texts)
  }

  @Test func `SHR-01, SHR-02, SHR-03, SHR-04 · the screen from top to bottom`() {
    let printed = Self.screen.elements(in: Self.texts).map(\.element.text)
    #expect(
      printed == [
        "Back", "Share Rin",
        "",
        "Own your network.", "Share Rin with someone who cares about their contacts.",
        "Your invite link", "https://rin.app/invite/a3Xk9m2Q", "Copy",
        "Message preview",
        "I use Rin to organize and control my contacts. Try it: https://rin.app/invite/a3Xk9m2Q",
        "Edit",
        "Share via Messages", "Share via...",
        "Your invites: 5 sent, 3 joined", "View invite activity",
      ])
    #expect(element(.brandMark)?.symbol == .brandMark)
  }

  @Test func `SHR-16 · Default: the full layout, and every control works`() {
    #expect(Self.screen.state == .default)
    let controls = Self.screen.elements(in: Self.texts).map(\.element).filter(\.isInteractive)
    #expect(controls.allSatisfy { $0.isEnabled })
    #expect(
      controls.map(\.text) == [
        "Back", rinLink, "Copy", "Edit", "Share via Messages", "Share via...",
        "View invite activity",
      ])
  }

  @Test func `ACC-01, ACC-03 · link and message speak all they hold`() {
    #expect(element(.link)?.value == "https://rin.app/invite/a3Xk9m2Q")
    #expect(element(.message)?.value == rinMessage)
  }

  @Test func `ACC-02, ACC-04, ACC-05 · the buttons are spoken in the words given`() {
    #expect(element(.copy)?.label == "Copy invite link.")
    #expect(element(.edit)?.label == "Edit invite message.")
    #expect(element(.shareViaMessages)?.label == "Share via Messages")
    #expect(element(.shareVia)?.label == "Open share options.")
  }

  @Test(arguments: [
    (
      Dashboard.Figures(sent: 5, installed: 4, completed: 3), "Your invites: 5 sent, 3 joined",
      "You've sent 5 invites. 3 people joined."
    ),
    (
      Dashboard.Figures(sent: 1, installed: 2, completed: 1), "Your invites: 1 sent, 1 joined",
      "You've sent 1 invite. 1 person joined."
    ),
    (
      Dashboard.Figures(sent: 0, installed: 1, completed: 0), "Your invites: 0 sent, 0 joined",
      "You've sent 0 invites. 0 people joined."
    ),
  ])
  func `SHR-05, SHR-26, SHR-30, ACC-06, CNF-62 · the footer in print and spoken as one group`(
    _ counts: Dashboard.Figures, _ printed: String, _ spoken: String
  ) {
    var screen = Self.screen
    screen.run([.countsLoaded(counts)], under: .rin)
    let footer = screen.element(.footer, in: Self.texts)
    #expect(footer?.text == printed)
    #expect(footer?.label == spoken)
  }

  @Test func `the controls that are enabled answer, those disabled do not`() {
    for isOnline in [true, false] {
      let walk = FlowWalk(
        ShareScreen(), opening: .opened(from: .profile, cachedLink: nil, isOnline: isOnline),
        under: .rin)
      for move in walk.moves {
        guard case .tapped(let control) = move.event, let part = ShareScreen.Part(control)
        else { continue }
        let isEnabled = move.before.element(part, in: Self.texts)?.isEnabled == true
        let isRefused = move.actions.contains {
          if case .stay = $0 { true } else { false }
        }
        #expect(isEnabled == !isRefused, "\(control) in \(move.before)")
      }
    }
  }
}

extension ShareScreen.Part {
  init?(_ control: ShareScreen.Control) {
    self.init(rawValue: control.rawValue)
  }
}
