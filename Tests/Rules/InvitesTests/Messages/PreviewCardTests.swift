import Invites
import Testing
import Vocabulary

@Suite("Messages · the preview card")
struct PreviewCardTests {
  private let sender = PreviewCard.Sender(firstName: "Ann", avatar: "ann.png")

  private func card(
    _ sender: PreviewCard.Sender, context: InviteContext = .generic,
    thumbnail: String? = nil, activity: String? = "running", socialProof: Bool = true
  ) -> PreviewCard {
    .personal(
      from: sender, app: .rin, context: context, thumbnail: thumbnail, coreActivity: activity,
      socialProofLine: socialProof)
  }

  @Test func `P-OGC-01, P-OGC-06 · the title names the sender's first name and the app`() {
    #expect(card(sender).title == "Ann invited you to Rin")
    #expect(card(sender).image == .avatar("ann.png"))
    #expect(card(sender).rule == "P-OGC-01")
  }

  @Test func `P-OGC-02 · the subtitle speaks of the core activity, or is left out`() {
    #expect(card(sender).subtitle == "Join 50K+ people doing running")
    #expect(card(sender, activity: nil).subtitle == nil)
    #expect(card(sender, activity: " ").subtitle == nil)
    #expect(card(sender, socialProof: false).subtitle == nil)
  }

  @Test func `P-OGC-03 · avatar or thumbnail, and a branded card without either`() {
    let faceless = PreviewCard.Sender(firstName: "Ann")
    #expect(card(sender, thumbnail: "hill.png").image == .avatar("ann.png"))
    #expect(
      card(sender, context: .content, thumbnail: "hill.png").image
        == .contentThumbnail("hill.png"))
    #expect(card(sender, context: .content).image == .avatar("ann.png"))
    #expect(card(faceless, thumbnail: "hill.png").image == .contentThumbnail("hill.png"))
    #expect(card(faceless).image == .branded)
  }

  @Test(arguments: [AccountState.deleted, .suspended])
  func `CNF-13, P-OGC-03 · the card of a sender who is gone tells nothing of them`(
    _ state: AccountState
  ) {
    let gone = PreviewCard.Sender(firstName: "Ann", avatar: "ann.png", account: state)
    #expect(card(gone) == .generic(app: .rin))
    #expect(card(PreviewCard.Sender(firstName: " ")) == .generic(app: .rin))
  }

  @Test func `PRV-01, CNF-15 · the generic card has no place for the inviter`() {
    let generic = PreviewCard.generic(app: .rin)
    #expect(generic.title == "You're invited to Rin")
    #expect(generic.subtitle == nil)
    #expect(generic.image == .branded)
    #expect(generic.rule == "PRV-01")
    let tags = generic.openGraph(brandedImage: "rin.png").map { "\($0.property)=\($0.content)" }
    #expect(tags == ["og:title=You're invited to Rin", "og:image=rin.png"])
  }

  @Test func `P-MSG-03 · a link carries Open Graph properties`() {
    let tags = card(sender).openGraph(brandedImage: "rin.png")
      .map { "\($0.property)=\($0.content)" }
    #expect(
      tags == [
        "og:title=Ann invited you to Rin", "og:description=Join 50K+ people doing running",
        "og:image=ann.png",
      ])
  }
}
