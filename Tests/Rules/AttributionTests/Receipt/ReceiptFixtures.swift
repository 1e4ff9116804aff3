import Attribution
import Testing
import Vocabulary

/// The policies that decide about a tap, of one profile.
struct Position: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var receipt: ReceiptPolicy
  var landing: LandingPolicy
  var broken: BrokenLinks

  func decide(
    _ opener: LinkOpener, _ link: LinkStanding = .valid, from sender: AccountState = .active
  ) -> ReceiptDecision {
    receipt.decide(
      LinkTap(opener: opener, link: link, sender: sender), landing: landing, broken: broken)
  }

  static let rin = Position(
    testDescription: "rin", receipt: .rin, landing: .rin, broken: .rin)
  static let product = Position(
    testDescription: "product", receipt: .product, landing: .product, broken: .product)
  static let design = Position(
    testDescription: "design", receipt: .design, landing: .design, broken: .design)
  static let all = [rin, product, design]
}

/// Every tap there is: seven openers, four standings, three senders.
let everyTap: [LinkTap] = LinkOpener.allCases.flatMap { opener in
  LinkStanding.allCases.flatMap { link in
    AccountState.allCases.map { LinkTap(opener: opener, link: link, sender: $0) }
  }
}
