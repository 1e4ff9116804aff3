import Invites
import Onboarding
import Testing
import Vocabulary

@Suite("Taps · both sides of the loop")
struct LoopTapTests {
  @Test func `P-TAP-05 · two taps by the sender and two by the invitee`() throws {
    let sender = FlowWalk(
      DirectShare(), opening: .opened(from: .profileSettings, isOnline: true), under: .product)
    let sent = try #require(sender.shortest(to: \.isShare))
    #expect(sent.taps.asSpecified == 2)

    var invitee = LinkWalk(counting: .asSpecified)
    _ = invitee.receive(.tapsLink(.withoutApp, .generic, .off))
    _ = invitee.receive(.installs)
    _ = invitee.receive(.seesFirstValue)
    #expect(invitee.place == .firstValue)
    #expect(LoopTaps(sender: sent.taps.asSpecified, invitee: invitee.taps).total == 4)
  }
}
