import Attribution
import Vocabulary

extension Setting {
  static let attribution: [Setting] = [
    row("attribution.model", "CNF-01", \.attribution.model, .choice, silent: .product),
    row(
      "attribution.invalidClickDisplaces", "CNF-01", \.attribution.invalidClickDisplaces, .flag,
      silent: .rin, .product, .design),
    row("attribution.windowDays", "CNF-02", \.attribution.window, .none(or: .days)),
    row(
      "attribution.windowEndsAt", "CNF-02", \.attribution.windowEndsAt, .none(or: .choice)),
    row(
      "attribution.windowAppliesToDirectOpen", "CNF-02", \.attribution.windowAppliesToDirectOpen,
      .none(or: .flag), silent: .rin),
    row(
      "attribution.recordDeletedReferrer", "CNF-13", \.attribution.recordsDeletedReferrer, .flag,
      silent: .design),
    row(
      "attribution.selfReferralByDevice", "CNF-51", \.attribution.selfReferralByDevice, .choice,
      silent: .product, .design),
    row("deferred.matcher", "CNF-48", \.deferred.matcher, .choice),
    row("deferred.matchRate", "CNF-48", \.deferred.matchRate, .share),
    row("deferred.falseMatchRate", "CNF-48", \.deferred.falseMatchRate, .share),
  ]

  static let receipt: [Setting] = [
    row("receipt.existingUser", "CNF-07", \.receipt.existingUser, .choice),
    row("receipt.existingUserCredit", "CNF-07", \.receipt.existingUserCredit, .choice),
    row("receipt.alreadyConnectedToast", "CNF-07", \.receipt.alreadyConnectedToast, .flag),
    row("receipt.selfTap", "CNF-12", \.receipt.selfTap, .choice, silent: .product, .design),
    row("receipt.deletedSender", "CNF-13", \.receipt.deletedSender, .choice, silent: .design),
    row(
      "receipt.suspendedSender", "CNF-13", \.receipt.suspendedSender, .choice,
      silent: .rin, .design),
    row(
      "receipt.signedOutExisting", "CNF-51", \.receipt.signedOutExisting, .choice,
      silent: .product, .design),
    row("landing.page", "CNF-15", \.landing.page, .choice),
    row("landing.socialProofLine", "CNF-15", \.landing.socialProofLine, .onOff),
    row("landing.previewFetchCountsAsClick", "CNF-63", \.landing.previewFetchCountsAsClick, .flag),
    row("landing.nonIOS", "CNF-18", \.landing.nonIOS, .choice, silent: .rin, .design),
  ]
}
