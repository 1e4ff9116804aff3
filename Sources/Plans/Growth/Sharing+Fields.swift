import GrowthloopFindings
public import GrowthloopModel
import Vocabulary

extension Sharing: ScenarioSection {
  public static let fields: [Field<Sharing>] = inclination + outcome + contacts + times

  private static var inclination: [Field<Sharing>] {
    [
      .parameter(
        "visit", \.visit, .share(),
        "The chance that a session leads to an entry point of sharing without a prompt."),
      .parameter(
        "propensityShape", \.propensityShape, .real(0.01...1_000),
        "How alike members are in this: the shape of a gamma distribution of mean 1.",
        source: "heavy tails in Leskovec 2007 and Iribarren and Moro 2011; the number is assumed"),
      .parameter(
        "promptTap", \.promptTap, .share(), "The chance that a member taps a prompt that is up.",
        source:
          "makes 9.5 % of views a share: Extole has 10 %, from 4.8 to 30 % by industry, Friendbuy 5 to 9 %",
        // As many times a tap as a share, and no more than are left beside the dismissals.
        grade: .c, range: (0.1, 0.6), isSpread: true),
      .parameter(
        "promptDismiss", \.promptDismiss, .share(),
        "The chance that a member dismisses it; the rest ignore it."),
      .parameter(
        "recipients", \.recipients, .real(1...1_000),
        "How many people a completed share reaches, on average and at least one.",
        source:
          "Friendbuy: 1.8 to 2.8 clicks a share, of which a tap of 40 % makes 4.5 to 7 people",
        grade: .c, range: (4.5, 7)),
      .parameter(
        "invitesAtHome", \.invitesAtHome, .real(0...1_000),
        "How many invites a newcomer sends on reaching home, on average: a Poisson number."),
      .parameter(
        "invitesPerDay", \.invitesPerDay, .timesADay(upTo: 1_000),
        "How many invites a day a member sends outside of the app's screens, on average."),
      .parameter(
        "invitesShape", \.invitesShape, .none(or: .real(0.01...1_000)),
        "How alike members are in these two: the shape of a gamma distribution of mean 1, or none where all are the same. Recruits of peer-driven surveys have .72 (New York's jazz musicians, 2001) and 1.0 (Vancouver, 2014)."
      ),
      .parameter(
        "founderFactor", \.founderFactor, .real(0...100),
        "How many times as much members invite whom no invite brought, start members among them: the factor on visit, invitesAtHome and invitesPerDay."
      ),
      .parameter(
        "keenShare", \.keenShare, .share(),
        "The share of members of a keener kind, who invite keenFactor times as much as the others."),
      .parameter(
        "keenFactor", \.keenFactor, .real(0...100),
        "How many times as much these invite: the factor on visit, invitesAtHome and invitesPerDay."
      ),
      .parameter(
        "keenLikeness", \.keenLikeness, .share(),
        "The chance that a member whom an invite brought is of the kind of its sender, keen or not; at 100% both kinds breed true. Others are keen with keenShare."
      ),
      .parameter(
        "mostInvites", \.mostInvites, .none(or: .integer(0...60_000)),
        "How many invites a member has to send in a life, as coupons in a peer-driven survey, or none for no end. No document asks for such a limit."
      ),
      .parameter(
        "noveltyLift", \.noveltyLift, .real(0...100),
        "By how much visit and promptTap are higher for a member who is new: 0.5 for half as much again."
      ),
      .parameter(
        "noveltyHalfLife", \.noveltyHalfLife, .duration(.minutes(1) ... .days(3_650)),
        "How long it takes until half of that is lost."),
      .parameter(
        "dismissalCost", \.dismissalCost, .share(),
        "What a dismissed prompt costs: the share of the member's remaining stay."),
      .parameter(
        "complaintCost", \.complaintCost, .share(),
        "What a report as spam costs: the share of the sender's remaining stay."),
      .section(
        "channels", \.channels, "The weights by which completed shares take their channels."),
    ]
  }

