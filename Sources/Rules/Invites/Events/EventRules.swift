public import Vocabulary

/// The rule book of event names, properties and identities.
public enum EventRules {
  public static let all: [Rule] =
    rinNames + productNames + designNames + particulars + identities + exporting + rinProperties
    + otherProperties + counting
}
