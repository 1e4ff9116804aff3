import GrowthloopModel
import Invites

extension Metric {
  /// Invites that members send, in each of the three units that the documents count in.
  static let sending: [Metric] = [
    .share(
      "sends.senderShare", "Members who send", "of active members and months",
      "The share of the active members of a month who began a share in it that sent an invite, over "
        + "all months of 30 days; \(activeMember).",
      "P-MET-01", target: .of(0.15, "P-MET-01")
    ) { ($0.tally.activity.monthlySenders.reduce(0, +), $0.memberMonths) },
    .ratio(
      "sends.perActiveMonth", "Shares a member sends a month",
      "completed shares per active member and month",
      "Completed shares by a way through the app, whatever their recipients, per active member and "
        + "month, over all months of 30 days; copying the link is no share.",
      "KPI-02", "CNF-06", target: .above(1.5, "KPI-02")
    ) { ($0.completions, $0.memberMonths) },
    .ratio(
      "sends.recordsPerActiveMonth", "Shares and copies a month",
      "shares and copies per active member and month",
      "Completed shares and copied links per active member and month, over all months of 30 days.",
      "CNF-06"
    ) { ($0.completions + $0.copies, $0.memberMonths) },
    .ratio(
      "sends.recipientsPerActiveMonth", "People a member invites a month",
      "invited recipients per active member and month",
      "Recipients of invites, each counted every time, per active member and month, over all months "
        + "of 30 days.",
      "KPI-02", "CNF-06"
    ) { ($0.invites, $0.memberMonths) },
    .count(
      "sends.completions", "Invites as shares", "completed shares",
      "Completed shares; copying the link is none.", "CNF-06"
    ) { $0.completions },
    .count(
      "sends.records", "Invites as records", "shares and copies",
      "Completed shares and copied links.", "CNF-06"
    ) { $0.completions + $0.copies },
    .count(
      "sends.recipients", "Invites as recipients", "recipients",
      "Recipients of invites, each counted every time.", "CNF-06", "D-MET-12"
    ) { $0.invites },
    .ratio(
      "sends.perSender", "Invites of a sender", "recipients per sender",
      "Recipients of invites per member who ever sent one.", "D-MET-12"
    ) { ($0.invites, $0.tally.activity.senders) },
    .ratio(
      "sends.perMember", "Invites of a member", "recipients per member",
      "Recipients of invites per member, at home or not, those of the start among them."
    ) { ($0.invites, $0.members) },
  ]
}
