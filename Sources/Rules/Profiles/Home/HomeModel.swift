public import AddressBooks
public import HomeSections
public import Vocabulary

/// The home tab over time: what an app keeps of it, by the rules of all its parts.
///
/// Events go in by `receive(_:at:)`; `screen(at:)` is what stands on the tab then.
public struct HomeModel: Sendable {
  /// The settings that the tab follows.
  public let profile: Profile
  /// The contacts, with what the sections read of them.
  public internal(set) var home: HomeBook
  /// The user's circles, in their order.
  public let circles: [ListCircle]
  /// The clock of the place where the user lives.
  public let zone: CivilZone
  /// The app's permission to read the device's address book.
  public var access: ContactsAccess

  var shelf = SectionShelf()
  var options: ListOptions
  var review = DuplicateReview()
  var merges = MergeLedger()
  var conflictReview = ConflictReview()
  var conflicts: [UInt64: HomeConflict] = [:]
  var patterns = CirclePatternSearch()
  var proposals: [CircleProposal] = []
  var dismissed = DismissedProposals()
  var reminders: [HomeReminder] = []
  var score: ScoreWatch?
  var tier = ""
  var badge = TabBadge()
  var search = SearchMode()
  var found = SearchMode.Shown.wholeList
  var selection = MultiSelect()
  var exposures: [SectionKind: SectionExposure] = [:]
  var statusBar = SyncStatusBar()
  var syncs = SyncHistory()
  var syncingSince: Instant?
  var isSyncOfTab = false
  var isOffline = false
  var showsAllSections = false
  var hasPrompt = false

  /// Creates the tab of a user; the book and the pairs are those of an earlier sync, if any.
  public init(
    _ profile: Profile, _ book: AddressBook = AddressBook(), circles: [ListCircle] = [],
    pairs: [DuplicatePair] = [], access: ContactsAccess = .authorized, zone: CivilZone
  ) {
    self.profile = profile
    home = HomeBook(book)
    self.circles = circles
    self.access = access
    self.zone = zone
    options = profile.listOptions
    review.receive(pairs)
  }
}

extension HomeModel {
  /// What an app stores of the tab from launch to launch, beside the contacts.
  public struct Stored: Hashable, Sendable {
    /// The collapsed and hidden sections, by `SectionShelf.rawValue`.
    public var shelf: String
    /// Grouping, order and filter of the list, by `ListOptions.rawValue`.
    public var list: String

    /// Creates what was stored before.
    public init(shelf: String, list: String) {
      self.shelf = shelf
      self.list = list
    }
  }

  /// The stored part at present.
  public var stored: Stored { Stored(shelf: shelf.rawValue, list: options.rawValue) }

  /// Takes over what was stored; an unreadable part is as at first.
  public mutating func restore(_ stored: Stored) {
    shelf = SectionShelf(rawValue: stored.shelf) ?? SectionShelf()
    options = ListOptions(rawValue: stored.list) ?? profile.listOptions
  }
}

/// A conflict that a sync left to the user.
public struct HomeConflict: Hashable, Sendable {
  /// The contact whose sources differ.
  public let contact: ContactID
  /// The field that differs, as the card words it: "Name".
  public let field: String
  /// The two sources, as the card words them: "Phone", "Rin".
  public let sources: [String]

  /// Creates a conflict between two sources.
  public init(_ contact: ContactID, field: String, between first: String, and second: String) {
    self.contact = contact
    self.field = field
    sources = [first, second]
  }
}

/// A reminder that the user wrote on the page of a contact.
public struct HomeReminder: Hashable, Sendable {
  /// The contact on whose page it was written.
  public let contact: ContactID
  /// When it is due, and its words.
  public var reminder: Reminder

  /// Creates a reminder about a contact.
  public init(_ contact: ContactID, _ reminder: Reminder) {
    self.contact = contact
    self.reminder = reminder
  }
}
