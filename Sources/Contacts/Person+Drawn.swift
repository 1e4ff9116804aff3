public import AddressBooks
import RandomStreams
import Vocabulary

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

extension Person {
  /// Returns the same person as entered a second time, by another hand or a year later.
  func again(from chance: inout Draw) -> Person {
    var other = self
    for _ in 0...chance.pick(below: 2) {
      switch chance.pick(below: 6) {
      case 0: other.name.given = Self.mistyped(name.given, from: &chance)
      case 1: other.name.family = Self.mistyped(name.family, from: &chance)
      case 2: other.name.given = Self.nicknames[name.given] ?? name.given
      case 3: (other.name.given, other.name.family) = (name.family, name.given)
      case 4:
        other.emails = []
        other.addresses = []
      default: other.name.family = name.family.lowercased()
      }
    }
    other.numbers = numbers.map { (Self.rewritten($0.text, from: &chance), $0.label) }
    return other
  }

  /// Nicknames by the full given name.
  static let nicknames = [
    "Robert": "Bob", "William": "Bill", "Elizabeth": "Liz", "Margaret": "Peggy", "Michael": "Mike",
    "Katherine": "Kate", "James": "Jim", "Alexander": "Sasha", "Jennifer": "Jen",
    "Patricia": "Pat", "Thomas": "Tom", "Richard": "Dick", "Charles": "Chuck", "Edward": "Ted",
    "Anthony": "Tony", "Susan": "Sue",
  ]

  /// Returns the text with one typing error.
  static func mistyped(_ text: String, from chance: inout Draw) -> String {
    var letters = Array(text)
    guard letters.count > 2 else { return text }
    let place = 1 + chance.pick(below: letters.count - 1)
    switch chance.pick(below: 3) {
    case 0: letters.swapAt(place, place - 1)
    case 1: letters.remove(at: place)
    default: letters.insert(letters[place - 1], at: place)
    }
    return String(letters)
  }

  /// Returns the same number in another format.
  private static func rewritten(_ number: String, from chance: inout Draw) -> String {
    switch chance.pick(below: 4) {
    case 0: number.filter { !" ()-/".contains($0) }
    case 1: String(number.map { "(/".contains($0) ? " " : $0 == ")" ? "-" : $0 })
    case 2: number.hasPrefix("+") ? "00" + number.dropFirst() : number
    default: number
    }
  }
}

/// The composition of address books, in proportions of their entries.
public struct BookMix: Hashable, Sendable {
  /// Entries that share family name, address and home number with the previous entry.
  public var sameHousehold = 0.2
  /// Entries with two or more numbers.
  public var severalNumbers = 0.35
  /// Entries with an e-mail address.
  public var emails = 0.5
  /// Entries with a postal address.
  public var addresses = 0.3
  /// Entries with a company.
  public var organisations = 0.2
  /// Entries without a name: a bare number.
  public var nameless = 0.02
  /// Entries of a person who is in the book already.
  public var duplicates = 0.08

  public init() {}
}

/// The names of people of one language, and the formats of their numbers and addresses.
struct Culture: Sendable {
  /// The percentage of people with this culture.
  let share: Int
  let given: [String]
  /// The beginnings and ends of family names, in any combination.
  let stems: [String]
  let endings: [String]
  /// Phone numbers as written in that country; each # is a digit.
  let numbers: [String]
  let country: String

