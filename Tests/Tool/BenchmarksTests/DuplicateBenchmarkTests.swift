import growthloop_bench
import Testing

@Suite("Duplicates in registers")
struct DuplicateBenchmarkTests {
  private static let header = "person,given,family,number,street,extra,locality,postcode,region\n"

  @Test func `what is found is counted against what is true`() throws {
    let book = try RegisterBook(
      "small",
      csv: Self.header + """
        1,ingrid,vosberg,12,lindenweg,,aachen,52062,nrw
        2,otto,molitor,3,marktplatz,,bonn,53111,nrw
        1,ingrid,vosbreg,12,lindenweg,,aachen,52062,nrw
        3,clara,dohm,,,,,,
        3,bruno,reiter,7,hafenallee,,kiel,24103,sh
        """)
    let row = DuplicateBenchmark().measure(book)
    #expect(row.records == 5)
    #expect(row.truePairs == 2)
    for accuracy in [row.pairs, row.groups, row.merged] {
      #expect(accuracy.found == 1)
      #expect(accuracy.wrong == 0)
      #expect(accuracy.precision == 1)
      #expect(accuracy.recall == 0.5)
      #expect(abs(accuracy.f1 - 2 / 3.0) < 1e-12)
    }
    #expect(row.bands.map(\.pairs) == [0, 0, 0, 0, 1])
  }

  @Test func `a line that is no record is told with its place`() {
    #expect {
      try RegisterBook("small", csv: Self.header + "1,ingrid\n")
    } throws: { error in
      "\(error)"
        == "small:2: a record has nine fields: person,given,family,number,street,extra,locality,postcode,region"
    }
  }
}
