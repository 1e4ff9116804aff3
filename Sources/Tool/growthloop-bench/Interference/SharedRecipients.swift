internal import RandomStreams

/// Invites that meet at the same recipients, each of whom joins once.
///
/// In control a recipient receives a Poisson number of invites that would make it join; a treated
/// inviter sends more of them. The first to arrive earns the join.
public struct SharedRecipients: Sendable, Hashable {
  /// The mean number of converting invites that a recipient receives in control.
  public let density: Double
  /// The proportion by which a treated inviter sends more of them.
  public let lift: Double
  /// The proportion of inviters, or of communities, that are treated.
  public let treatedShare: Double

  /// Creates a market with positive density.
  public init(density: Double, lift: Double, treatedShare: Double = 0.5) {
    precondition(density > 0 && lift > -1, "a density of \(density) with a lift of \(lift)")
    precondition(
      treatedShare > 0 && treatedShare < 1, "a share lies between 0 and 1, not at \(treatedShare)")
    self.density = density
    self.lift = lift
    self.treatedShare = treatedShare
  }

  /// The relative effect on joins when all inviters are treated, against none.
  public var truth: Double {
    Double.expMinusOne(-density * (1 + lift)) / Double.expMinusOne(-density) - 1
  }

  /// The relative difference of credited joins between inviters that were drawn one by one.
  ///
  /// It is the lift of invites, whatever the density: both arms lose the same part of their invites
  /// to recipients that have joined.
  public var byInviter: Double { lift }

  /// The absolute difference of credited joins per inviter, drawn one by one.
  public var differenceByInviter: Double {
    density * lift * Self.credited(density * (1 + treatedShare * lift))
  }

  /// The absolute effect on joins per recipient when all inviters are treated, against none.
  public var trueDifference: Double {
    Double.exp(-density) - Double.exp(-density * (1 + lift))
  }

  /// Returns the relative difference between inviters of treated communities and of others, where
  /// the proportion `leak` of all invites goes to recipients of any community.
  public func byCommunityOfInviters(leak: Double) -> Double {
    let (treated, control) = densities(leak: leak)
    let (ours, theirs) = (Self.credited(treated), Self.credited(control))
    let anywhere = treatedShare * ours + (1 - treatedShare) * theirs
    return (1 + lift) * ((1 - leak) * ours + leak * anywhere)
      / ((1 - leak) * theirs + leak * anywhere) - 1
  }

  /// Returns the relative difference between recipients of treated communities and of others.
  ///
  /// It is also that of ego-clusters on recipients that lose the proportion `leak` of their edges.
  public func byCommunityOfRecipients(leak: Double) -> Double {
    let (treated, control) = densities(leak: leak)
    return Double.expMinusOne(-treated) / Double.expMinusOne(-control) - 1
  }

  /// The densities that recipients of a treated community meet, and those of another.
  private func densities(leak: Double) -> (treated: Double, control: Double) {
    let leaked = leak * (1 + treatedShare * lift)
    return (
      density * ((1 - leak) * (1 + lift) + leaked), density * (1 - leak + leaked)
    )
  }

  /// Returns the chance that an invite earns the join of its recipient: (1 − e⁻ˣ) / x.
  static func credited(_ density: Double) -> Double { -Double.expMinusOne(-density) / density }
}
