public import AddressBooks
import Vocabulary

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
    case .company(let text): ("Company", text)
    case .title(let text): ("Title", text)
    case .phone(let text): ("Phone", text)
    case .email(let text): ("Email", text)
    case .birthday(let date):
      // The year 2000 has every day; the words before the comma leave it out.
      (
        "Birthday",
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
