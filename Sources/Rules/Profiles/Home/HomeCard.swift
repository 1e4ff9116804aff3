public import AddressBooks
public import HomeSections
import Vocabulary

/// A card in a section of the home tab, ready to be drawn, with the contact it is about.
public struct HomeCard: Hashable, Sendable {
  /// The words and the picture of the card, by its section.
  public enum Face: Hashable, Sendable {
    /// A card of Needs Attention; a pair's has a label of its own for a screen reader.
    case attention(AttentionCard, spoken: SpokenLabel?)
    /// The card of a changed score.
    case score(ScoreCard)
    /// A birthday or a reminder.
    case upcoming(UpcomingCard, UpcomingCard.Event)
    /// A new contact.
    case recent(RecentCard)
    /// What the network has added to a contact.
    case enriched(EnrichmentCard)
    /// Contacts that may belong in a circle.
    case proposal(CircleProposal)
  }

  /// What the card shows.
  public let face: Face
  /// The contact that the card is about, the first of a pair; `nil` for score and circles.
  public let contact: ContactID?
}

extension HomeModel {
  /// Returns the cards of a section, in their order.
  func cards(_ kind: SectionKind, of input: HomeInput, _ contents: SectionContents, at now: Instant)
    -> [HomeCard]
  {
    switch kind {
    case .needsAttention: contents.attention.compactMap { attentionCard($0, of: input) }
    case .scoreChanged:
      score.flatMap { ScoreCard($0, tier: tier, app: profile.app.name) }
        .map { [HomeCard(face: .score($0), contact: nil)] } ?? []
    case .upcoming: contents.upcoming.compactMap { upcomingCard($0, of: input, at: now) }
    case .recentlyAdded: contents.recent.compactMap { recentCard(input.ids[$0], at: now) }
    case .enrichmentUpdates: contents.enriched.compactMap { enrichmentCard(input.ids[$0]) }
    case .suggestedCircles:
      contents.proposals.map {
        HomeCard(face: .proposal(input.matters.proposals[$0]), contact: nil)
      }
    }
  }

  private func title(_ id: ContactID) -> String { home.book[id]?.title ?? "" }

  private func attentionCard(
    _ item: SectionContents.AttentionItem, of input: HomeInput
  ) -> HomeCard? {
    switch item {
    case .conflict(let place):
      return conflicts[input.conflicts[place]].map { conflict in
        HomeCard(
          face: .attention(
            .conflict(
              title(conflict.contact), field: conflict.field, between: conflict.sources[0],
              and: conflict.sources[1]), spoken: nil),
          contact: conflict.contact)
      }
    case .suggestion(let place):
      let pair = input.pairs[place]
      let (first, second) = (title(pair.entries.first), title(pair.entries.second))
      return HomeCard(
        face: .attention(
          .duplicate(
            first, second, confidence: pair.confidence, evidence: pair.evidence.members.map(\.word)),
          spoken: .duplicate(first, second, confidence: pair.confidence)),
        contact: pair.entries.first)
    case .incomplete(let place):
      let id = input.ids[place]
      return HomeCard(face: .attention(.incomplete(title(id)), spoken: nil), contact: id)
    }
  }

  private func upcomingCard(
    _ item: SectionContents.UpcomingItem, of input: HomeInput, at now: Instant
  ) -> HomeCard? {
    let today = CivilDate(of: now, in: zone)
    switch item {
    case .birthday(let place, let date):
      return home.book[input.ids[place]].map {
        HomeCard(
          face: .upcoming(
            UpcomingCard(.birthday, of: $0.title, avatar: $0.avatar, on: date, today: today),
            .birthday), contact: $0.id)
      }
    case .reminder(let place, let date):
      let reminder = input.reminders[place]
      return home.book[reminder.contact].map {
        HomeCard(
          face: .upcoming(
            UpcomingCard(
              .reminder, of: $0.title, avatar: $0.avatar, note: reminder.reminder.text, on: date,
              today: today), .reminder), contact: $0.id)
      }
    }
  }

  private func recentCard(_ id: ContactID, at now: Instant) -> HomeCard? {
    home.book[id].map {
      HomeCard(
        face: .recent(
          RecentCard(name: $0.title, avatar: $0.avatar, addedAt: $0.addedAt, at: now)),
        contact: id)
    }
  }

  private func enrichmentCard(_ id: ContactID) -> HomeCard? {
    home.book[id].map {
      HomeCard(
        face: .enriched(
          EnrichmentCard(
            name: $0.title, avatar: $0.avatar, fields: (home.news[id] ?? []).map(\.words),
            app: profile.app.name)), contact: id)
    }
  }
}

extension DuplicateEvidence {
  /// The word of the evidence on a card: "Phone".
  public var word: String {
    switch self {
    case .phone: "Phone"
    case .email: "Email"
    case .name: "Name"
    case .address: "Address"
    }
  }
}