  init(
    _ country: String, share: Int, numbers: [String], given: String, stems: String,
    endings: String = ""
  ) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    self.share = share
    self.country = country
    self.numbers = numbers
    self.given = words(given)
    self.stems = words(stems)
    self.endings = endings.isEmpty ? [""] : words(endings)
  }

  static let all: [Culture] = [
    Culture(
      "US", share: 24, numbers: ["(2##) 555-####", "+1 415 555 ####", "312-555-####"],
      given: """
        James Mary Robert Patricia John Jennifer Michael Linda William Elizabeth Margaret Thomas \
        Katherine Richard Susan Charles Jessica Edward Sarah Anthony Alexander Nancy Daniel Emily
        """,
      stems:
        "Hart Wood Ash Black Brad Carl Clif Dal Ed Fair Green Hamp Lin Mid Nor Pres Rich Thorn",
      endings: "ley ton ford son man field well worth ham by"),
    Culture(
      "DE", share: 12, numbers: ["+49 171 #######", "0171/#######", "+49 (0) 30 #######"],
      given:
        "Jürgen Käthe Günter Anke Björn Sabine Jörg Ute Klaus Heike Sören Anja Lukas Mia Jonas",
      stems: "Schmid Hof Berg Stein Müll Wagn Kell Baum Lind Fried Kauf Zimmer Schröd Weiß Vogel",
      endings: "t mann er hauser bach feld meier"),
    Culture(
      "ES", share: 9, numbers: ["+34 6## ### ###", "6## ## ## ##"],
      given: "José María Nuño Íñigo Lucía Álvaro Begoña Andrés Sofía Jesús Mónica Raúl Inés Óscar",
      stems: "Gonzál Rodrígu Fernánd Mart Hernánd Gutiérr Domíngu Núñ Lóp Pér Sánch Ramír",
      endings: "ez ínez esco ales eño"),
    Culture(
      "FR", share: 7, numbers: ["+33 6 ## ## ## ##", "06 ## ## ## ##"],
      given: "François Renée Chloé Noël Hélène Benoît Zoé Gaël Inès Jérôme Anaïs Loïc Margaux Léa",
      stems: "Le Du Beau Mar Gar Ber Fon Mor Des Lam Chev Rou",
      endings: "mont pont tin nier champs laine bois val fèvre"),
    Culture(
      "SE", share: 6, numbers: ["+46 70 ### ## ##", "070-### ## ##"],
      given: "Åsa Örjan Göran Märta Øyvind Søren Frøya Åke Signe Lærke Håkon Bjørn Astrid Nils",
      stems: "Ander Johan Ö Å Ström Lund Berg Sjö Ny Holm Øst Kjær",
      endings: "sson berg gren qvist sen gaard ström"),
    Culture(
      "PL", share: 6, numbers: ["+48 ### ### ###", "5## ### ###"],
      given: "Łukasz Małgorzata Paweł Agnieszka Wojciech Zdzisław Žofie Jiří Květa Matěj Šárka Ewa",
      stems: "Kowal Wiśniew Dąbrow Lewandow Zieliń Szymań Woź Krawcz Nováč Dvořá Świąt",
      endings: "ski ska czyk niak ek ewicz"),
    Culture(
      "UA", share: 6, numbers: ["+380 67 ### ## ##", "067 ### ## ##"],
      given: "Анна Иван Ольга Сергей Елена Дмитро Оксана Тарас Ірина Євген Юлія Микола Світлана",
      stems: "Шевчен Ковален Бондарен Ткачен Иван Петр Сидор Мельничен Кравчен Лысен",
      endings: "ко ов ова ук енко"),
    Culture(
      "TR", share: 4, numbers: ["+90 5## ### ## ##", "05## ### ## ##"],
      given: "Çağla İbrahim Gül Şükrü Ömer Ayşe Işıl Uğur Özge Mehmet Ece Yiğit",
      stems: "Yıl Öz Kay Çel Ay Gün Demir Şah Er Tür", endings: "maz türk a ik dın eş in doğan"),
    Culture(
      "VN", share: 4, numbers: ["+84 9# ### ## ##", "09# ### ####"],
      given: "Thị Ngọc Minh Ánh Dũng Hương Phượng Quốc Thảo Vũ Yến Đức",
      stems: "Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Đặng Bùi Đỗ"),
    Culture(
      "GR", share: 3, numbers: ["+30 69# ### ####", "69# ### ####"],
      given: "Γιώργος Μαρία Νίκος Ελένη Άννα Δημήτρης Ιωάννης Αικατερίνη Κώστας Ζωή",
      stems: "Παπα Καρα Χατζη Αντων Γεωργ Δημητρ", endings: "δόπουλος ίδης άκης ιάδου λάς"),
    Culture(
      "EG", share: 4, numbers: ["+20 10 #### ####", "010########"],
      given: "محمد أحمد فاطمة مريم يوسف عمر ليلى خالد نور حسن",
      stems: "السيد علي حسن إبراهيم منصور عبدالله"),
    Culture(
      "IL", share: 2, numbers: ["+972 50 ### ####", "050-###-####"],
      given: "דוד נועה יוסף תמר אברהם מיכל איתי שירה", stems: "כהן לוי מזרחי פרץ ביטון אברהם"),
    Culture(
      "IN", share: 4, numbers: ["+91 98### #####", "098### #####"],
      given: "अनिता राहुल प्रिया विजय सुनीता अमित काव्या रवि", stems: "शर्मा वर्मा गुप्ता सिंह पटेल कुमार"),
    Culture(
      "CN", share: 5, numbers: ["+86 138 #### ####", "138########"],
      given: "伟 芳 娜 秀英 敏 静 强 磊 洋 艳 勇 杰 涛 明 超 霞 平", stems: "王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙"),
    Culture(
      "JP", share: 3, numbers: ["+81 90 #### ####", "090-####-####"],
      given: "さくら 太郎 花子 ゆい はると 陽菜 大輔 みさき 健太 アンナ", stems: "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村"),
    Culture(
      "KR", share: 1, numbers: ["+82 10 #### ####", "010-####-####"],
      given: "민준 서연 지우 하은 도윤 수빈 지훈", stems: "김 이 박 최 정 강 조"),
  ]
}

