public import Vocabulary

/// The rule book of receiving: what someone meets who opens an invite link.
public enum ReceiptRules {
  public static let all: [Rule] =
    decisions + surfaces + states + landing + elsewhere + previews + verification + arrival
}
