import Testing
import Vocabulary

@Suite("Rule ids")
struct RuleIDTests {
  @Test(arguments: ["PRM-17", "P-LNK-02", "CNF-10", "D-RES-04", "PH2-01", "ATT-100"])
  func `an id is packed and spelled as it was`(text: String) {
    #expect(RuleID(text)?.description == text)
  }

  @Test(arguments: [
    "", "PRM", "PRM17", "prm-17", "PRM-1", "X-LNK-02", "P-LNK-100", "PRM-1000", "PRM-1a", "P-P-P-1",
  ])
  func `what has not the form of an id is none`(text: String) {
    #expect(RuleID(text) == nil)
  }

  @Test func `ids sort as their text and know their system`() {
    let ids: [RuleID] = ["PRM-17", "ATT-03", "PRM-09", "P-LNK-02", "D-RES-04"]
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
    for id in ids { #expect(!(id < id), "no id stands before itself") }
    #expect(ids.map(\.system) == ["PRM", "ATT", "PRM", "P-LNK", "D-RES"])
  }

  @Test func `an id costs eight bytes`() {
    #expect(MemoryLayout<RuleID>.size == 8)
  }
}
