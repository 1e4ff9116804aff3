/// What someone is called; a part that is not known is empty.
public struct PersonName: Hashable, Sendable {
  public var given: String
  public var middle: String
  public var family: String
  public var nickname: String
  public var organisation: String

  public init(
    given: String = "", middle: String = "", family: String = "", nickname: String = "",
    organisation: String = ""
  ) {
    self.given = given
    self.middle = middle
    self.family = family
    self.nickname = nickname
    self.organisation = organisation
  }
}
