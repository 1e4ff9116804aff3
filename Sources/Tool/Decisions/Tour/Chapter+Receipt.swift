import Vocabulary
import Attribution
import Invites
import Profiles

extension Tour.Chapter {
  /// The chapter in which Sam taps Ann's link.
  static let receipt = Tour.Chapter(
    title: "Sam taps Ann's link",
    scenes: [
      receipt("on an iPhone without the app", LinkTap(opener: .browser(.iOS))),
      receipt("on another phone", LinkTap(opener: .browser(.other))),
      receipt("with the app, signed in", LinkTap(opener: .signedInApp(.stranger))),
      receipt("and connected with Ann", LinkTap(opener: .signedInApp(.connected))),
      receipt("a link that is past its life", LinkTap(opener: .browser(.iOS), link: .expired)),
      receipt("first, his chat draws a preview of it", LinkTap(opener: .previewFetcher)),
    ])

  private static func receipt(_ happening: String, _ tap: LinkTap) -> Tour.Scene {
    Tour.scene(happening) { profile in
      let decision = profile.receipt.decide(
        tap, landing: profile.landing, broken: profile.link.broken)
      let text = decision.surface.text(app: profile.app, sender: "Ann").map { ": “\($0)”" } ?? ""
      let record = decision.isRecorded ? "" : ", no click"
      return (decision.surface.rawValue + text + record, [decision.rule])
    }
  }
}
