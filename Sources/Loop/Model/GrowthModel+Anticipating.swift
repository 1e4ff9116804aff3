extension GrowthModel {
  /// Prefetches the records of the event's people.
  ///
  /// With a million people, waiting for memory would take most of the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .home: members.prefetch(event.subject)
    case .share:
      members.prefetch(event.subject)
      rest.prefetch(event.subject)
    case .tap, .launch:
      people.prefetch(event.subject)
      invites.prefetch(event.sender)
    case .organic, .crowd:
      if event.sender != GrowthEvent.none { people.prefetch(event.sender) }
    case .deletion, .accept: break
    }
  }

  /// Prefetches the record that belongs to the event's person: the member, or the newest click.
  public func prepare(_ event: GrowthEvent) {
    switch event.kind {
    case .tap, .launch:
      let record = people[Int(event.subject)]
      if record.isMember {
        members.prefetch(record.member)
      } else if record.firstClick != ReceivedInvites.none {
        invites.prefetch(record.firstClick)
      }
    default: break
    }
  }
}
