import Onboarding
import Testing

@Suite("Onboarding · who may see what")
struct AccessMatrixTests {
  let phone = ProfileField(rawValue: "phone")
  let birthday = ProfileField(rawValue: "birthday")

  @Test func `CCL-07 · three states, in these words`() {
    #expect(Set(FieldAccess.allCases.map(\.text)) == ["Allow", "Don't Allow", "Ask"])
    #expect(FieldAccess.allCases.count == 3)
  }

  @Test(arguments: FieldAccess.allCases)
  func `CCL-03, PER-08 · one choice of the user holds everywhere until they make another`(
    _ choice: FieldAccess
  ) {
    let matrix = AccessMatrix(global: choice)
    for circle in ["Contacts", "Public", "Family", "one made later"] {
      #expect(matrix[phone, circle] == choice)
      #expect(matrix[birthday, circle] == choice)
    }
    #expect(matrix.overrideCount == 0)
  }

  @Test func `DEC-08, CCL-13, CCL-04 · defaults first, then what a circle has instead`() {
    var matrix = AccessMatrix(global: .ask)
    matrix.setDefault(.allow, for: phone)
    matrix.override(.dontAllow, of: phone, for: "Public")
    #expect(matrix[phone, "Family"] == .allow)
    #expect(matrix[phone, "Public"] == .dontAllow)
    #expect(matrix[birthday, "Public"] == .ask)
    #expect(matrix.overrideCount == 1)
    matrix.removeOverride(of: phone, for: "Public")
    #expect(matrix[phone, "Public"] == .allow)
    #expect(matrix.overrideCount == 0)
  }

  @Test func `CCL-04 · taking back one field's entry leaves the circle's others`() {
    var matrix = AccessMatrix(global: .ask)
    matrix.override(.dontAllow, of: phone, for: "Public")
    matrix.override(.allow, of: birthday, for: "Public")
    matrix.removeOverride(of: phone, for: "Public")
    #expect(matrix[phone, "Public"] == .ask && matrix[birthday, "Public"] == .allow)
    matrix.removeOverride(of: birthday, for: "Public")
    var fresh = AccessMatrix(global: .ask)
    #expect(matrix == fresh)
    fresh.removeOverride(of: phone, for: "Public")
    #expect(matrix == fresh, "what was never there leaves nothing behind")
  }

  @Test func `VAL-06 · a summary, and one tap that tightens`() {
    var matrix = AccessMatrix(global: .allow)
    matrix.override(.ask, of: phone, for: "Public")
    let summary = matrix.summary(of: [phone, birthday], for: "Public")
    #expect(summary.allowed == 1)
    #expect(summary.asking == 1)
    #expect(summary.denied == 0)
    matrix.tighten()
    #expect(matrix[phone, "Public"] == .dontAllow)
    #expect(matrix[birthday, "Public"] == .ask)
    matrix.tighten()
    matrix.tighten()
    #expect(matrix.summary(of: [phone, birthday], for: "Public").denied == 2)
    #expect(ProofCard.reachability.action == .tighten)
    #expect(ProofCard.reachability.title == "Your current reachability policy")
  }
}