/// A fictional address book, the same in every run with one seed.
///
/// A smaller book of the same seed is the beginning of a larger one.
public struct SeededBook: Sendable {
  public private(set) var contacts: [Contact] = []
  /// The first entry of the same person, by later entry.
  public private(set) var doubles: [ContactID: ContactID] = [:]
  private let people: RandomStream
  private let normaliser: any PhoneNormaliser
  private var persons: [Person] = []

  /// The time at which the first contact was added; the others follow ten minutes apart.
  private static let start = Instant(milliseconds: 1_700_000_000_000)

  public init(
    count: Int, seed: UInt64, mix: BookMix = BookMix(),
    normaliser: some PhoneNormaliser = DialledDigits()
  ) {
    people = RandomSource(seed: seed).stream(for: 1)
    self.normaliser = normaliser
    contacts.reserveCapacity(count)
    for place in 0..<count { enter(place, mix) }
  }

  private mutating func enter(_ place: Int, _ mix: BookMix) {
    var chance = people[UInt64(place)]
    let id = ContactID(rawValue: UInt64(place))
    let person: Person
    if place > 0, chance.happens(mix.duplicates) {
      let first = chance.pick(below: place)
      person = persons[first].again(from: &chance)
      doubles[id] = doubles[contacts[first].id] ?? contacts[first].id
    } else {
      person = Person(of: mix, beside: persons.last, from: &chance)
    }
    persons.append(person)
    contacts.append(contact(of: person, id: id, from: &chance))
  }

  private func contact(of person: Person, id: ContactID, from chance: inout Draw) -> Contact {
    var circles: CircleSet = []
    for place in UInt8(0)..<6 where chance.happens(0.15) {
      if let circle = CircleID(rawValue: place) { circles.insert(circle) }
    }
    return Contact(
      id: id, name: person.name,
      phones: person.numbers.map { Self.phone($0.text, $0.label, by: normaliser) },
      emails: person.emails, addresses: person.addresses,
      birthday: Self.birthday(of: id), circles: circles, hasPhoto: chance.happens(0.3),
      addedAt: Self.start + .minutes(10 * Int64(id.rawValue)))
  }

  /// Returns a birthday for a third of all entries, spread over the year.
  private static func birthday(of id: ContactID) -> Birthday? {
    guard id.rawValue % 3 == 0 else { return nil }
    return Birthday(month: UInt8(1 + id.rawValue / 3 % 12), day: UInt8(1 + id.rawValue / 36 % 28))
  }

