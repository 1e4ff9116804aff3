import Attribution
import GrowthloopModel
import Statistics
import Vocabulary

extension Metric {
  /// From the invite to home, step by step, and in each meaning of "accepted".
  static let conversion: [Metric] = [
    .share(
      "conversion.tapped", "Links opened", "of recipients",
      "Taps on links per recipient of an invite.",
      "P-MET-02", "CNF-52", "P-DSH-01", target: .of(0.40, "P-MET-02")
    ) { ($0.tally.taps.all, $0.invites) },
    .share(
      "conversion.installed", "Taps that lead to an install", "of taps",
      "Installs that a tap leads to, per tap on a link.", "P-DSH-01"
    ) { ($0.tally.taps.leadToInstall, $0.tally.taps.all) },
    .share(
      "conversion.launched", "Recipients who launch the app", "of recipients",
      "First launches that an invite led to, per recipient of an invite.", "P-DSH-01"
    ) { ($0.tally.launches.invited, $0.invites) },
    .share(
      "conversion.signedUp", "Recipients who sign up", "of recipients",
      "Sign-ups that an invite led to within 7 days of its sending, per recipient.",
      "D-MET-02", "D-MET-13", "CNF-52", target: .above(0.15, "D-MET-02")
    ) { ($0.tally.launches.signedUpInWeek, $0.invites) },
    .share(
      "conversion.accepted", "Accepted, as the profile means it", "of recipients",
      "Newcomers whom an invite led to and who were accepted in the meaning of "
        + "metrics.acceptedMeans, within metrics.acceptanceWindowDays of its sending, per recipient.",
      "CNF-52"
    ) { ($0.tally.launches.accepted, $0.invites) },
    .share(
      "conversion.connected", "Recipients who are connected", "of recipients",
      "Newcomers whom an invite led to and who were connected with the inviter they are credited to, "
        + "per recipient of an invite.", "CNF-52"
    ) { ($0.tally.afterwards.causedConnected, $0.invites) },
    .share(
      "conversion.home", "Recipients who reach home", "of recipients",
      "Newcomers whom an invite brought home, per recipient of an invite.",
      "KPI-03", "P-MET-03", "P-MET-07", "CNF-52", target: .above(0.30, "KPI-03")
    ) { ($0.tally.launches.causedHome, $0.invites) },
    .share(
      "conversion.homeOfTapped", "Taps that bring someone home", "of taps",
      "Newcomers whom an invite brought home, per tap on a link.",
      "P-MET-03", "P-MET-07", target: .of(0.25, "P-MET-03")
    ) { ($0.tally.launches.causedHome, $0.tally.taps.all) },
    .count(
      "conversion.successes", "Successful invites", "newcomers",
      "Newcomers who launched the app, came home and are credited to an inviter, each once: invites "
        + "to which both the install and the end of onboarding are tied.",
      "P-MET-08"
    ) { $0.tally.launches.invitedHome },
    .ratio(
      "conversion.homePerShare", "Newcomers a share brings",
      "newcomers per completed share or copy",
      "Newcomers whom an invite brought home, per completed share or copied link.",
      "KPI-03", "CNF-06"
    ) { ($0.tally.launches.causedHome, $0.completions + $0.copies) },
  ]

  /// The results of taps on links.
  static let recipients: [Metric] = [
    .count("taps.all", "Taps", "taps", "Taps on links.", "P-DSH-01") { $0.tally.taps.all },
    .share(
      "taps.byMembers", "Taps of members", "of taps",
      "The share of taps by people who have the app already."
    ) { ($0.tally.taps.byMembers, $0.tally.taps.all) },
    .share(
      "taps.notOnIOS", "Taps on other phones", "of taps",
      "The share of taps on a phone that the app does not run on."
    ) { ($0.tally.taps.notOnIOS, $0.tally.taps.all) },
    .share(
      "taps.expired", "Taps on expired links", "of taps",
      "The share of taps on a link that had expired."
    ) { ($0.tally.taps.expired, $0.tally.taps.all) },
    .count(
      "taps.recorded", "Clicks recorded", "clicks",
      "Taps that were kept as clicks for attribution, and preview fetches where "
        + "landing.previewFetchCountsAsClick has them kept too."
    ) { $0.tally.taps.recorded + $0.tally.taps.previews },
    .ratio(
      "taps.previews", "Preview fetches", "fetches per recipient",
      "Fetches of a link for its preview, per recipient of an invite."
    ) { ($0.tally.shares.previews, $0.invites) },
    .count(
      "recipients.people", "People invited", "people",
      "People who got an invite, members among them, each once; of a market of more than 131,072 "
        + "people a sample is counted.", "D-RSK-04"
    ) { $0.tally.recipients.inMarket },
    Metric(
      key: "recipients.invitesEach", name: "Invites per person invited",
      unit: "invites per person invited", style: .ratio,
      definition: "Invites per person who got any: what one person is asked in the whole run.",
      answers: ["D-RSK-04"], target: nil, above: 1,
      counts: {
        let recipients = $0.tally.recipients
        return EventCounts(recipients.invites - recipients.people, per: recipients.people)
      }),
    .share(
      "recipients.bySeveral", "Asked by several inviters", "of people invited",
      "The share of people invited whom two inviters or more asked.", "D-RSK-04"
    ) { ($0.tally.recipients.ofSeveral, $0.tally.recipients.people) },
    .share(
      "recipients.toMany", "Shares to more than ten", "of shares that reach somebody",
      "The share of completed shares and passed-on copies with more than ten recipients.",
      "D-RSK-04"
    ) { ($0.tally.shares.toMany, $0.tally.shares.sent) },
    .share(
      "recipients.complaints", "Spam complaints", "of recipients",
      "Invites that their recipient reports as spam, per recipient: a simulation's only "
        + "sign of ratings in the store.",
      "D-MET-09"
    ) { ($0.tally.shares.complaints, $0.invites) },
  ]

  /// Taps by the surface that they open.
  static let surfaces: [Metric] = ReceiptSurface.allCases.map { surface in
    let place = Int(surface.ordinal)
    return .count(
      "surface.\(surface.rawValue)", "Taps that open \(surface.rawValue)", "taps",
      "Taps on links, by members as well, that open \(surface.rawValue) first."
    ) { $0.tally.taps.met[place] }
  }
}
