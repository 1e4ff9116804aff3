import TestSupport
import Prompts
import Testing
import Vocabulary

@Suite("Prompts · triggers")
struct TriggerTests {
  private func triggers(_ change: (inout ValueReceived, inout ValueReceived) -> Void)
    -> PromptTrigger.Set
  {
    var before = ValueReceived()
    var after = ValueReceived()
    change(&before, &after)
    return ValueMoments().triggers(from: before, to: after)
  }

  @Test func `PRM-07 · the third dedup suggestion resolved in a session is a value moment`() {
    #expect(
      triggers {
        $0.dedupResolvedThisSession = 1; $1.dedupResolvedThisSession = 2
      } == [])
    #expect(
      triggers {
        $0.dedupResolvedThisSession = 2; $1.dedupResolvedThisSession = 3
      }
        == PromptTrigger.Set([.dedupReview]))
    #expect(triggers { $1.dedupResolvedThisSession = 9 } == PromptTrigger.Set([.dedupReview]))
    #expect(
      triggers {
        $0.dedupResolvedThisSession = 3; $1.dedupResolvedThisSession = 4
      } == [])
  }

  @Test func `PRM-09 · reaching fifty imported contacts is a value moment`() {
    #expect(
      triggers {
        $0.importedContacts = 0; $1.importedContacts = 49
      } == [])
    #expect(
      triggers {
        $0.importedContacts = 49; $1.importedContacts = 50
      }
        == PromptTrigger.Set([.contactThreshold]))
    #expect(
      triggers {
        $0.importedContacts = 50; $1.importedContacts = 900
      } == [])
  }

  @Test
  func `PRM-07, PRM-09, PRM-11, P-ENT-09 · the amounts are the policy's, those of the documents`() {
    for policy in [PromptPolicy.rin, .product, .design] {
      #expect(policy.moments == ValueMoments())
    }
    var after = ValueReceived()
    after.dedupResolvedThisSession = 1
    after.importedContacts = 20
    after.score = 40
    after.sessions = 2
    var moments = ValueMoments()
    #expect(moments.triggers(from: ValueReceived(), to: after) == [])
    moments.dedupResolved = 1
    moments.importedContacts = 20
    moments.score = 40
    moments.session = 2
    #expect(
      moments.triggers(from: ValueReceived(), to: after)
        == [.dedupReview, .contactThreshold, .scoreMilestone, .thirdSession])
  }

  @Test func `PRM-11 · a score of 60 reached for the first time is a value moment`() {
    #expect(
      triggers {
        $0.score = 10; $1.score = 59
      } == [])
    #expect(
      triggers {
        $0.score = 59; $1.score = 60
      } == PromptTrigger.Set([.scoreMilestone]))
    var walk = Walk()
    #expect(walk.meet(.scoreMilestone, at: noon(0)).isShown)
    let again = walk.meet(.scoreMilestone, at: noon(100))
    #expect(again.because.map(\.suppression) == [.triggerSpent], "only the first time counts")
  }

  @Test func `P-ENT-09 · the third session is a value moment, the second is not`() {
    #expect(
      triggers {
        $0.sessions = 1; $1.sessions = 2
      } == [])
    #expect(
      triggers {
        $0.sessions = 2; $1.sessions = 3
      } == PromptTrigger.Set([.thirdSession]))
  }

  @Test func `PRM-34 · of triggers met at once the one listed first is presented`() {
    let met = PromptTrigger.Set([.scoreMilestone, .contactThreshold])
    #expect(PromptPolicy.rin.first(of: met) == .contactThreshold)
    var reversed = PromptPolicy.rin
    reversed.triggers = [.scoreMilestone, .contactThreshold]
    #expect(reversed.first(of: met) == .scoreMilestone)
    #expect(PromptPolicy.product.first(of: met) == nil)
    for trigger in PromptPolicy.product.triggers {
      #expect(PromptPolicy.product.first(of: [trigger]) == trigger)
    }
  }

  @Test func `PRM-34 · a policy lists its triggers as they were given, each once`() {
    var policy = PromptPolicy.rin
    for list in [PromptTrigger.allCases, PromptTrigger.allCases.reversed(), [.postAction], []] {
      policy.triggers = list
      #expect(policy.triggers == list)
      for (place, trigger) in list.enumerated() {
        #expect(policy.first(of: PromptTrigger.Set(list[place...].reversed())) == trigger)
      }
      for trigger in PromptTrigger.allCases {
        #expect(policy.first(of: [trigger]) == (list.contains(trigger) ? trigger : nil))
      }
      #expect(policy.first(of: []) == nil)
    }
    policy.triggers = [.keyAction, .dedupReview, .keyAction, .postAction, .dedupReview]
    #expect(policy.triggers == [.keyAction, .dedupReview, .postAction])
  }

  @Test func `PRM-35 · a trigger met while suppressed is lost, or waits where the setting says so`()
  {
    var lost = Walk()
    lost.note(.shared, at: noon(0))
    #expect(!lost.meet(.dedupReview, at: noon(1)).isShown)
    #expect(lost.meet(.dedupReview, at: noon(30)).because.map(\.rule) == ["PRM-35"])

    var policy = PromptPolicy.rin
    policy.triggerWhileSuppressed = .waits
    var waiting = Walk(policy)
    waiting.note(.shared, at: noon(0))
    #expect(!waiting.meet(.dedupReview, at: noon(1)).isShown)
    #expect(waiting.meet(.dedupReview, at: noon(30)).isShown)
    #expect(!waiting.meet(.dedupReview, at: noon(60)).isShown, "shown is spent")
  }

  @Test func `PRM-35 · under product and design a trigger fires at every occurrence`() {
    for (policy, trigger) in [
      (PromptPolicy.product, PromptTrigger.keyAction), (.design, .postAction),
    ] {
      var walk = Walk(policy)
      for day in 1...4 {
        walk.note(.sessionBegan, at: noon(Int64(day * 10)))
        let decision = walk.meet(trigger, at: noon(Int64(day * 10)))
        #expect(!decision.suppressions.contains(.triggerSpent))
      }
      #expect(walk.history.shown >= 3)
    }
  }

  @Test func `product prompts after four chosen triggers and no other`() {
    #expect(
      PromptPolicy.product.triggers == [.keyAction, .socialContent, .emptyState, .thirdSession])
    var walk = Walk(.product)
    walk.note(.sessionBegan, at: noon(0))
    walk.note(.sessionBegan, at: noon(1))
    #expect(walk.meet(.contactsPermission, at: noon(1)).because.map(\.rule) == ["P-ENT-12"])
    #expect(walk.meet(.keyAction, at: noon(1)).isShown)
  }

  @Test func `CNF-10 · a moment of the app's own brings a prompt like any other`() throws {
    var policy = PromptPolicy.rin
    policy.triggers = [.own2, .dedupReview, .own7]
    #expect(policy.triggers == [.own2, .dedupReview, .own7])
    #expect(policy.first(of: [.own7, .own2]) == .own2)
    #expect(policy.first(of: [.own7, .own1]) == .own7)
    var history = PromptHistory()
    policy.record(.contactsCounted(64), in: &history, at: noon(0))
    #expect(!policy.meet(.own1, in: &history, at: noon(0), zone: .utc).isShown)
    #expect(policy.meet(.own2, in: &history, at: noon(0), zone: .utc).isShown)
    history = try savedAgain(history)
    #expect(history.card?.trigger == .own2)
    let again = policy.meet(.own2, in: &history, at: noon(400), zone: .utc)
    #expect(again.because.map(\.suppression) == [.triggerSpent])
  }

  @Test(arguments: [PromptPolicy.rin, .product, .design])
  func `its card has general words, which an app replaces`(_ rules: PromptPolicy) throws {
    var policy = rules
    #expect(policy.card(for: .own1, app: .rin) == nil)
    policy.triggers.append(.own1)
    var card = try #require(policy.card(for: .own1, app: .rin))
    card.message = "Trained well!"
    #expect(card.announcement.hasSuffix("Trained well!"))
    let own = try #require(inBrackets { policy.card(for: .own1, app: .rin) })
    let words = [own.title, own.message, own.accept, own.dismiss].compactMap(\.self)
    #expect(words.count > 1)
    #expect(words.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(words)")
  }
}
