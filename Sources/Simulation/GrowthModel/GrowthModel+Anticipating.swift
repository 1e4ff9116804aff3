extension GrowthModel {
  /// Prefetches the records of the event's people.
  ///
  /// With a million people, waiting for memory would take most of the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .share, .home: members.prefetch(event.subject)
    case .tap, .launch:
      people.prefetch(event.subject)
      if event.sender != GrowthEvent.none {
        members.prefetch(event.sender)
      }
    case .organic, .crowd, .deletion, .accept: break
    }
  }

  /// Prefetches the record that belongs to the event's person: the member, or the newest click.
  public func prepare(_ event: GrowthEvent) {
    switch event.kind {
    case .tap, .launch:
      if event.kind == .launch, event.sender != GrowthEvent.none {
        // The credited inviter is looked up by person, and is most often the sender.
        people.prefetch(members[Int(event.sender)].person)
        rest.prefetch(event.sender)
      }
      let record = people[Int(event.subject)]
      if record.isMember {
        members.prefetch(record.member)
      } else if record.firstClick != ClickLists.none {
        clicks.prefetch(record.firstClick)
      }
    default: break
    }
  }
}