  private static var outcome: [Field<Sharing>] {
    [
      .parameter(
        "proceed", \.proceed, .share(),
        "The chance that an open share screen or picker leads to a share sheet."),
      .parameter(
        "complete", \.complete, .share(),
        "The chance that a share sheet is completed rather than cancelled."),
      .parameter(
        "again", \.again, .share(),
        "The chance that a sheet that was cancelled is opened once more."),
      .parameter(
        "inviteMore", \.inviteMore, .share(),
        "The chance that a member taps Invite More on the screen that confirms a share, and so begins "
          + "another one."),
      .parameter(
        "edit", \.edit, .share(),
        "The chance that a member edits the message before it is sent, on the app's screens or on a contact's page. It counts its taps, takes no time of its own, and changes what the event of the share says."
      ),
      .parameter("copy", \.copy, .share(), "The chance that the link is copied instead."),
      .parameter(
        "pasted", \.pasted, .share(), "The chance that a copied link is passed on."),
      .parameter(
        "untold", \.untold, .share(),
        "The chance that the system does not report where a share went."),
      .parameter("linkFailure", \.linkFailure, .share(), "The chance that creating a link fails."),
      .parameter("retry", \.retry, .share(), "The chance that a failure is tried again."),
      .parameter("offline", \.offline, .share(), "The chance that the phone is offline."),
      .parameter(
        "resume", \.resume, .share(),
        "The chance that a member whose link waited for the network goes on when it is ready."),
    ]
  }

  private static var contacts: [Field<Sharing>] {
    let cluster = "Mulligan on Cluster: from below 40 % cold to 66 % after an explainer"
    return [
      .parameter(
        "grantWithExplainer", \.grantWithExplainer, .share(),
        "The share who allow contacts where the picker explains.", source: cluster, grade: .b,
        range: (0.4, 0.66)),
      .parameter(
        "grantWithoutExplainer", \.grantWithoutExplainer, .share(),
        "The share who allow contacts where the system asks at once.", source: cluster, grade: .b),
      .parameter(
        "skip", \.skip, .share(),
        "The share of the others who skip the explainer; the rest deny the system."),
      .parameter(
        "limitedGrant", \.limitedGrant, .share(),
        "The share of grants that are limited to some contacts."),
      .parameter(
        "limitedContacts", \.limitedContacts, .integer(0...100_000),
        "How many contacts these are at most."),
      .parameter(
        "allowLater", \.allowLater, .share(),
        "The chance that a member without a list of contacts follows the link that allows it."),
      .parameter(
        "contactsFailure", \.contactsFailure, .share(), "The chance that contacts cannot be read."),
      .parameter(
        "heedsWarning", \.heedsWarning, .share(),
        "The chance that a member who is warned of many recipients picks no more of them."),
    ]
  }

  private static var times: [Field<Sharing>] {
    [
      .parameter("perStep", \.perStep, .delay, "How long a tap in a flow takes."),
      .parameter(
        "perSheet", \.perSheet, .delay, "How long the share sheet takes, with what it opens."),
      .parameter("linkTime", \.linkTime, .delay, "How long the service takes to create a link."),
      .parameter(
        "offlineTime", \.offlineTime, .delay, "How long a phone that is offline stays so."),
    ]
  }

  public func check(_ reading: SectionReading<Sharing>) {
    // One billionth of tolerance, so that 0.1 and 0.9 in any spelling add up to 1.
    if promptTap + promptDismiss > 1 + 1e-9 {
      reading.refuse(
        \.promptDismiss, "and promptTap must not exceed 1 together",
        remedy: "the rest ignores the prompt")
    }
    if recipients > 50 {
      reading.warn(
        \.recipients, "is more people a share than any source counts: usually 4.5 to 7",
        remedy: "it is of one share, not of a month")
    }
    if keenFactor != 1, keenShare == 0 {
      reading.warn(
        \.keenFactor, "has no effect: no member is of the keener kind", remedy: "write keenShare")
    } else if keenFactor == 1, keenShare > 0 {
      reading.warn(
        \.keenShare, "has no effect: the keener kind invites as much as others",
        remedy: "write keenFactor")
    }
  }
}
