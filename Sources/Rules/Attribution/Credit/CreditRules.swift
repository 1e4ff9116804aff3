public import Vocabulary

/// The rules by which credit is given.
public enum CreditRules {
  public static let all: [Rule] = deciding + progress
}
