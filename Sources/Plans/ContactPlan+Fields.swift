import GrowthloopFindings
public import GrowthloopContacts
import Vocabulary

extension ContactPlan: ScenarioSection {
  public static let fields: [Field<ContactPlan>] = [
    .value(
      "plan", \.kind, .choice,
      "What is measured: what the contact rules cost in large address books."
    ).required,
    .value("title", \.title, .text(1...100), "What the plan is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .policy(\.profile),
    .seed(\.seed, "The random seed: the same seed gives the same books."),
    .value(
      "sizes", \.sizes, .none(or: .list(of: .integer(1...1_000_000), 1...20)),
      "How many contacts the books have, each measured by itself; none for those of the profile."),
    .value(
      "rounds", \.rounds, .integer(1...1_000),
      "How often every step is measured; what takes seconds, three times at most."),
    .value(
      "searches", \.searches, .integer(1...10_000),
      "The number of searches typed, with and without a match in the book."),
    .value(
      "language", \.language, .none(or: .text(2...40)),
      "The language of the list's order, as its tag, such as sv; none for the built-in order."),
    .value(
      "home", \.home, .text(2...2),
      "The country in which numbers without one are dialled, such as DE."),
    .section("mix", \.mix, "What the books are made of, in shares of their entries."),
    .value(
      "gates", \.gates, .none(or: .list(of: .gate, 0...1_000)),
      "What is to be kept: an operation, a percentile over its steps, a time, perhaps a size; none for the budgets of the profile."
    ),
  ]

  public func check(_ reading: SectionReading<ContactPlan>) {
    let sizes = sizesInForce
    let idle = (gates ?? []).filter { gate in gate.size.map { !sizes.contains($0) } ?? false }
    if !idle.isEmpty {
      // A user who measures fewer sizes once should not have to change the gates.
      reading.warn(
        \.gates,
        "has \(idle.count) that \(idle.count == 1 ? "is" : "are") left out, for no book has that size: "
          + idle.map(\.description).joined(separator: "; "),
        remedy: "sizes are \(sizes.map(String.init).joined(separator: ", "))")
    }
    if self.sizes == nil, sizes.isEmpty || sizes.contains(where: { $0 > 1_000_000 }) {
      reading.refuse(
        setting: "contacts.benchmarkSizes", "must be sizes from 1 to 1000000 here",
        remedy: "or write sizes:")
    }
    switch Result(catching: { () throws(ContactTrial.Unknown) in try ContactTrial(self) }) {
    case .failure(.language(let tag)):
      reading.refuse(\.language, "must be the tag of a language, not \(tag.quoted)")
    case .failure(.home(let country)):
      reading.refuse(
        \.home, "must be the ISO code of a country, not \(country.quoted)", remedy: "write US")
    case .success: break
    }
  }
}

extension BookMix: ScenarioSection {
  public static let fields: [Field<BookMix>] = [
    .value(
      "sameHousehold", \.sameHousehold, .share(),
      "Who shares family name, address and the number at home with the person before."),
    .value("severalNumbers", \.severalNumbers, .share(), "Who has two numbers or more."),
    .value("emails", \.emails, .share(), "Who has an e-mail address."),
    .value("addresses", \.addresses, .share(), "Who has a postal address."),
    .value("organisations", \.organisations, .share(), "Who is entered with a company."),
    .value("nameless", \.nameless, .share(), "Entries without a name: a bare number."),
    .value(
      "duplicates", \.duplicates, .share(0...0.9),
      "Entries of a person who is in the book already: mistyped, by a nickname, with swapped names."
    ),
  ]
}

extension ValueFormat where Value == ContactGate {
  /// A limit such as `keystroke p99 < 1ms at 10_000`.
  static var gate: ValueFormat {
    let operations = ContactOperation.allCases.map(\.rawValue).joined(separator: ", ")
    return .scalar(
      expects: "a gate such as \(ContactGate.example)",
      shape: .text(
        pattern:
          #"^\s*[a-z]+ +(p[1-9]\d?|max) +< +(budget|[\d.]+(ns|us|ms|s))( +at +\d[\d_]*)?\s*$"#,
        examples: [ContactGate.example, "frame p99 < 16.7ms"]),
      encode: { .text($0.description) },
      remedy: { text in
        let word = text.split(separator: " ").first.map(String.init) ?? ""
        return ContactOperation(rawValue: word) == nil
          ? "operations are \(operations)" : "write \(word) p99 < 1ms at 10_000"
      },
      parse: { ContactGate($0) })
  }
}
