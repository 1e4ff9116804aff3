import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · from the link to first value, in taps")
struct LinkWalkTests {
  func walk(
    _ device: LinkWalk.Device, context: InviteContext = .generic, appClip: AppClipOffer = .off,
    counting: TapCount = .asSpecified
  ) -> LinkWalk {
    var walk = LinkWalk(counting: counting)
    _ = walk.receive(.tapsLink(device, context, appClip))
    return walk
  }

  @Test func `P-RCV-01, P-TAP-02 · a new invitee: link, store, onboarding, value, in two taps`() {
    var walk = LinkWalk(counting: .asSpecified)
    var places = [walk.place]
    _ = walk.receive(.tapsLink(.withoutApp, .generic, .off))
    places.append(walk.place)
    #expect(walk.receive(.installs) == .moved(to: .onboarding, because: "P-RCV-04"))
    places.append(walk.place)
    for _ in 0..<3 { _ = walk.receive(.continues) }
    _ = walk.receive(.seesFirstValue)
    places.append(walk.place)
    #expect(places == [.link, .appStore, .onboarding, .firstValue])
    #expect(walk.taps == 2)
  }

  @Test func `P-TAP-06 · counted literally, each screen costs a tap, what goes by itself none`() {
    var walk = walk(.withoutApp, counting: .literal)
    _ = walk.receive(.installs)
    for _ in 0..<3 { _ = walk.receive(.continues) }
    _ = walk.receive(.seesFirstValue)
    #expect(walk.taps == 5)
  }

  @Test func `P-TAP-03 · someone who has the app is there in one tap`() {
    let walk = walk(.signedIn)
    #expect(walk.place == .firstValue)
    #expect(walk.taps == 1)
  }

  @Test func `P-RCV-03 · with the app the link opens it on the welcome`() {
    var walk = LinkWalk(counting: .asSpecified)
    let answer = walk.receive(.tapsLink(.signedOut, .generic, .on))
    #expect(answer == .moved(to: .onboarding, because: "P-RCV-03"))
    #expect(walk.receive(.installs) == .notHere)
  }

  struct Clip: Sendable, CustomTestStringConvertible {
    let context: InviteContext
    let offer: AppClipOffer
    let place: LinkWalk.Place
    var testDescription: String { "\(context), clip \(offer)" }
  }

  static let clips = [
    Clip(context: .content, offer: .on, place: .appClip),
    Clip(context: .collaborative, offer: .on, place: .appClip),
    Clip(context: .generic, offer: .on, place: .appStore),
    Clip(context: .achievement, offer: .on, place: .appStore),
    Clip(context: .content, offer: .off, place: .appStore),
    Clip(context: .collaborative, offer: .off, place: .appStore),
  ]

  @Test(arguments: clips)
  func `P-RCV-02, P-CLP-01, P-CLP-03 · clip or store`(_ clip: Clip) {
    #expect(walk(.withoutApp, context: clip.context, appClip: clip.offer).place == clip.place)
  }

  @Test func `P-TAP-07, P-CLP-01 · in the App Clip value comes without an install`() throws {
    var taps = walk(.withoutApp, context: .content, appClip: .on)
    _ = taps.receive(.seesFirstValue)
    #expect(taps.place == .firstValue)
    #expect(taps.taps == 1)

    var walk = Walk(try Position.product.rules(), isInvited: true)
    walk.play(.openedAppClip)
    #expect(walk.play(.sawContent).events.contains(.firstValueSeen))
    #expect(!walk.journey.milestones.contains(.installed))
    #expect(!walk.journey.isSuccessfulInvite)
    walk.play(.installed, .launched)
    walk.go(to: .home)
    #expect(walk.journey.isSuccessfulInvite)
    #expect(walk.events.filter { $0 == .firstValueSeen }.count == 1)
  }
}
