import Invites
import Vocabulary

extension Setting {
  static let links: [Setting] = [
    row("app.name", "CNF-03", \.app.name, .words),
    row("link.host", "CNF-03", \.app.host, .host),
    row("link.scheme", "CNF-03", \.app.scheme, .scheme, silent: .product, .design),
    row("link.format", "CNF-03", \.link.format, .choice),
    row("link.signature", "CNF-03", \.link.signature, .none(or: .choice), silent: .design),
    row(
      "link.signedQueryCarriesCode", "CNF-03", \.link.signedQueryCarriesCode, .none(or: .flag)),
    row("link.codeScope", "CNF-04", \.link.codeScope, .choice),
    row("link.refreshAllowed", "CNF-04", \.link.refreshAllowed, .flag, silent: .product, .design),
    row("link.maxAcceptances", "CNF-05", \.link.maxAcceptances, .none(or: .count(from: 1))),
    row("link.onExhausted", "CNF-05", \.link.onExhausted, .none(or: .choice)),
    row("link.expiryDays", "CNF-02", \.link.expiry, .none(or: .days)),
    row(
      "link.expiryCheckedAt", "CNF-02", \.link.expiryCheckedAt, .none(or: .choice),
      silent: .product),
    row("link.expiredBehaviour", "CNF-14", \.link.broken.expired, .choice),
    row(
      "link.unknownBehaviour", "CNF-14", \.link.broken.unknown, .choice,
      silent: .product, .design),
    row("link.tamperedBehaviour", "CNF-14", \.link.broken.tampered, .none(or: .choice)),
    row("link.createAt", "CNF-56", \.link.createAt, .choice),
  ]
}

extension ConflictRules {
  static let links: [Rule] = [
    Rule(
      "CNF-03",
      "What a link looks like and whether it is signed: link.format, link.signature and their kin."),
    Rule(
      "CNF-04", "Whose a code is, and whether it may change: link.codeScope, link.refreshAllowed."),
    Rule(
      "CNF-05",
      "How many people one link may bring, and what the next one gets: link.maxAcceptances."),
    Rule(
      "CNF-02",
      "How long a link lives and how long its clicks earn credit: link.expiryDays, attribution.windowDays."
    ),
  ]
}
