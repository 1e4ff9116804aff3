import Attribution
import GrowthloopModel
import Invites
import Profiles
import Prompts
import Testing
import Vocabulary

@Suite("Events · what a run fires is what it counts")
struct EventRecorderTests {
  private static let profiles = ProfileID.allCases

  /// A run, and the events before its end.
  private static func run(_ plan: GrowthPlan) throws -> (tally: Tally, events: [FiredEvent]) {
    let recorder = EventRecorder(under: plan.profile)
    var run = try GrowthRun(plan, seed: 8, observer: recorder)
    run.run()
    return (run.tally, recorder.take(before: plan.start + .days(Int64(plan.days))))
  }

  /// A lively month in which all accounts stay.
  private static func plan(_ profile: ProfileID) -> GrowthPlan {
    var plan = StoryTests.plan(profile)
    plan.behaviour.use.accountDeletionPerDay = 0
    return plan
  }

  @Test(arguments: profiles)
  func `PRV-09 · no event is about a person whose account is gone`(profile: ProfileID) throws {
    let plan = StoryTests.plan(profile)
    let recorder = EventRecorder(under: plan.profile)
    let stories = StoryCollector(of: 0..<UInt32(plan.behaviour.market.people))
    var run = try GrowthRun(plan, seed: 8, observer: recorder)
    run.run()
    var watched = try GrowthRun(plan, seed: 8, observer: stories)
    watched.run()
    var gone: [PrincipalID: Instant] = [:]
    for person in 0..<UInt32(plan.behaviour.market.people) {
      for entry in stories[person]?.entries(until: Instant(milliseconds: .max)) ?? [] {
        if case .deletedAccount = entry.event {
          gone[PrincipalID(rawValue: UInt64(person))] = entry.at
        }
      }
    }
    #expect(gone.count > 20)
    let events = recorder.take(before: plan.start + .days(Int64(plan.days)))
    for fired in events {
      for person in [fired.user] + fired.event.particulars.people {
        if let at = gone[person], fired.event.step != .linkOpened || person != fired.user {
          #expect(fired.at <= at, "\(fired)")
        }
      }
    }
  }

  private static func count(_ step: InviteStep, in events: [FiredEvent]) -> Int {
    events.count { $0.event.step == step }
  }

  @Test(arguments: [0.0, 0.05, 1])
  func `EVT-03 · message_customized is true of those who edit, which moves nothing but taps`(
    edit: Double
  ) throws {
    var plan = Self.plan(.rin)
    plan.behaviour.sharing.edit = 0
    let usual = try Self.run(plan).tally
    plan.behaviour.sharing.edit = edit
    let (tally, events) = try Self.run(plan)
    let shares = events.compactMap { fired -> InviteEvent.Share? in
      if case .share(let share) = fired.event.particulars { share } else { nil }
    }
    #expect(shares.count > 100)
    let edited = Double(shares.count { $0.isCustomized }) / Double(shares.count)
    #expect(edit == 0.05 ? abs(edited - edit) < 0.04 && edited > 0 : edited == edit)
    #expect(tally.origins == usual.origins && tally.credit == usual.credit)
    #expect(tally.shares.seconds == usual.shares.seconds)
    #expect((tally.shares.taps == usual.shares.taps) == (edit == 0))
  }

  @Test(arguments: profiles)
  func `recording changes nothing of what happens`(profile: ProfileID) throws {
    let plan = StoryTests.plan(profile)
    var alone = try GrowthRun(plan, seed: 8)
    alone.run()
    var recorded = try GrowthRun(
      plan, seed: 8, observer: EventRecorder(under: plan.profile))
    recorded.run()
    #expect(recorded.log == alone.log)
    #expect(recorded.tally == alone.tally)
  }

