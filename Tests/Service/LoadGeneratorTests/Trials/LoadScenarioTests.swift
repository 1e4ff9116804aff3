import Invites
@testable import GrowthloopLoadGenerator
import Profiles
import Testing
import Vocabulary

@Suite("CNF-56 · what the profile's moment of creation makes of a mix")
struct MixPlanTests {
  @Test(arguments: [
    (ProfileID.rin, 0.95), (.product, 1), (.design, 0.45),
  ])
  func `those visits create a link that come by the moment`(id: ProfileID, share: Double) throws {
    let requests = MixPlan().requests(under: Profile(id), FlowPlan())
    let create = try #require(requests.first { $0.name == "create" })
    #expect(create.weight == 8 * share)
  }

  @Test func `a refused acceptance is no error where a link serves one person`() {
    func mayBeRefused(_ id: ProfileID) -> Bool? {
      MixPlan().requests(under: Profile(id), FlowPlan()).first { $0.name == "accept" }?
        .kind.mayBeRefused
    }
    #expect(mayBeRefused(.product) == true)
    #expect(mayBeRefused(.rin) == false)
  }

  @Test func `kinds without weight are left out, and plain paths stand last`() {
    var mix = MixPlan()
    mix.landingTap = 0
    mix.paths = [.init("/healthz", weight: 2)]
    let names = mix.requests(under: Profile(.rin), FlowPlan()).map(\.name)
    #expect(!names.contains("landingTap") && !names.contains("landingTapKept"))
    #expect(names.last == "get /healthz")
  }
}

@Suite("CNF-09 · uploads of contacts in a mix")
struct ContactUploadPlanTests {
  private func scenario(_ id: ProfileID, weight: Double) -> LoadScenario {
    var scenario = LoadScenario()
    scenario.profile = Profile(id)
    scenario.mix.contactUpload = weight
    return scenario
  }

  @Test func `a plan has none unless it says so, and no kind gives up its place to them`() {
    let usual = MixPlan().requests(under: .rin, FlowPlan())
    var mix = MixPlan()
    #expect(mix.contactUpload == 0 && !usual.contains { $0.name == "contactUpload" })
    mix.contactUpload = 3
    var upload = OwnRequest.contactUpload
    upload.weight = 3
    #expect(mix.requests(under: .rin, FlowPlan()) == usual + [upload])
  }

  @Test(arguments: [ProfileID.product, .design])
  func `where the setting is off they are refused with words, and where it is on they are not`(
    id: ProfileID
  ) {
    #expect(scenario(.rin, weight: 1).problems == [])
    #expect(scenario(id, weight: 0).problems == [])
    var refused = scenario(id, weight: 1)
    #expect(
      refused.problems.map(\.description) == [
        "mix.contactUpload must be 0 where contacts.serverMatching is off: no upload is answered "
          + "(CNF-09)"
      ])
    refused.profile.flow.serverMatching = true
    #expect(refused.problems == [])
  }
}

@Suite("Load plans")
struct LoadScenarioTests {
  @Test(arguments: [
    (ArrivalPlan.Course.constant, 5_000.0), (.ramp, 7_500), (.steps, 2_500), (.spike, 6_000),
    (.day, 2_500), (.recorded, 3),
  ])
  func `every course brings its requests`(course: ArrivalPlan.Course, count: Double) {
    var plan = ArrivalPlan()
    plan.course = course
    plan.peak = 1_000
    (plan.after, plan.lasting) = (.seconds(3), .seconds(2))
    plan.rates = [100, 400]
    plan.trace = RecordedTrace([1_700_000_007.5, 1_700_000_000, 1_700_000_001], called: "x")
    #expect(abs(plan.arrivals(for: .seconds(10)).expectedCount - count) < 1e-6)
  }

  @Test func `a recorded trace counts from its first moment, in order`() {
    #expect(
      RecordedTrace([7.5, 5, 6], called: "x").nanoseconds == [0, 1_000_000_000, 2_500_000_000])
  }

  @Test func `shares of links without codes go to those that serve`() {
    var plan = LinksPlan()
    plan.expired = 0.2
    var links = KnownLinks(known: ["a", "b"], people: [])
    links.unknown = ["z"]
    let population = links.population(plan)
    #expect(population.groups.map(\.standing) == [.known, .unknown])
    #expect(population.groups.map(\.weight) == [0.95, 0.05])
  }

  @Test func `runs on one service make requests of their own`() {
    let scenario = LoadScenario()
    let links = KnownLinks(known: ["a"], people: ["b"])
    let target = LoadTarget(host: "localhost")
    let plans = (0..<3).map { scenario.plan(against: target, links, run: $0).mix.firstNumber }
    #expect(plans == [1 << 32, 2 << 32, 3 << 32])
  }
}
