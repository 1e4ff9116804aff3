import GrowthloopFindings
public import GrowthloopModel

extension Market: ScenarioSection {
  /// The greatest number of people: columns of eight bytes a person take 1.6 GB.
  static let most = 200_000_000

  public static let fields: [Field<Market>] = [
    .parameter(
      "people", \.people, .integer(2...most), "How many people there are who could ever join."),
    .parameter(
      "communitySize", \.communitySize, .integer(1...most),
      "How many people a community has, or all where there are fewer; most acquaintances are of one's own. In a community of one there are no such acquaintances: no invite goes to them."
    ),
    .parameter(
      "communityShare", \.communityShare, .share(),
      "The share of acquaintances who are of one's own community."),
    .parameter(
      "contactsMedian", \.contactsMedian, .real(1...60_000),
      "How many contacts a phone holds: half hold fewer.",
      source: "surveys from 47 (Paym, UK, 2016) to 664 (Pew); they differ 14-fold, so vary it",
      grade: .b, range: (47, 664)),
    .parameter(
      "contactsSigma", \.contactsSigma, .real(0...4),
      "The spread of the logarithm of the number of contacts.",
      source: "log-normal through surveys from 47 (Paym, UK, 2016) to 664 (Pew)", grade: .b),
    .parameter(
      "suggestionsPerContact", \.suggestionsPerContact, .share(),
      "How many duplicates are suggested for review in an address book, for each contact of it.",
      source:
        "found by this duplicate finder in seeded books, the mix of which is assumed: 0.9 % of 50 contacts, 1.4 % of 150, 1.7 % of 300, 3.2 % of 1,000",
      grade: .d, range: (0.009, 0.032)),
    .value(
      "areMutual", \.areMutual, .flag,
      "Whether each pair of 'acquaintances' says that both have each other on the phone, as in undirected networks."
    ),
    .edgeList(
      "acquaintances",
      "A file of pairs that says who has whom on the phone, by numbers from 0, in place of communities and numbers of contacts: CSV under a line from,to, or text with tabs or spaces, as public collections of networks have it; .gz as well."
    ),
    .value(
      "zone", \.zone, .zone,
      "The time zone of all people, by which their days and weeks end where 'time.dayBoundary' or 'time.week' asks for it. The first day of the run begins at its midnight."
    ),
    .parameter(
      "iOSShare", \.iOSShare, .share(), "The share of people whose phone the app runs on.",
      source: "about the share of iOS in the USA (StatCounter, recalled)", grade: .c),
  ]

  public func check(_ reading: SectionReading<Market>) {
    if communitySize > people {
      let all = OrderedJSON.integer(people).asYAML
      reading.warn(
        key: "communitySize", "is more than the \(all) people of the market",
        remedy: "all of them are one community")
    }
  }
}
