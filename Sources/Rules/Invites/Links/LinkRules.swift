public import Vocabulary

/// The rule book of codes, links, invite records and limits.
public enum LinkRules {
  public static let all: [Rule] =
    codes + minting + contexts + references + forms + reading + writing + destinations + scope
    + timing + creation + screens + requests + records + resolution + lifecycle + limits + advice
}
