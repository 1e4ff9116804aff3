import Invites
import Testing
import Vocabulary

@Suite("Share screen · without a link")
struct ShareScreenLinkTests {
  static let texts = SharingPolicy.rin.texts

  static func loading() -> ShareScreen {
    var screen = ShareScreen()
    screen.run([.opened(from: .profile, cachedLink: nil, isOnline: true)], under: .rin)
    return screen
  }

  @Test func `SHR-17 · loading: a placeholder for the link, the primary CTA disabled`() {
    var screen = Self.loading()
    #expect(screen.state == .linkLoading)
    #expect(screen.element(.link, in: Self.texts)?.role == .placeholder)
    #expect(screen.element(.shareViaMessages, in: Self.texts)?.isEnabled == false)
    let refused = screen.run([.tapped(.shareViaMessages)], under: .rin)
    #expect(refused == [.stay(because: .linkNotReady)])
    #expect(StayReason.linkNotReady.rule(in: .rin) == "SHR-17")
  }

  @Test func `SHR-18, ERR-01 · a failed link says so and offers Retry`() {
    var screen = Self.loading()
    let failed = screen.run([.linkFailed], under: .rin)
    #expect(failed == [.log(.linkFailed), .show(.linkFailed), .showCounts])
    #expect(screen.state == .linkError)
    #expect(
      screen.element(.banner, in: Self.texts)?.text
        == "Can't generate invite link right now. Try again.")
    #expect(screen.element(.retry, in: Self.texts)?.text == "Retry")

    let retried = screen.run([.tapped(.retry)], under: .rin)
    #expect(retried == [.createLink(for: []), .log(.linkCreating)])
    #expect(screen.state == .linkLoading)
    screen.run([.linkReady(rinLink)], under: .rin)
    #expect(screen.state == .default)
  }

  @Test func `ERR-02 · a link that takes too long has its own text and Retry`() {
    var screen = Self.loading()
    let actions = screen.run([.linkTimedOut], under: .rin)
    #expect(actions.contains(.show(.linkTimedOut)))
    #expect(screen.element(.banner, in: Self.texts)?.text == "Taking longer than expected.")
    #expect(screen.element(.retry, in: Self.texts)?.text == "Retry")
  }

  @Test func `ERR-12 · the late answer to a request that was given up is not taken`() {
    var screen = Self.loading()
    screen.run([.linkTimedOut], under: .rin)
    let late = screen.run([.linkReady(rinLink)], under: .rin)
    #expect(late == [.stay(because: .requestAbandoned)])
    #expect(StayReason.requestAbandoned.rule(in: .rin) == "ERR-12")
    #expect(screen.state == .linkError)
  }

  @Test func `SHR-22, EDG-01, CNF-20 · offline the cached link is shown and can be shared`() {
    var screen = ShareScreen()
    let actions = screen.run(
      [
        .opened(from: .profile, cachedLink: rinLink, isOnline: false),
        .messageComposed(rinMessage),
      ], under: .rin)
    #expect(!actions.contains(.show(.offline)))
    #expect(!actions.contains(.createLink(for: [])))
    #expect(screen.state == .offline)
    #expect(screen.element(.link, in: Self.texts)?.text == rinLink)
    #expect(screen.element(.banner, in: Self.texts) == nil)
    #expect(screen.element(.copy, in: Self.texts)?.isEnabled == true)
  }

  @Test func `SHR-22, ERR-10, EDG-01, CNF-20 · offline without a link: a connection is needed`() {
    var screen = ShareScreen()
    let actions = screen.run(
      [.opened(from: .profile, cachedLink: nil, isOnline: false)], under: .rin)
    #expect(actions.contains(.show(.offline)))
    #expect(!actions.contains(.queueCreation))
    #expect(screen.state == .offline)
    #expect(
      screen.element(.banner, in: Self.texts)?.text
        == "You need a connection to generate your invite link.")
    #expect(OfflinePolicy.rin.mode.rule == "EDG-01")

    let back = screen.run([.connectivityChanged(isOnline: true)], under: .rin)
    #expect(back == [.createLink(for: []), .log(.linkCreating)])
    #expect(screen.state == .linkLoading)
  }

  @Test func `a network that goes while the link is on its way leads to the offline state`() {
    var screen = Self.loading()
    screen.run([.connectivityChanged(isOnline: false)], under: .rin)
    #expect(screen.state == .offline)
    let late = screen.run([.linkReady(rinLink)], under: .rin)
    #expect(late == [.stay(because: .requestAbandoned)])
  }
}
