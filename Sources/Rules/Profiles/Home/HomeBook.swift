public import AddressBooks
public import HomeSections
public import Vocabulary

/// An address book, and in step with it the facts about each contact that the sections read.
public struct HomeBook: Sendable {
  /// The contacts, with the order of their list and the index of their search.
  public private(set) var book: AddressBook
  /// The contacts in the order of `facts`: by name at first, later ones behind.
  public private(set) var ids: [ContactID] = []
  /// The facts about each contact.
  public internal(set) var facts: [SectionContact] = []
  /// The additions of the network that the user has not viewed, the oldest first.
  private(set) var news: [ContactID: [NetworkAddition]] = [:]
  private var places: [ContactID: Int] = [:]

  /// Creates the facts of a book without news.
  public init(_ book: AddressBook) {
    self.book = book
    ids.reserveCapacity(book.count)
    facts.reserveCapacity(book.count)
    places.reserveCapacity(book.count)
    for contact in book.contacts { append(contact) }
  }

  /// Returns the place of a contact in `ids` and `facts`; `nil` for one that is not in the book.
  public func place(of id: ContactID) -> Int? { places[id] }

  private mutating func append(_ contact: Contact) {
    places[contact.id] = ids.count
    ids.append(contact.id)
    facts.append(SectionContact(contact))
  }
}

extension HomeBook {
  /// Applies a report of the device.
  @discardableResult
  public mutating func take(_ delta: SyncDelta, at now: Instant) -> BookChange {
    follow(book.take(delta, at: now))
  }

  /// Applies edits of the user.
  @discardableResult
  public mutating func apply(_ edits: [BookEdit]) -> BookChange { follow(book.apply(edits)) }

  /// Adds contacts to a circle.
  @discardableResult
  public mutating func add(_ ids: [ContactID], to circle: CircleID) -> BookChange {
    follow(book.add(ids, to: [circle]))
  }

  /// Removes contacts at the user's request, from this book only.
  @discardableResult
  public mutating func remove(_ ids: [ContactID]) -> BookChange { follow(book.removeByUser(ids)) }

  /// Adds fields of the network to a contact, which then has an update to view.
  public mutating func add(_ additions: [NetworkAddition], to id: ContactID, at now: Instant) {
    guard var contact = book[id], let place = places[id], !additions.isEmpty else { return }
    for addition in additions { contact.add(addition) }
    contact.updatedAt = now
    apply([.put(contact)])
    facts[place].receive(fields: additions.count, from: .network, at: now)
    news[id, default: []] += additions
  }

  /// Records that the user has opened the update of a contact.
  public mutating func view(_ id: ContactID) {
    guard let place = places[id] else { return }
    facts[place].viewUpdate()
    news[id] = nil
  }

  /// Records that the user has opened the list of all updates.
  public mutating func viewAll() {
    facts.viewAllUpdates()
    news = [:]
  }

  private mutating func follow(_ change: BookChange) -> BookChange {
    for id in change.updated {
      if let place = places[id], let contact = book[id] { facts[place].follow(contact) }
    }
    if !change.removed.isEmpty { leave(Set(change.removed)) }
    for id in change.inserted { if let contact = book[id] { append(contact) } }
    return change
  }

  private mutating func leave(_ gone: Set<ContactID>) {
    let kept = ids.indices.filter { !gone.contains(ids[$0]) }
    facts = kept.map { facts[$0] }
    ids = kept.map { ids[$0] }
    places = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    for id in gone { news[id] = nil }
  }
}

/// A field that the app's network adds to a contact.
public enum NetworkAddition: Hashable, Sendable {
  /// The company that the person works for.
  case company(String)
  /// The person's job title, which an address book has no field for.
  case title(String)
  /// A telephone number.
  case phone(String)
  /// An e-mail address.
  case email(String)
  /// The birthday.
  case birthday(Birthday)

  /// The field that is marked as the network's.
  public var field: ContactField {
    switch self {
    case .company: .company
    case .title: .title
    case .phone: .phone
    case .email: .email
    case .birthday: .birthday
    }
  }

  /// The name and the value, as the card of the update words them.
  public var words: (name: String, value: String) {
    switch self {
    case .company(let text): (worded("Company"), text)
    case .title(let text): (worded("Title"), text)
    case .phone(let text): (worded("Phone"), text)
    case .email(let text): (worded("Email"), text)
    case .birthday(let date):
      // The year 2000 has every day; the words before the comma leave it out.
      (
        worded("Birthday"),
        String(
          CivilDate(year: 2000, month: Int(date.month), day: Int(date.day)).inWords
            .prefix { $0 != "," })
      )
    }
  }
}

extension Contact {
  /// Adds a field of the network; what the user or the device has entered stays.
  mutating func add(_ addition: NetworkAddition) {
    enriched.insert(addition.field)
    switch addition {
    case .company(let text): if name.organisation.isEmpty { name.organisation = text }
    case .title: break
    case .phone(let text): phones.append(Phone(text))
    case .email(let text): emails.append(text)
    case .birthday(let date): if birthday == nil { birthday = date }
    }
  }
}
