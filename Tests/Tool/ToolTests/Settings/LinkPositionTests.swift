import Foundation
import GrowthloopReports
import Testing

@Suite("Conflicts · the positions on links and senders, each by --set")
struct LinkPositionTests {
  private static let profiles = ["rin", "product", "design"]

  private func receipt(
    _ fields: String, under profile: String = "rin", _ settings: String...
  ) -> String {
    answer(
      "receipt", #"{"id": 1, \#(fields)}"#, under: profile,
      with: settings.flatMap { ["--set", $0] })
  }

  @Test(arguments: profiles)
  func `CNF-12 · toastNoCredit: one's own link gives the toast and earns nothing`(profile: String) {
    let tap = #""opener": "signedInApp", "relation": "same""#
    let text = receipt(tap, under: profile, "receipt.selfTap=toastNoCredit")
    #expect(text.contains(#""surface":"alreadyOnToast""#))
    #expect(text.contains(#""credit":"none""#))
    #expect(text == receipt(tap, under: profile))
  }

  @Test(arguments: profiles)
  func `CNF-13 · omitContext, likeDeleted: the link of a sender who is gone names no sender`(
    profile: String
  ) {
    for sender in ["deleted", "suspended"] {
      let browser = #""opener": "browser", "sender": "\#(sender)""#
      let text = receipt(
        browser, under: profile, "receipt.deletedSender=omitContext",
        "receipt.suspendedSender=likeDeleted")
      #expect(text.contains(#""surface":"\#(profile == "design" ? "appStore" : "genericPage")""#))
      #expect(text.contains(#""because":"sender\#(sender.capitalized)""#))
      let app = receipt(#""opener": "signedOutApp", "sender": "\#(sender)""#, under: profile)
      #expect(app.contains(#""surface":"standardOnboarding""#))
    }
  }

  @Test(arguments: profiles, [("true", "recordedOnly"), ("false", "none")])
  func `CNF-13 · recordDeletedReferrer true, false: a referral kept for analytics, or dropped`(
    profile: String, position: (value: String, decision: String)
  ) {
    let line = """
      {"id": 1, "principal": "ann", "installAt": "2026-03-02T09:00:00Z", "clicks": [{"seq": 1, \
      "at": "2026-03-01T09:00:00Z", "inviter": "bob", "link": "valid", "inviterState": "deleted"}]}
      """
    let text = answer(
      "attribution", line, under: profile,
      with: ["--set", "attribution.recordDeletedReferrer=\(position.value)"])
    #expect(text.contains(#""decision":"\#(position.decision)""#))
    #expect(text.contains(#""connect":false,"context":false"#))
  }

  @Test(arguments: [
    ("standardOnboarding", "genericPage"), ("expiredPage", "expiredPage"),
    ("appStoreRedirect", "appStore"),
  ])
  func `CNF-14 · standardOnboarding, expiredPage, appStoreRedirect: an expired link`(
    value: String, surface: String
  ) {
    let setting = "link.expiredBehaviour=\(value)"
    let browser = receipt(#""opener": "browser", "link": "expired""#, setting)
    #expect(browser.contains(#""surface":"\#(surface)""#))
    // Whatever a browser is shown, the app begins without the invite.
    let app = receipt(#""opener": "signedOutApp", "link": "expired""#, setting)
    #expect(app.contains(#""surface":"standardOnboarding""#))
    #expect(browser.contains(#""credit":"none""#) && app.contains(#""credit":"none""#))
  }

  @Test(arguments: profiles)
  func `CNF-14 · standardOnboarding: an unknown link, in silence`(profile: String) {
    let text = receipt(
      #""opener": "signedOutApp", "link": "unknown""#, under: profile,
      "link.unknownBehaviour=standardOnboarding")
    #expect(text.contains(#""isLogged":false"#))
    #expect(text.contains(#""surface":"standardOnboarding""#))
  }

  @Test(arguments: [
    ("genericOnboardingAndLog", "tamperedLink", true), ("none", "unknownLink", false),
  ])
  func `CNF-14 · genericOnboardingAndLog, none: a bad signature is logged, or an unknown code`(
    value: String, because: String, isLogged: Bool
  ) {
    for profile in Self.profiles {
      let text = receipt(
        #""opener": "signedOutApp", "link": "tampered""#, under: profile,
        "link.tamperedBehaviour=\(value)")
      #expect(text.contains(#""because":"\#(because)""#))
      #expect(text.contains(#""isLogged":\#(isLogged)"#))
      #expect(text.contains(#""surface":"standardOnboarding""#))
    }
  }

  private static let preview = """
    {"id": 1, "senderName": "Bob", "avatar": "https://a.example/7.png", "coreActivity": "tidying"}
    """

  @Test(arguments: [
    ("generic", "generic", #"{"content":"You're invited to Rin","property":"og:title"}"#),
    ("ogPersonalised", "personal", #"{"content":"Bob invited you to Rin","property":"og:title"}"#),
    ("appStore", "none", #""openGraph":[]"#),
  ])
  func `CNF-15 · generic, ogPersonalised, appStore: the card, and whom it names`(
    value: String, card: String, part: String
  ) {
    let text = answer(
      "preview", Self.preview, with: ["--deliberately", "landing.page=\(value)"])
    #expect(text.contains(#""card":"\#(card)""#) && text.contains(part))
    #expect(text.contains("Bob") == (value == "ogPersonalised"))
    #expect(text.contains("a.example") == (value == "ogPersonalised"))
  }

  @Test func `CNF-15 · rin refuses a page that names the sender, unless it is meant`() {
    let outcome = growthloop("decide", "preview", "--set", "landing.page=ogPersonalised")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("rin's page never names the inviter"))
  }

  @Test(arguments: [("on", true), ("off", false)])
  func `CNF-15 · socialProofLine on, off: the line about the core activity`(
    value: String, isShown: Bool
  ) {
    let text = answer(
      "preview", Self.preview, under: "product",
      with: ["--set", "landing.socialProofLine=\(value)"])
    #expect(text.contains("Join 50K+ people doing tidying") == isShown)
  }

  private static func arrival(known: Bool, sameDevice: Bool) -> String {
    """
    {"id": 1, "principal": "ann", "principalExists": \(known), \
    "installAt": "2026-03-02T09:00:00Z", "clicks": [{"seq": 1, "at": "2026-03-01T09:00:00Z", \
    "inviter": "bob", "link": "valid", "inviterState": "active", \
    "fromInvitersDevice": \(sameDevice)}]}
    """
  }

  @Test(arguments: profiles)
  func `CNF-51 · discardOnKnownPrincipal: a known number drops the invite`(profile: String) {
    let text = answer(
      "attribution", Self.arrival(known: true, sameDevice: false), under: profile,
      with: ["--set", "receipt.signedOutExisting=discardOnKnownPrincipal"])
    #expect(text.contains(#""decision":"none""#) && text.contains(#""because":"existingUser""#))
  }

  @Test(arguments: profiles, [("allow", "credited"), ("blockSameDevice", "none")])
  func `CNF-51 · allow, blockSameDevice: a second number on the inviter's own device`(
    profile: String, position: (value: String, decision: String)
  ) {
    let options = ["--set", "attribution.selfReferralByDevice=\(position.value)"]
    let own = answer(
      "attribution", Self.arrival(known: false, sameDevice: true), under: profile, with: options)
    #expect(own.contains(#""decision":"\#(position.decision)""#))
    let other = answer(
      "attribution", Self.arrival(known: false, sameDevice: false), under: profile, with: options)
    #expect(other.contains(#""decision":"credited""#))
  }
}
