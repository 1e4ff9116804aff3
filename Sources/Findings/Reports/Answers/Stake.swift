import GrowthloopFindings
import Statistics

/// A metric that someone gains by or loses by.
struct Stake {
  /// The people or the company concerned.
  let party: String
  let metric: String
  /// Whether they gain where it falls.
  let isBetterLow: Bool
  /// The metric as the subject of a sentence.
  let subject: String
  /// Whether it is said although the answer is about the same metric, which names no one.
  let isSaidAgain: Bool

  private init(
    _ party: String, _ metric: String, _ subject: String, betterLow: Bool = false,
    isSaidAgain: Bool = false
  ) {
    self.isSaidAgain = isSaidAgain
    self.party = party
    self.metric = metric
    self.subject = subject
    isBetterLow = betterLow
  }

  private static let all = [
    Stake("Inviters", "credit.lostShare", "the credit that is lost", betterLow: true),
    Stake(
      "Inviters who brought the newcomer", "credit.rightShare",
      "the share of these launches that is credited to them"),
    Stake(
      "Inviters who did not bring the newcomer", "credit.wrongShare",
      "the share of launches that is credited to them",
      isSaidAgain: true),
    Stake(
      "The product", "credit.stolenShare", "credit for launches that no invite led to",
      betterLow: true),
    Stake("The product", "members.invitedHome", "the number of newcomers whom invites bring home"),
    Stake("The product", "use.activeMonthly", "the number of members who are active in a month"),
    Stake("The product", "use.activeDaily", "the number of members who are active on a day"),
    Stake(
      "Members", "prompts.perActiveMonth", "the number of prompts a member sees a month",
      betterLow: true),
    Stake("Members", "flow.seconds.median", "the median time to send", betterLow: true),
    Stake("Inviters", "return.inviterShare", "the share of inviters who come back"),
    Stake("Newcomers", "onboarding.completion", "the share that reaches home"),
    Stake("Newcomers", "after.connected", "the number connected with the inviter who is credited"),
  ]

  /// The greatest number of sentences about gains, and about losses.
  private static let most = 4

  /// Returns who gains and who loses by a variant, the surest first; metrics that are said
  /// already are left out.
  static func sentences(of variant: Variant, besides said: [String]) -> [String] {
    let moved = all.compactMap { stake in
      variant.metrics.first {
        $0.metric == stake.metric && (!said.contains($0.metric) || stake.isSaidAgain)
      }
      .map { (stake: stake, movement: Movement(metric: $0)) }
    }
    let sure = moved.filter(\.movement.isMaterial).sorted {
      $0.movement.metric.standardErrors > $1.movement.metric.standardErrors
    }
    guard !sure.isEmpty else {
      // Beside an effect that is sure, only the others are not shown to have one.
      let isMoved = variant.metrics.contains { said.contains($0.metric) && $0.measured.isSure }
      let (lead, further) = isMoved ? ("Beyond that no one", "further ") : ("No one", "")
      return moved.isEmpty
        ? []
        : [
          "\(lead) is shown to gain or lose: none of \(moved.count.counting("\(further)metric")) of inviters, members, "
            + "newcomers and the product moves surely by 1% or more."
        ]
    }
    let sides = [true, false].map { gain in
      sure.contains { ($0.stake.isBetterLow != $0.movement.rises) == gain && $0.stake.isOfProduct }
    }
    let weighed =
      sides.allSatisfy { $0 }
      ? ["What the product gains is not weighed against what it loses: that is your decision."] : []
    return [true, false].flatMap { gain in
      sure.filter { ($0.stake.isBetterLow != $0.movement.rises) == gain }.prefix(most).map {
        stake, movement in
        "\(stake.party) \(verb(stake.party, gain)): \(stake.subject) \(movement.words)."
      }
    } + weighed
  }

  private var isOfProduct: Bool { party == "The product" }

  private static func verb(_ party: String, _ gain: Bool) -> String {
    (gain ? "gain" : "lose") + (party.hasPrefix("The ") ? "s" : "")
  }
}
