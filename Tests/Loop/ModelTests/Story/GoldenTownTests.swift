import Foundation
import GrowthloopModel
import Profiles
import TestSupport
import Testing
import Vocabulary

// What is written down says nothing about what is right; the other tests do. It shows what a change
// moves that was to move nothing, and by how much what was to move something.

@Suite("Growth · small towns live the days that are written down")
struct GoldenTownTests {
  enum Town: String, CaseIterable {
    case rin, product, design
    /// One in which phones are told apart by what they are like, with a crowd, and invites at home.
    case phones
    /// The design's, with links that bring two people, limits that are met, and prompts that count when
    /// they end.
    case narrow
    /// As it is when nobody says otherwise.
    case usual

    func plan() throws -> GrowthPlan {
      switch self {
      case .rin: return try LivelyTown.plan(.rin)
      case .product: return try LivelyTown.plan(.product)
      case .design: return try LivelyTown.plan(.design)
      case .phones: return try phones()
      case .narrow:
        return try LivelyTown.plan(
          .design,
          "prompts.countBasis=resolved; prompts.lifetimeMax=2; link.codeScope=perUser; "
            + "link.maxAcceptances=2; link.onExhausted=genericOnboarding; limits.batchMax=3; "
            + "limits.softWarningAt=2; limits.dailyInvites=6")
      case .usual:
        var plan = GrowthPlan()
        plan.days = 60
        plan.behaviour.market.people = 5_000
        return plan
      }
    }

    private func phones() throws -> GrowthPlan {
      var plan = try LivelyTown.plan(.rin)
      plan.behaviour.devices.areIdentified = false
      plan.behaviour.devices.knownSharedAddresses = 0.3
      plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
        installs: 60, after: .days(5), within: .hours(6))
      plan.behaviour.market.iOSShare = 0.9
      plan.behaviour.sharing.invitesAtHome = 1
      plan.behaviour.sharing.invitesPerDay = 0.1
      return plan
    }

    var file: URL {
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/\(rawValue).txt")
    }
  }

  @Test(arguments: Town.allCases)
  func `a town comes to what is written down`(town: Town) throws {
    let lines = try RunText(town.plan(), seed: 3).lines
    let written = try Golden.text(town.file, now: lines.joined(separator: "\n") + "\n")
      .split(separator: "\n").map(String.init)
    let moved = lines.difference(from: written).prefix(20).map { change in
      switch change {
      case .insert(_, let line, _): "now: \(line)"
      case .remove(_, let line, _): "was: \(line)"
      }
    }
    #expect(moved.isEmpty, "\(moved.joined(separator: "\n"))")
  }

  @Test func `what is judged after eight weeks is what a run of eight weeks comes to`() throws {
    func run(days: Int) throws -> (atJudgement: Tally?, atEnd: Tally) {
      var plan = try LivelyTown.plan(.rin)
      plan.days = days
      var run = try GrowthRun(plan, seed: 3)
      run.run()
      return (run.tallyAtJudgement, run.tally)
    }
    #expect(try run(days: 55).atJudgement == nil)
    let eightWeeks = try run(days: 56)
    #expect(eightWeeks.atJudgement == eightWeeks.atEnd)
    let longer = try run(days: 63)
    #expect(longer.atJudgement?.sessions == eightWeeks.atEnd.sessions)
    #expect(longer.atJudgement?.taps == eightWeeks.atEnd.taps)
    #expect(longer.atEnd.sessions > eightWeeks.atEnd.sessions)
  }
}
