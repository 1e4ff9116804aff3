import GrowthloopModel
import Invites
import Profiles
import Prompts
import Testing
import Vocabulary

@Suite("Growth · whom a variant does not touch lives the same days")
struct UntouchedTests {
  private static let people = 2_000

  /// Communities of ten that have nothing to do with each other, and share a lot.
  private static func plan(_ overrides: String) throws -> GrowthPlan {
    var plan = try LivelyTown.plan(.rin, overrides)
    plan.days = 14
    plan.behaviour.market.people = people
    plan.behaviour.market.communitySize = 10
    plan.behaviour.market.communityShare = 1
    plan.behaviour.market.iOSShare = 0.8
    plan.behaviour.arrivals.seeds = 200
    plan.behaviour.use.scoreMilestone = 0.02
    plan.behaviour.use.dedupReview = 0.02
    plan.behaviour.sharing.visit = 0.05
    plan.behaviour.sharing.recipients = 2
    plan.behaviour.recipients.install = 0.3
    return plan
  }

  /// What happens to the people of a run: to each in order and in words, with those whom a rule that the
  /// variant sharpens met, and those who came without an invite.
  private struct Lives {
    var stories = [[String]](repeating: [], count: people)
    var isMet = [Bool](repeating: false, count: people)
    var isUninvited = [Bool](repeating: false, count: people)
  }

  private static func lives(_ plan: GrowthPlan) throws -> Lives {
    var lives = Lives()
    let witness = Witness()
    witness.began = { lives.stories[Int($0)].append("session at \($1)") }
    witness.noted = { event, person, moment in
      let person = Int(person)
      switch event {
      case .credit(let story):
        // The clicks of all people are numbered in one row: their numbers are not the person's.
        lives.stories[person].append(
          "\(moment) \(story.verdict) \(story.credited ?? 0) of \(story.clicks.count)")
        return
      case .arrived(cause: nil): lives.isUninvited[person] = true
      case .shared(let story):
        if story.attempt.ending == .refused || story.attempt.refusal != nil {
          lives.isMet[person] = true
        }
      case .prompt(let decision, _):
        if decision.because.contains(where: { $0.suppression == .lifetimeCap }) {
          lives.isMet[person] = true
        }
      default: break
      }
      lives.stories[person].append("\(moment) \(event)")
    }
    _ = try witness.follow(plan, seed: 12)
    return lives
  }

  private static func communities(_ isWanted: (Int) -> Bool) -> Set<Int> {
    Set((0..<people).filter(isWanted).map { $0 / 10 })
  }

  @Test(arguments: ["limits.dailyInvites=1; limits.dailyCounts=sent", "prompts.lifetimeMax=1"])
  func `in a community that a sharper rule does not meet, nothing changes`(change: String) throws {
    let usual = try Self.lives(Self.plan(""))
    // The variant begins on the first day: all have lived under the usual rules before.
    let variant = try Self.plan(change).sharingPast(of: Self.plan(""))
    let turned = try Self.lives(variant)
    let met = Self.communities { turned.isMet[$0] || usual.isMet[$0] }
    // Who comes by an invite before their turn is replaced by someone of another community.
    let replacing = Self.communities { usual.isUninvited[$0] != turned.isUninvited[$0] }
    let untouched = Set(0..<Self.people / 10).subtracting(met).subtracting(replacing)
    #expect(met.count > 3 && untouched.count > 3, "\(met.count) met, \(untouched.count) not")
    var lived = 0
    for person in 0..<Self.people where untouched.contains(person / 10) {
      #expect(usual.stories[person] == turned.stories[person], "person \(person)")
      lived += usual.stories[person].count
    }
    #expect(lived > 200)
    let isMoved = usual.stories != turned.stories
    #expect(isMoved)
  }
}
