public import AddressBooks
public import HomeSections
public import Vocabulary

extension HomeModel {
  /// An event that concerns the tab: of the app and its data, of the sections, or of the list.
  public enum Event: Hashable, Sendable {
    /// The app was launched: what lasts until a launch ends.
    case launched
    /// Onboarding has ended, and the tab becomes visible for the first time.
    case onboarded
    /// The app came to the foreground.
    case foregrounded
    /// The tab became visible.
    case appeared
    /// The user pulled the content down.
    case pulled
    /// A sync has succeeded, with these results.
    case synced(Report)
    /// A sync has failed.
    case syncFailed
    /// The network came or went.
    case connectivityChanged(isOnline: Bool)
    /// The daily batch has computed the score, with the name of its tier.
    case scored(Int, tier: String)
    /// The user entered a contact, or saved one again.
    case entered(Contact)
    /// The user wrote a reminder on the page of a contact.
    case reminded(HomeReminder)
    /// The app looks for patterns in the background, if that is due.
    case background
    /// A prompt's card waits for its place, or no longer does.
    case prompt(isWaiting: Bool)
    /// A link was opened.
    case followed(String)

    /// A gesture on the header of a section.
    case gesture(SectionGesture, on: SectionKind)
    /// The switch of a section in Settings > Home Sections.
    case shownAgain(SectionKind)
    /// A tap on a card, or on one of its buttons; cards count from 1 in their section.
    case card(Int, of: SectionKind, CardAction)
    /// The consent on the review of a proposed circle, without the contacts left out there.
    case proposalConfirmed(Int, leavingOut: [ContactID])
    /// The link to a section's items without a card.
    case seeAll(SectionKind)
    /// The link to the sections beyond the third.
    case moreSections
    /// The proportion of a section in sight.
    case inSight(SectionKind, Double)

    /// A tap on the search bar.
    case searchBegan
    /// The text in the search bar after a keystroke.
    case typed(String)
    /// The end of the search.
    case searchCancelled
    /// Another choice in the options of the list.
    case chosen(ListChoice)
    /// A gesture on a row, or on a control of the selection.
    case selecting(MultiSelect.Event)
    /// A circle that the user picked for the selected contacts.
    case circlePicked(CircleID)
    /// A tap on "+ Add".
    case addTapped
  }

  /// A choice in the options of the list.
  public enum ListChoice: Hashable, Sendable {
    /// The kind of headings.
    case grouping(ListOptions.Grouping)
    /// The order under each heading.
    case sort(ListOptions.Sort)
    /// A chip of the filter, chosen or no longer chosen.
    case circle(CircleID)
  }

  /// A part of a card that the user taps.
  public enum CardAction: String, CaseIterable, Sendable {
    /// The card itself, or its button "View".
    case view
    /// The button "Merge", "Not Same" or "Skip" of a pair.
    case merge, notSame, skip
    /// The button "Resolve" or "Not Now" of a conflict.
    case resolve, notNow
    /// The button "Review" of a proposed circle.
    case review
    /// The button "Dismiss" of a proposed circle or an upcoming event.
    case dismiss
  }

  /// The results of a sync.
  public struct Report: Hashable, Sendable {
    /// New, changed and deleted contacts.
    public var delta = SyncDelta()
    /// The fields that the network has added.
    public var additions: [Addition] = []
    /// The pairs of entries that may be one person; `nil` if the search found what it did before.
    public var pairs: [DuplicatePair]?
    /// The conflicts that wait for the user, by the app's ids.
    public var conflicts: [UInt64: HomeConflict] = [:]

    /// The fields that the network has added to one contact.
    public struct Addition: Hashable, Sendable {
      /// The contact.
      public let contact: ContactID
      /// The fields, in the order of the card's lines.
      public let fields: [NetworkAddition]

      /// Creates the fields of a contact.
      public init(_ contact: ContactID, _ fields: [NetworkAddition]) {
        self.contact = contact
        self.fields = fields
      }
    }

    /// Creates a report without news.
    public init() {}
  }
}

extension HomeModel {
  /// The answer to an event: where it leads, what the app logs, and by which rule.
  public struct Answer: Hashable, Sendable {
    /// The destination of a tap; `nil` for an event that leads nowhere.
    public var route: HomeRoute?
    /// The choices that a gesture offers.
    public var offered: [String] = []
    /// The steps of following a link, without the event that they log.
    public var steps: [HomeLink.Step] = []
    /// The effect on the badge; `nil` for an event that is no occasion for it.
    public var badge: TabBadge.Update?
    /// The events that the app logs, in their order.
    public var events: [HomeEvent] = []
    /// The deciding rule; `nil` for an event that decides nothing.
    public var rule: RuleID?
    /// The reason why nothing happens; `nil` if something does.
    public var refusal: Refusal?

    init() {}

    init(_ tap: HomeTap, _ events: HomeEvent?...) {
      route = tap.route
      rule = tap.rule
      self.events = events.compactMap(\.self)
    }

    init(_ refusal: Refusal) {
      self.refusal = refusal
      rule = refusal.rule
    }
  }

  /// The reason why an event has no effect.
  public enum Refusal: String, CaseIterable, Sendable {
    /// The profile has no home tab with sections.
    case noSections
    /// The section is not among those that stand above the list.
    case notShown
    /// The section has no such card.
    case noSuchCard
    /// The card has no such button.
    case noSuchButton
    /// The section has no header to touch.
    case noHeader
    /// The section has no link to more, or no section is behind the link.
    case noLink
    /// A sync is not run now.
    case noSync
    /// The link is none of the tab's.
    case notOurLink
    /// The user has no way to select several contacts.
    case noWayToSelect
    /// The book has no such contact.
    case noSuchContact
    /// The text is searched for before the search bar was tapped.
    case noSearch
    /// No contact is selected that could join the circle.
    case nothingSelected

    /// The rule that withholds the effect.
    public var rule: RuleID {
      switch self {
      case .noSections, .noWayToSelect: "CNF-57"
      case .notShown: "SEC-02"
      case .noSuchCard: "SEC-10"
      case .noSuchButton: "NAT-11"
      case .noHeader: "HID-13"
      case .noLink: "SEC-06"
      case .noSync: "PTR-03"
      case .notOurLink: "DPL-11"
      case .noSuchContact: "HTB-11"
      case .noSearch: "SRH-02"
      case .nothingSelected: "SEL-10"
      }
    }
  }
}
