import Vocabulary

extension MultiSelect {
  /// Returns the title of the navigation bar: the app's name, or the number of selected contacts.
  public func title(app: String) -> String {
    isActive ? "\(selected.count) Selected" : app
  }

  /// Returns the text of the alert before the selected contacts are removed from the app.
  public func removalAlert(app: String) -> String {
    // Ours: the singular.
    let contacts = selected.count == 1 ? "contact" : "contacts"
    return "Remove \(selected.count) \(contacts) from \(app)? This cannot be undone."
  }

  /// The buttons at the end of the navigation bar; they replace the menu.
  public var buttons: [HomeTab.Button] { buttons(by: .longPress) }

  /// Returns the buttons where `entry` leads into the mode.
  public func buttons(by entry: Entry?) -> [HomeTab.Button] {
    if isActive { return [.done, .selectAll] }
    return entry == .selectButton ? [.select, .add] : [.add]
  }

  /// The toolbar above the tab bar.
  public var toolbar: [Tool] { isActive ? Tool.allCases : [] }

  /// Whether rows begin with a box.
  public var showsBoxes: Bool { isActive }

  /// The tools whose use is counted.
  public static let trackedTools: [Tool] = [.addToCircle, .delete]
}

extension AddressBook {
  /// Adds contacts to circles, and keeps their present circles.
  @discardableResult
  public mutating func add(
    _ ids: some Sequence<ContactID>, to circles: CircleSet
  ) -> BookChange {
    apply(
      ids.compactMap { self[$0] }.map { contact in
        var contact = contact
        contact.circles = contact.circles.union(circles)
        return .put(contact)
      })
  }
}

extension ContactRules {
  static let selection: [Rule] = [
    Rule("SEL-01", "A long press on a row begins selecting, with that contact."),
    Rule("SEL-02", "So does \"Select\" in the menu, without a contact."),
    Rule("SEL-03", "While selecting, \"Done\" and \"Select All\" stand where \"+ Add\" stood."),
    Rule("SEL-04", "Every row then begins with a box."),
    Rule("SEL-05", "The title is the number of the selected: \"3 Selected\"."),
    Rule("SEL-06", "The buttons are \"Done\" and \"Select All\"."),
    Rule("SEL-07", "A tap selects or deselects, and opens no contact."),
    Rule("SEL-08", "\"Select All\" selects whom the list shows under its filter."),
    Rule("SEL-09", "A toolbar has \"Add to Circle\", \"Delete\" and \"More...\"."),
    Rule("SEL-15", "\"Done\", a tap outside and a swipe back end the mode."),
    Rule("ROW-09", "Outside the mode a tap opens the contact."),
  ]

  static let deletion: [Rule] = [
    Rule("SEL-10", "\"Add to Circle\" asks for circles, and the selected join them."),
    Rule("SEL-11", "\"Delete\" asks first, and says that it cannot be undone."),
    Rule("SEL-13", "No contact is removed before the user confirms it."),
    Rule("SEL-14", "\"More...\" offers \"Export vCards\" and \"Share\"."),
    Rule("SEL-16", "Adding to a circle and deleting are counted; exporting and sharing are not."),
  ]
}
