import GrowthloopStudies
import GrowthloopPlans
import GrowthloopModel
import Testing

@Suite("The funnel of a simulation")
struct FunnelRecorderTests {
  private var plan: GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 20_000
    return plan
  }

  @Test("each stage has at most what the one before has, in each cohort")
  func order() throws {
    let table = try FunnelTable.simulated(plan, days: 28, seed: 3)
    for day in 0..<28 {
      let sums = [FunnelStage.sent, .tapped, .launched, .signedUp, .onboarded].map { stage in
        (0..<28 - day).reduce(0) { $0 + (table[stage, day, $1] ?? 0) }
      }
      #expect(sums == sums.sorted(by: >))
    }
    #expect((0..<28).reduce(0) { $0 + (table[.sent, $1] ?? 0) } > 500)
  }

  @Test("two in five invites are tapped, as the scenario says")
  func taps() throws {
    let table = try FunnelTable.simulated(plan, days: 40, seed: 3)
    // Of the first weeks all taps have come.
    let sent = (0..<20).reduce(0) { $0 + (table[.sent, $1] ?? 0) }
    let tapped = (0..<20).reduce(0) { sum, day in
      (0..<20).reduce(sum) { $0 + (table[.tapped, day, $1] ?? 0) }
    }
    let share = Double(tapped) / Double(sent)
    #expect(abs(share - 0.4) < 0.03)
  }

  @Test("observation begins on any day, with the invites of that day")
  func later() throws {
    let whole = try FunnelTable.simulated(plan, days: 20, seed: 3)
    let part = try FunnelTable.simulated(plan, from: 8, days: 12, seed: 3)
    for day in 0..<12 {
      #expect(part[.sent, day] == whole[.sent, day + 8])
      #expect(part[.tapped, day, 0] == whole[.tapped, day + 8, 0])
    }
  }
}

@Suite("The cells of a funnel")
struct FunnelCellsTests {
  private func table() -> FunnelTable {
    var table = FunnelTable(.cohorts, days: 10, stages: [.sent, .tapped, .launched])
    for day in 0..<10 { table[.sent, day] = 100 }
    for day in 0..<10 {
      table[.tapped, day, 0] = 30
      table[.tapped, day, 1] = 7
      table[.launched, day, 1] = 10
    }
    return table
  }

  private func count(_ name: String, _ cells: FunnelCells, _ table: FunnelTable) -> CellCount? {
    cells.cells.firstIndex { $0.name == name }.flatMap { cells.counts(of: table)[$0] }
  }

  @Test("a further stage is a hazard among those who reached the one before")
  func hazards() {
    let cells = FunnelCells(of: table())
    let table = table()
    #expect(count("invites on days 1 to 7", cells, table) == CellCount(700, of: 7))
    #expect(count("invites on days 8 to 10", cells, table) == CellCount(300, of: 3))
    #expect(
      count("taps of invites on the day of sending", cells, table) == CellCount(300, of: 1_000))
    // Nine cohorts were observed for two days.
    #expect(count("taps of invites 1 day after sending", cells, table) == CellCount(63, of: 630))
    #expect(count("launches of taps 1 day after sending", cells, table) == CellCount(90, of: 333))
  }

  @Test("a cohort with a missing count is left out of what needs it")
  func missing() {
    var table = table()
    table[.tapped, 0, 1] = nil
    let cells = FunnelCells(of: table)
    #expect(
      count("taps of invites on the day of sending", cells, table) == CellCount(300, of: 1_000))
    #expect(count("taps of invites 1 day after sending", cells, table) == CellCount(56, of: 560))
  }

  @Test("where one person stands for several, a day of the table is a part of a day")
  func standingFor() {
    let cells = FunnelCells(of: table(), heldOut: 3)
    let (whole, part) = (cells.counts(of: table()), cells.counts(of: table(), standingFor: 4))
    for (place, cell) in cells.cells.enumerated() {
      let times = cell.family == .rate ? 4.0 : 1
      #expect(part[place]?.count == whole[place]?.count)
      #expect(part[place]?.exposure == whole[place].map { $0.exposure / times }, "\(cell.name)")
    }
  }

  @Test("an onboarding comes of a launch, whether there was an account or not")
  func steps() {
    let pairs = FunnelStage.steps(of: [.tapped, .launched, .signedUp, .onboarded])
    #expect(pairs.map(\.earlier) == [.tapped, .launched, .launched])
    #expect(FunnelStage.steps(of: [.signedUp, .onboarded]).map(\.earlier) == [.signedUp])
  }

  @Test("held-out days are in no cell that is compared")
  func heldOut() {
    let table = table()
    let cells = FunnelCells(of: table, heldOut: 3)
    #expect(count("invites on days 1 to 7", cells, table) == CellCount(700, of: 7))
    #expect(count("taps of invites on the day of sending", cells, table) == CellCount(210, of: 700))
    let held = cells.cells.indices.filter(cells.isHeldOut)
    #expect(
      held.map { cells.cells[$0].name }
        == ["invites", "taps", "launches"].map { "\($0) on days 8 to 10" })
    #expect(held.allSatisfy { !cells.isCompared($0) })
    #expect(count("taps on days 8 to 10", cells, table) == CellCount(111, of: 3))
  }

  @Test("a stage that is not logged has cells of its own, which tell what it would buy")
  func unlogged() {
    let cells = FunnelCells(of: table().keeping([.sent, .launched]))
    #expect(cells.unlogged == [.shared, .tapped, .signedUp, .onboarded])
    let names = cells.cells.indices.filter { cells.isCompared($0, logging: .tapped) }
      .map { cells.cells[$0].name }
    #expect(names.contains("taps of invites on the day of sending"))
    #expect(names.contains("launches of taps on the day of sending"))
    #expect(!names.contains("launches of invites on the day of sending"))
  }

  @Test("beside totals of several days a further stage would be logged for the same days")
  func unloggedPeriods() {
    var table = FunnelTable(.totals, days: 28, stages: [.sent, .launched])
    table.periods = table.stages.map { FunnelTable.Period($0, 0..<28, 90) }
    let cells = FunnelCells(of: table)
    func names(_ isChosen: (Int) -> Bool) -> [String] {
      cells.cells.indices.filter(isChosen).map { cells.cells[$0].name }
    }
    let logged = ["invites on days 1 to 28", "launches on days 1 to 28"]
    #expect(names(cells.isCompared) == logged)
    #expect(names { cells.isCompared($0, logging: .tapped) } == logged + ["taps on days 1 to 28"])
  }

  @Test("shares have invites beyond the first recipient")
  func shares() {
    var table = FunnelTable(.cohorts, days: 7, stages: [.shared, .sent])
    for day in 0..<7 { (table[.shared, day], table[.sent, day]) = (10, 42) }
    let cells = FunnelCells(of: table)
    #expect(count("invites of a share", cells, table) == CellCount(224, of: 70))
  }
}
