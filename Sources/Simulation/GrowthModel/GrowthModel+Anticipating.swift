extension GrowthModel {
  /// Brings the people of an event near: with a million of them, waiting for memory would take most of
  /// the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .share, .home: members.bringNear(event.subject)
    case .tap, .launch:
      people.bringNear(event.subject)
      if event.sender != GrowthEvent.none {
        members.bringNear(event.sender)
      }
    case .organic, .crowd, .deletion, .accept: break
    }
  }

  /// Brings near what is known of the recipient of an invite: the member, or the newest click.
  public func prepare(_ event: GrowthEvent) {
    switch event.kind {
    case .tap, .launch:
      if event.kind == .launch, event.sender != GrowthEvent.none {
        // Who is credited is told by name, most often this one.
        people.bringNear(members[Int(event.sender)].person)
        rest.bringNear(event.sender)
      }
      let record = people[Int(event.subject)]
      if record.isMember {
        members.bringNear(record.member)
      } else if record.firstClick != ClickLists.none {
        clicks.bringNear(record.firstClick)
      }
    default: break
    }
  }
}
