import AddressBooks
import RandomStreams

/// A fictional person, as one entry of an address book.
struct Person {
  var culture: Culture
  var name: PersonName
  var numbers: [(text: String, label: Phone.Label)]
  var emails: [String]
  var addresses: [PostalAddress]
}

extension Person {
  /// Draws a person, who may share the household of `neighbour`.
  init(of mix: BookMix, beside neighbour: Person?, from chance: inout Draw) {
    var share = chance.pick(below: 100)
    culture = Culture.all[0]
    for candidate in Culture.all {
      culture = candidate
      share -= candidate.share
      if share < 0 { break }
    }
    name = PersonName()
    numbers = []
    emails = []
    addresses = []
    let household = chance.happens(mix.sameHousehold) ? neighbour : nil
    if let household { culture = household.culture }
    // Two adjacent people of one household have different given names.
    name.given = chance.pick(culture.given.filter { $0 != household?.name.given })
    name.family =
      household?.name.family ?? chance.pick(culture.stems) + chance.pick(culture.endings)
    if chance.happens(mix.organisations) {
      name.organisation = chance.pick(culture.stems) + " & " + chance.pick(["Sons", "Co", "Söhne"])
    }
    drawNumbers(mix, household, &chance)
    if chance.happens(mix.emails) { emails = [mailbox(&chance)] }
    if chance.happens(mix.addresses) {
      addresses = household?.addresses ?? [address(&chance)]
    }
    if chance.happens(mix.nameless) { name = PersonName() }
  }

  private mutating func drawNumbers(
    _ mix: BookMix, _ household: Person?, _ chance: inout Draw
  ) {
    numbers = [(number(&chance), .mobile)]
    guard chance.happens(mix.severalNumbers) else { return }
    let home = household?.numbers.first { $0.label == .home }?.text
    numbers.append((home ?? number(&chance), .home))
    if chance.happens(0.2) { numbers.append((number(&chance), .work)) }
  }

  private func number(_ chance: inout Draw) -> String {
    String(
      chance.pick(culture.numbers).map { sign in
        sign == "#" ? Character("\(chance.pick(below: 10))") : sign
      })
  }

  /// Returns an address from the Latin letters of the name, or from a word that is no name.
  private func mailbox(_ chance: inout Draw) -> String {
    let letters = [name.given, name.family].map { part in
      part.lowercased().filter { $0.isASCII && $0.isLetter }
    }.filter { $0.count > 1 }
    let words = letters.isEmpty ? ["sunny", "tiger"] : letters
    let house = chance.pick(["mail.example", "post.example", "work.example", "uni.example"])
    return "\(words.joined(separator: "."))\(chance.pick(below: 90))@\(house)"
  }

  private func address(_ chance: inout Draw) -> PostalAddress {
    let street = chance.pick(culture.stems)
    return PostalAddress(
      street: "\(1 + chance.pick(below: 180)) \(street) Street", city: chance.pick(culture.stems),
      postalCode: "\(10_000 + chance.pick(below: 80_000))", country: culture.country)
  }
}

extension RandomNumberGenerator {
  /// Returns a number from zero up to, not including, `bound`.
  mutating func pick(below bound: Int) -> Int { Int(uniform(below: UInt64(bound))) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[pick(below: elements.count)]
  }

  mutating func happens(_ share: Double) -> Bool { uniform() < share }
}
