import Attribution
import GrowthloopModel
import Invites
import GrowthloopLinkStore
import Profiles
import GrowthloopLinkService
import Testing
import Vocabulary

@testable import growthloop

@Suite("ATT-01 to ATT-04 · whom taps owe the credit to")
struct ExpectedCreditTests {
  private static let launch = Instant(milliseconds: 0) + .days(100)

  /// What these taps owe, each so long before the launch, of these inviters.
  private static func owed(
    _ taps: (Interval, UInt32)..., hadAccount: Bool = false, gone: Set<UInt32> = [],
    under id: ProfileID = .rin
  ) -> ExpectedCredit {
    ExpectedCredit(
      reference: ReferencePolicies(of: Profile(id)).attribution, launchedAt: launch,
      installedAt: launch - .hours(1),
      taps: taps.map { ExpectedCredit.Tap(at: launch - $0.0, inviter: $0.1) },
      hadAccount: hadAccount,
      gone: gone)
  }

  @Test func `the last tap within seven days earns it, and the seventh day is within`() {
    #expect(Self.owed((.days(3), 1), (.days(2), 2)).inviter == 2)
    #expect(Self.owed((.days(7), 1)).inviter == 1)
    #expect(Self.owed((.days(7) + .milliseconds(1), 1)).inviter == nil)
    #expect(Self.owed((.days(3), 1), (.days(2), 2), gone: [2]).inviter == 1)
    #expect(Self.owed((.days(3), 1), hadAccount: true).inviter == nil)
    #expect(Self.owed((.days(3), 1), (.days(2), 2), under: .design).inviter == 1)
    #expect(Self.owed((.days(30), 1), under: .product).inviter == 1)
  }

  @Test func `a tap after the moment earns nothing, and one at the moment does`() {
    #expect(Self.owed((.zero, 1)).inviter == 1)
    #expect(Self.owed((.milliseconds(-1), 1)).inviter == nil)
    #expect(Self.owed((.days(3), 1), (.milliseconds(-1), 2)).inviter == 1)
    #expect(Self.owed((.milliseconds(-1), 1), under: .product).inviter == nil)
    #expect(Self.owed((.milliseconds(-1), 1)).rule(against: 1) == "ATT-02")
  }

  @Test func `where the window ends at the installation, ages are taken there`() {
    var reference = ReferencePolicies(of: .rin).attribution
    reference.windowEndsAt = .install
    func owed(_ age: Interval) -> UInt32? {
      ExpectedCredit(
        reference: reference, launchedAt: Self.launch, installedAt: Self.launch - .hours(1),
        taps: [ExpectedCredit.Tap(at: Self.launch - age, inviter: 1)], hadAccount: false, gone: []
      ).inviter
    }
    #expect(owed(.days(7) + .hours(1)) == 1)
    #expect(owed(.days(7) + .hours(1) + .milliseconds(1)) == nil)
    #expect(owed(.hours(1)) == 1)
    #expect(owed(.hours(1) - .milliseconds(1)) == nil)
  }

  @Test func `without a window a tap counts through the last instant that it is kept`() {
    for id in [ProfileID.product, .design] {
      #expect(Self.owed((.days(30), 1), under: id).inviter == 1)
      #expect(Self.owed((.days(30) + .milliseconds(1), 1), under: id).inviter == nil)
    }
  }

  @Test func `a credit that is not owed breaks the rule that says so`() {
    #expect(Self.owed((.days(7) + .hours(12), 1)).rule(against: 1) == "ATT-02")
    #expect(Self.owed((.days(31), 1), under: .product).rule(against: 1) == "CNF-49")
    #expect(Self.owed((.days(3), 1), (.days(2), 2)).rule(against: 1) == "ATT-03")
    #expect(Self.owed((.days(3), 1), (.days(2), 2), under: .design).rule(against: 2) == "D-RES-04")
    #expect(Self.owed((.days(3), 1), hadAccount: true).rule(against: 1) == "ATT-04")
    #expect(Self.owed((.days(3), 1), gone: [1]).rule(against: 1) == "ATT-08")
    #expect(Self.owed((.days(3), 1)).rule(against: 9) == "ATT-09")
    #expect(Self.owed((.days(6) + .hours(12), 1)).rule(against: nil) == "ATT-01")
  }

  @Test func `the words tell how old the tap is`() {
    let owed = Self.owed((.days(7) + .hours(12), 1), (.minutes(3), 2))
    #expect(owed.words(1) == "person 1, tapped 7 d 12 h before")
    #expect(owed.words(2) == "person 2, tapped 3 min 0 s before")
    #expect(owed.words(3) == "person 3, of whom no link was tapped")
    #expect(owed.words(nil) == "no inviter")
  }
}

