import Invites
import RandomStreams

/// The distribution of shares over targets.
struct TargetChoice: Hashable, Sendable {
  private let upToMessages: Double
  private let upToWhatsApp: Double
  private let upToTelegram: Double
  private let upToEmail: Double
  private let upToAirDrop: Double

  /// - Throws: `InvalidParameter` unless no weight is negative and their sum is above 0.
  init(_ mix: ChannelMix) throws(InvalidParameter) {
    let weights: [(String, Double)] = [
      ("messages", mix.messages), ("whatsapp", mix.whatsapp), ("telegram", mix.telegram),
      ("email", mix.email), ("airdrop", mix.airdrop), ("other", mix.other),
    ]
    for (name, weight) in weights where !(weight >= 0 && weight < .infinity) {
      throw InvalidParameter(name, is: weight, allowed: "at least 0 and finite")
    }
    let sum = weights.reduce(0) { $0 + $1.1 }
    guard sum > 0, sum < .infinity else {
      throw InvalidParameter("channels", is: sum, allowed: "weights with a sum above 0")
    }
    upToMessages = mix.messages / sum
    upToWhatsApp = upToMessages + mix.whatsapp / sum
    upToTelegram = upToWhatsApp + mix.telegram / sum
    upToEmail = upToTelegram + mix.email / sum
    upToAirDrop = upToEmail + mix.airdrop / sum
  }

  /// Returns the target at the proportion `place`, from 0 to 1, of all shares.
  func target(at place: Double) -> ShareTarget {
    if place < upToMessages { return .messages }
    if place < upToWhatsApp { return .whatsapp }
    if place < upToTelegram { return .telegram }
    if place < upToEmail { return .email }
    return place < upToAirDrop ? .airdrop : .otherInstalled
  }
}
