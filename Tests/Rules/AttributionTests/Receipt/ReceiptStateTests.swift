import Attribution
import Testing
import Vocabulary

@Suite("Receipt · the six states")
struct ReceiptStateTests {
  static func state(
    _ opener: LinkOpener, _ link: LinkStanding = .valid, from sender: AccountState = .active,
    late: Bool = false
  ) -> ReceiptState? {
    ReceiptState(of: LinkTap(opener: opener, link: link, sender: sender), isOutsideWindow: late)
  }

  @Test func `RES-14 · there are six, and each tap of a person on iOS is in one of them`() {
    #expect(
      ReceiptState.allCases.map(\.rawValue) == [
        "freshInstall", "directOpen", "existingUser", "attributionExpired", "inviterDeleted",
        "linkInvalid",
      ])
    var seen: Set<ReceiptState> = []
    for tap in everyTap {
      for late in [false, true] {
        let state = ReceiptState(of: tap, isOutsideWindow: late)
        let isPersonOnIOS = tap.opener != .previewFetcher && tap.opener != .browser(.other)
        #expect((state != nil) == isPersonOnIOS)
        if let state { seen.insert(state) }
        // Whoever is invited by the decision is so by the state, unless the click came too early.
        let surface = Position.rin.decide(tap.opener, tap.link, from: tap.sender).surface
        if surface == .invitedOnboarding {
          #expect(state == (late ? .attributionExpired : .directOpen))
        }
      }
    }
    #expect(seen.count == 6)
  }

  @Test func `RES-16, RES-17, RES-18, RES-19, RES-20 · a path ends where the decision leads`() {
    let steps: [ReceiptSurface: ReceiptStep] = [
      .invitedOnboarding: .invitedOnboarding, .standardOnboarding: .standardOnboarding,
      .alreadyOnToast: .alreadyOnToast, .home: .home,
    ]
    for tap in everyTap {
      let isInApp =
        switch tap.opener {
        case .signedOutApp, .signedInApp: true
        case .browser, .previewFetcher: false
        }
      guard isInApp, let state = ReceiptState(of: tap, isOutsideWindow: false) else { continue }
      let surface = Position.rin.decide(tap.opener, tap.link, from: tap.sender).surface
      let met = [surface, surface.next].compactMap(\.self).compactMap { steps[$0] }
      #expect(state.path.filter { $0 != .openApp } == met)
    }
  }

  @Test func `RES-15 · fresh install: store, install, deferred link, onboarding with the invite`() {
    #expect(Self.state(.browser(.iOS)) == .freshInstall)
    #expect(
      ReceiptState.freshInstall.path == [.appStore, .install, .deferredLink, .invitedOnboarding])
  }

  @Test func `RES-16 · direct open: the app opens into onboarding with the invite`() {
    #expect(Self.state(.signedOutApp) == .directOpen)
    #expect(ReceiptState.directOpen.path == [.openApp, .invitedOnboarding])
  }

  @Test func `RES-17 · existing user: the toast, then Home, before anything about the link`() {
    for link in LinkStanding.allCases {
      #expect(
        Self.state(.signedInApp(.stranger), link, from: .deleted, late: true) == .existingUser)
    }
    #expect(ReceiptState.existingUser.path == [.openApp, .alreadyOnToast, .home])
  }

  @Test func `RES-18 · attribution expired: standard onboarding without the invite`() {
    #expect(Self.state(.browser(.iOS), late: true) == .attributionExpired)
    #expect(Self.state(.signedOutApp, late: true) == .attributionExpired)
    #expect(Self.state(.browser(.iOS), .expired) == .attributionExpired)
    #expect(ReceiptState.attributionExpired.path == [.standardOnboarding])
  }

  @Test func `RES-19 · inviter deleted: standard onboarding, and so no card`() {
    #expect(Self.state(.browser(.iOS), from: .deleted) == .inviterDeleted)
    #expect(Self.state(.signedOutApp, from: .suspended) == .inviterDeleted)
    #expect(ReceiptState.inviterDeleted.path == [.standardOnboarding])
    #expect(Position.rin.decide(.signedOutApp, from: .deleted).surface == .standardOnboarding)
    #expect(Position.rin.decide(.signedOutApp, from: .deleted).rule == "RES-19")
  }

  @Test func `RES-20 · link invalid: standard onboarding, even if late or from somebody gone`() {
    for late in [false, true] {
      #expect(Self.state(.browser(.iOS), .unknown, from: .deleted, late: late) == .linkInvalid)
    }
    #expect(Self.state(.signedOutApp, .tampered) == .linkInvalid)
    #expect(ReceiptState.linkInvalid.path == [.standardOnboarding])
  }
}
