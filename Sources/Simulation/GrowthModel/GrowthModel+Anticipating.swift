extension GrowthModel {
  /// Brings the people of an event near: with a million of them, waiting for memory would take most of
  /// the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .share, .home: members.bringNear(event.subject, first: Member.hotBytes)
    case .tap, .launch:
      memberOf.bringNear(event.subject)
      firstClick.bringNear(event.subject)
      if event.sender != GrowthEvent.none {
        members.bringNear(event.sender, first: Member.hotBytes)
      }
    case .organic, .crowd, .deletion, .accept: break
    }
  }
}