@Suite("ATT-04 · no inviter is credited with an account that exists")
struct AccountPromiseTests {
  /// A script in which some come again who were not matched before.
  private static func script() throws -> RehearsalScript {
    let plan = ReferencePolicyTests.plan(.rin) { $0.profile.deferred.matchRate = 0.5 }
    return try #require(try RehearsalScript(of: plan, seed: 5))
  }

  /// The answer of a service that credits a person.
  private static func credit(_ person: UInt32) -> Members {
    let inviter = InviteAnswer.inviter(ServiceRequestBuilder.principal(person))
    return Members(
      ResolveDeferred.outcome(.credited), AnswerFields.rule("ATT-03"),
      AnswerFields.invite(Members(inviter)))
  }

  private final class NoService: RehearsedService {
    let identities: HMACIdentityHasher
    init() throws { identities = HMACIdentityHasher(try SigningKey([UInt8](0..<32))) }
    func readEvents() -> [UInt8] { [] }
    let port: UInt16 = 0
    let token = ""
    func kill() {}
    func restart() {}
  }

  /// What is found where a service answers so to the launches of those who have an account.
  private static func differences(
    _ script: RehearsalScript, answering said: (ScriptedAction) -> Members?
  ) throws -> [Difference] {
    var book = AnswerBook(script)
    for (number, action) in script.actions.enumerated() {
      guard let told = said(action) else { continue }
      _ = book.take(200, told, to: number)
    }
    var reconciler = Reconciler(
      script: script, service: try NoService(), connections: 1, book: book, codes: [])
    reconciler.compareLaterLaunchesWithReference()
    return reconciler.book.reconciliation.differences
  }

  @Test func `a service that credits a later launch is found`() throws {
    let script = try Self.script()
    let found = try Self.differences(script) { action in
      if case .launchAgain = action.deed { Self.credit(7) } else { nil }
    }
    let again = script.actions.count { if case .launchAgain = $0.deed { true } else { false } }
    #expect(again > 0 && found.count == again)
    #expect(found.allSatisfy { $0.rules == ["ATT-04"] && $0.sides.found == .service })
    #expect(found.first?.found == "credit for person 7, once there was an account")
  }

  @Test func `a service that repeats the credit of the first launch breaks nothing`() throws {
    let found = try Self.differences(try Self.script()) { action in
      switch action.deed {
      case .launchAgain, .launch: Self.credit(7)
      default: nil
      }
    }
    #expect(found.isEmpty)
  }

  /// What is found where the records of a newcomer name these inviters in the end, and the first
  /// launch was credited to person 7.
  private static func differences(afterCreditsBy inviters: [UInt32]) throws -> [Difference] {
    let script = try Self.script()
    let newcomer = try #require(
      script.actions.first { if case .launch = $0.deed { true } else { false } }?.person)
    var book = AnswerBook(script)
    for number in script.numbers[newcomer] ?? [] {
      guard case .launch = script.actions[number].deed else { continue }
      _ = book.take(200, Self.credit(7), to: number)
    }
    var reconciler = Reconciler(
      script: script, service: try NoService(), connections: 1, book: book, codes: [])
    let referrals = inviters.map { inviter in
      Members(
        ExportUser.BroughtBy.kind(.credited),
        ExportUser.BroughtBy.inviter(ServiceRequestBuilder.principal(inviter)))
    }
    reconciler.compareWithReference(newcomer, Members(ExportUser.broughtBy(referrals)))
    // Whether the first credit was owed is another question.
    return reconciler.book.reconciliation.differences.filter {
      $0.expected == "no credit once there is an account"
    }
  }

  @Test func `a service that credits one newcomer twice is found, also to the same inviter`() throws
  {
    #expect(try Self.differences(afterCreditsBy: []).isEmpty)
    #expect(try Self.differences(afterCreditsBy: [7]).isEmpty)
    for inviters: [UInt32] in [[7, 7], [7, 8], [8]] {
      let found = try Self.differences(afterCreditsBy: inviters)
      #expect(found.map(\.rules) == [["ATT-04"]])
      let credits = inviters.map { "credit for person \($0)" }.joined(separator: ", ")
      #expect(found.first?.found == credits + ", once there was an account")
    }
  }

  @Test func `a simulator that credits a member from the start is found`() throws {
    let script = try Self.script()
    let newcomer = try #require(
      script.expected.referrals.values.first { $0.outcome == .credited }?.invitee)
    let owed = try #require(script.expectedCredits[newcomer])
    let member = ExpectedCredit(
      reference: owed.reference, launchedAt: owed.launchedAt, installedAt: owed.installedAt,
      taps: owed.taps, hadAccount: true, gone: owed.gone)
    var reconciliation = Reconciliation()
    reconciliation.hold(owed.inviter, of: .simulator, to: member, of: newcomer)
    #expect(reconciliation.differences.map(\.rules) == [["ATT-04"]])
    #expect(reconciliation.differences.first?.expected == "no inviter, for there is an account")
  }
}
