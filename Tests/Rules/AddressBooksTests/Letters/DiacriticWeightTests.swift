import Testing

@testable import AddressBooks

@Suite("The order of names · several marks on a letter")
struct DiacriticWeightTests {
  @Test(arguments: [
    ("CIRCUMFLEX", ["CIRCUMFLEX"]), ("CIRCUMFLEX AND ACUTE", ["CIRCUMFLEX", "ACUTE"]),
    ("CIRCUMFLEX AND DOT BELOW", ["DOT BELOW", "CIRCUMFLEX"]),
    ("DOT BELOW AND MACRON", ["DOT BELOW", "MACRON"]),
    ("HORN AND DOT BELOW", ["HORN", "DOT BELOW"]), ("HORN AND HOOK", ["HORN", "HOOK"]),
    ("DOUBLE ACUTE", ["DOUBLE ACUTE"]),
  ])
  func `a dot below is nearer to its letter than marks above, but for a horn`(
    name: String, marks: [String]
  ) {
    let expected = marks.flatMap { DiacriticWeight.weights(in: $0[...]) }
    #expect(DiacriticWeight.weights(in: name[...]) == expected)
    #expect(Set(expected).count == marks.count && expected.allSatisfy { $0 >= 2 })
  }

  @Test func `a mark without a place in the order stands behind all others`() {
    #expect(DiacriticWeight.weights(in: "TAIL") == [DiacriticWeight.other])
    let known = ["STROKE", "DOT BELOW"].flatMap { DiacriticWeight.weights(in: $0[...]) }
    #expect(known == [2, DiacriticWeight.other - 1])
  }
}
