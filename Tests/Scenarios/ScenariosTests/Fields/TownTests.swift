import Testing
import Vocabulary

@testable import Scenarios

@Suite("Scenarios · a file becomes values")
struct TownTests {
  static let whole = """
    # A town with everything in it.
    title: Rinbury
    profile: product
    policy:
      prompts.lifetimeMax: 5
      flow.entryPoints: [homeBanner]
    people: 20_000
    isSimulated: false
    weather: snowedIn
    horizon: 1d12h
    opens: 2026-02-12T09:30:00Z
    cap: none
    seeds: [7, 8k]
    click: {value: 30%, source: "Extole, 2019", grade: B}
    sessions: 2/week
    delay:
      median: 5.3m
      sigma: 3.61
      source: AppsFlyer
      grade: A
    harbour: {boats: 12, depth: 7}
    channels:
      messages: {share: 0.4}
      copy:

    """
  @Test func `what is written holds`() throws {
    let town = try readTown("title: x").value
    print(town.title)
    print(mistakes(in: Self.whole))
    print(mistakes(in: "titel: x\npeople: 3\nweather: rany\nhorizon: 7 days\nclick: 30\npolicy:\n  prompts.lifetimMax: 3\n  prompts.recentShareDays: two weeks\n"))
    print(JSONSchema.document(Town.self, titled: "Town", meaning: "A town."))
  }
}
