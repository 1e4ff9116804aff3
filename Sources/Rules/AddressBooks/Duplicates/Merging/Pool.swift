/// The different values of several contacts in the order of their first owners.
struct Pool<Value> {
  private(set) var values: [Value] = []
  /// Who had each value.
  private(set) var owners: [[ContactID]] = []

  /// Gathers values; those with the same `key` are one.
  init<Key: Hashable>(
    of contacts: [Contact], _ part: (Contact) -> [Value], key: (Value) -> Key
  ) {
    var places: [Key: Int] = [:]
    for contact in contacts {
      for value in part(contact) {
        let key = key(value)
        if let place = places[key] {
          if owners[place].last != contact.id { owners[place].append(contact.id) }
        } else {
          places[key] = values.count
          values.append(value)
          owners.append([contact.id])
        }
      }
    }
  }
}
