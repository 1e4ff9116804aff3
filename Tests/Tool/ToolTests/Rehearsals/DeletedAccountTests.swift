import Attribution
import GrowthloopModel
import Invites
import Profiles
import Testing
import Vocabulary

@testable import growthloop

@Suite("P-EDG-03, P-EDG-06 · what links do for accounts that are gone")
struct DeletedAccountTests {
  /// A link that opened the app of somebody.
  private struct Opening {
    let received: ReceiptDecision
    let isSignedIn: Bool
    let openerIsGone: Bool
    let senderIsGone: Bool
  }

  private static func openings(_ id: ProfileID) throws -> [Opening] {
    let plan = ScriptTests.plan {
      $0.profile = Profile(id)
      $0.days = 30
      $0.behaviour.market.communitySize = 30
      $0.behaviour.arrivals.seeds = 500
      $0.behaviour.recipients.tapDelay = .logNormal(median: .days(3), sigma: 1)
      $0.behaviour.use.accountDeletionPerDay = 0.05
    }
    let script = try #require(try RehearsalScript(of: plan, seed: 3))
    var senders: [Int: UInt32] = [:]
    return script.actions.compactMap { action in
      func isGone(_ person: UInt32) -> Bool {
        script.expected.deletions[person].map { $0 <= action.at } ?? false
      }
      switch action.deed {
      case .getLink(let link): senders[link] = action.person
      case .open(let link, let isSignedIn, let received):
        return senders[link].map { sender in
          Opening(
            received: received, isSignedIn: isSignedIn, openerIsGone: isGone(action.person),
            senderIsGone: isGone(sender))
        }
      default: break
      }
      return nil
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `who deleted the account has the app, and is not signed in to it`(id: ProfileID) throws {
    let openings = try Self.openings(id)
    #expect(openings.contains { $0.openerIsGone } && openings.contains { !$0.openerIsGone })
    #expect(openings.allSatisfy { $0.isSignedIn == !$0.openerIsGone })
  }

  @Test func `P-EDG-03, CNF-13 · a connection goes with the account`() throws {
    let openings = try Self.openings(.product)
    let connected = openings.filter { $0.received.because == .alreadyConnected }
    #expect(!connected.isEmpty && connected.allSatisfy { !$0.openerIsGone && !$0.senderIsGone })
    let gone = openings.filter { $0.openerIsGone && !$0.senderIsGone }
    #expect(gone.contains { $0.received.surface == .invitedOnboarding })
    #expect(
      gone.allSatisfy {
        $0.received.credit == .byAttribution || $0.received.because == .expiredLink
      })
  }

  @Test func `P-EDG-06, CNF-14 · an erased sender's link opens the app, and nobody knows of whom`()
    throws
  {
    let orphans = try Self.openings(.product).filter { $0.senderIsGone && !$0.openerIsGone }
    #expect(!orphans.isEmpty)
    for orphan in orphans {
      #expect(orphan.received.surface == .home)
      #expect(orphan.received.because == .unknownLink && orphan.received.rule == "CNF-14")
    }
  }

  @Test func `RES-19 · where records keep a pseudonym the link is known, and its sender gone`()
    throws
  {
    let orphans = try Self.openings(.rin).filter { $0.senderIsGone && $0.openerIsGone }
    #expect(!orphans.isEmpty)
    #expect(orphans.allSatisfy { $0.received.because == .senderDeleted })
    #expect(orphans.allSatisfy { $0.received.surface == .standardOnboarding })
  }
}