  private static func phone(
    _ text: String, _ label: Phone.Label, by normaliser: some PhoneNormaliser
  ) -> Phone { Phone(text, label: label, normaliser: normaliser) }

  /// Returns a hundred changes as a device reports them: sixty edited, twenty new, twenty removed.
  func changes(_ number: Int) -> SyncDelta {
    var chance = people[UInt64(number), 1]
    var delta = SyncDelta()
    for _ in 0..<60 {
      var contact = chance.pick(contacts)
      contact.name.family += chance.pick([" Jr", "-Lee", " II", "son"])
      delta.contacts.append(contact)
    }
    for place in 0..<20 {
      let id = ContactID(rawValue: UInt64(1_000_000 + 20 * number + place))
      let person = Person(of: BookMix(), beside: nil, from: &chance)
      delta.contacts.append(contact(of: person, id: id, from: &chance))
    }
    let named = Set(delta.contacts.map(\.id))
    delta.removed = (0..<20).map { _ in chance.pick(contacts).id }.filter { !named.contains($0) }
    return delta
  }
}

/// The text typed into a search bar, keystroke by keystroke, in searches for people of a book.
public struct Typing: Sendable {
  /// The kind of text that a person is searched by.
  public enum Way: String, CaseIterable, Sendable {
    case given
    case fullName
    case family
    case mistyped
    case nickname
    case number
    case email
    case nobody
  }

  /// A complete search text, and the contact that it should find.
  public struct Search: Sendable {
    public let way: Way
    public let text: String
    public let meant: ContactID?
  }

  public private(set) var searches: [Search] = []

  /// Creates `count` searches for people of the book, by each way in turn.
  public init(_ count: Int, in contacts: [Contact], seed: UInt64) {
    let stream = RandomSource(seed: seed).stream(for: 2)
    let named = contacts.filter { $0.name.given.count > 1 && !$0.name.family.isEmpty }
    guard !named.isEmpty else { return }
    for number in 0..<count {
      var chance = stream[UInt64(number)]
      let way = Way.allCases[number % Way.allCases.count]
      let person = Self.candidate(for: way, among: named, from: &chance)
      if let text = Self.text(way, for: person, from: &chance) {
        searches.append(Search(way: way, text: text, meant: way == .nobody ? nil : person.id))
      }
    }
  }

  private static func candidate(
    for way: Way, among named: [Contact], from chance: inout Draw
  ) -> Contact {
    let first = chance.pick(below: named.count)
    let places = (0..<named.count).lazy.map { (first + $0) % named.count }
    let place = places.first { place in
      let contact = named[place]
      return switch way {
      case .nickname: Person.nicknames[contact.name.given] != nil
      case .email: !contact.emails.isEmpty
      case .mistyped: contact.name.family.count > 5
      default: true
      }
    }
    return named[place ?? first]
  }

  private static func text(_ way: Way, for person: Contact, from chance: inout Draw) -> String? {
    switch way {
    case .given: person.name.given
    case .fullName: "\(person.name.given) \(person.name.family)".lowercased()
    case .family: person.name.family.lowercased()
    case .mistyped: Person.mistyped(person.name.family, from: &chance)
    case .nickname: Person.nicknames[person.name.given]
    case .number:
      // As on a business card: without the country, and with separators.
      person.phones.first.map { phone in
        let digits = phone.text.filter { $0.isNumber }.suffix(7)
        return "\(digits.prefix(3)) \(digits.dropFirst(3))"
      }
    case .email: person.emails.first
    case .nobody: chance.pick(["xyzzy", "qqqq", "zzyzx road", "wqx"])
    }
  }

  /// The text of the bar after each keystroke; in some searches two letters are deleted again.
  public var keystrokes: [String] {
    searches.enumerated().flatMap { number, search in
      let texts = search.text.indices.map { String(search.text[...$0]) }
      guard number % 4 == 3, texts.count > 4 else { return texts }
      return texts.prefix(4) + [texts[2], texts[1]] + texts[2...]
    }
  }
}