  @Test(arguments: profiles)
  func `EVT-10, EVT-11, EVT-12, EVT-26 · prompts and answers are fired once each`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    let prompts = tally.prompts
    #expect(Self.count(.promptShown, in: events) == prompts.shown.reduce(0, +))
    #expect(Self.count(.promptTapped, in: events) == prompts.tapped.reduce(0, +))
    #expect(Self.count(.promptDismissed, in: events) == prompts.dismissed.reduce(0, +))
    #expect(
      Self.count(.promptSuppressed, in: events)
        == prompts.met.reduce(0, +) - prompts.shown.reduce(0, +))
    #expect(prompts.tapped.reduce(0, +) > 0)
    // An answer is about the prompt that was shown last.
    var shown: [UInt32: InviteEvent.Particulars] = [:]
    for fired in events {
      switch fired.event.step {
      case .promptShown: shown[fired.person] = fired.event.particulars
      case .promptTapped, .promptDismissed:
        #expect(fired.event.particulars == shown[fired.person])
      default: break
      }
    }
  }

  @Test(arguments: profiles)
  func `P-EVT-04, EVT-05 · every tap on a link is an opening, and says whether the app was there`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    let openings = events.compactMap { fired -> Bool? in
      guard case .opening(_, let appInstalled, _) = fired.event.particulars else { return nil }
      return appInstalled
    }
    #expect(openings.count == tally.taps.all + tally.taps.ofEarlier)
    let installed = openings.count { $0 }
    #expect(installed >= tally.taps.byMembers)
    #expect(installed <= tally.taps.byMembers + tally.taps.ofEarlier)
    #expect(Set(openings).count == 2)
  }

  @Test(arguments: profiles)
  func `P-DDL-07, EVT-06, EVT-07 · each traced launch fires what the callback found`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    #expect(Self.count(.deferredResolved, in: events) == tally.credit.credited)
    #expect(Self.count(.appInstalled, in: events) == tally.credit.credited)
    #expect(tally.credit.credited > 0)
    // Its link is one that the newcomer has opened: a few before the start, which no event tells.
    var opened: [UInt32: Set<InviteEvent.InviteReference>] = [:]
    var before: Set<UInt32> = []
    for fired in events {
      switch fired.event.particulars {
      case .opening(let reference, _, _): opened[fired.person, default: []].insert(reference)
      case .reference(let reference):
        guard let opened = opened[fired.person] else {
          before.insert(fired.person)
          continue
        }
        #expect(opened.contains(reference))
      default: break
      }
    }
    #expect(before.count < tally.credit.credited / 2)
  }

  @Test(arguments: profiles)
  func `NOT-07 · each push is fired when it is sent, and when it is tapped`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    let sent = events.filter { $0.event.step == .notificationSent }
    let tapped = events.filter { $0.event.step == .notificationTapped }
    // Those that are decided ahead may fall behind the end.
    #expect(sent.count <= tally.afterwards.notifications)
    #expect(sent.count >= tally.afterwards.notifications * 9 / 10)
    #expect(!tapped.isEmpty && tapped.count <= tally.afterwards.returns)
    for tap in tapped {
      #expect(
        sent.contains {
          $0.event.particulars == tap.event.particulars && $0.at < tap.at
            && $0.person == tap.person
        })
      guard case .pair(let inviter, let invitee) = tap.event.particulars else {
        Issue.record("a push without its two persons")
        continue
      }
      #expect(inviter.rawValue == UInt64(tap.person) && inviter != invitee)
    }
  }

  @Test(arguments: profiles)
  func `D-EVT-13 · app_opened is fired at every session, and at every launch`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    let launches = tally.launches
    #expect(
      Self.count(.appOpened, in: events)
        == tally.sessions + launches.invited + launches.organic + launches.alreadyThere)
    // No two sessions of one person are one visit.
    let visits = events.filter { $0.event.step == .appOpened && $0.session > 0 }.map(\.visit)
    #expect(Set(visits).count == tally.sessions)
  }

  @Test(arguments: profiles)
  func `D-ENT-07, P-EVT-01 · each opened flow is fired with its entry point`(
    profile: ProfileID
  ) throws {
    let plan = Self.plan(profile)
    let (tally, events) = try Self.run(plan)
    let entries = events.compactMap { fired -> FlowPolicy.EntryPoint? in
      guard fired.event.step == .flowOpened, case .entry(let entry) = fired.event.particulars
      else { return nil }
      return entry
    }
    let attempts = tally.shares.endings.map { $0.reduce(0, +) }.reduce(0, +)
    let refused = tally.shares.endings.map {
      $0[Int(SharingAttempt.Ending.notOffered.rawValue)]
    }.reduce(0, +)
    // Whoever comes back to a flow of one screen opens it again.
    #expect(entries.count >= attempts - refused && attempts > refused)
    #expect(Set(entries).isSubset(of: plan.profile.flow.entryPoints))
    #expect(Set(entries).count > 1)
  }

  @Test(arguments: profiles)
  func `EVT-08, EVT-09 · each credited newcomer who comes home is fired once, with the inviter`(
    profile: ProfileID
  ) throws {
    let (tally, events) = try Self.run(Self.plan(profile))
    #expect(Self.count(.onboardingCompleted, in: events) == tally.launches.invitedHome)
    let pairs = events.compactMap { fired -> [PrincipalID]? in
      guard fired.event.step == .connected,
        case .pair(let inviter, let invitee) = fired.event.particulars
      else { return nil }
      return [inviter, invitee]
    }
    // The design connects no two people.
    #expect(pairs.isEmpty == (profile == .design) && Set(pairs).count == pairs.count)
    if profile == .rin {
      #expect(pairs.count <= tally.afterwards.connected)
      #expect(pairs.count >= tally.afterwards.connected * 9 / 10)
    }
  }
}

extension InviteEvent.Particulars {
  /// The people whom an exported event names.
  fileprivate var people: [PrincipalID] {
    switch self {
    case .opening(let reference, _, _), .reference(let reference), .resolution(let reference, _):
      [reference.referrer]
    case .completion(let reference, let invitee): [reference.referrer, invitee]
    case .pair(let inviter, let invitee): [inviter, invitee]
    case .invitee(let invitee): [invitee]
    case .none, .entry, .contacts, .channel, .share, .prompt, .figures: []
    }
  }
}
