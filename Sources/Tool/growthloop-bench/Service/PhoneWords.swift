/// The data that a phone's browser and app send.
enum PhoneWords {
  static let agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
  static let accepted = "it-IT,it;q=0.9"
  static let browser = ["User-Agent: \(agent)", "Accept-Language: \(accepted)"]
  static let previewFetcher = ["User-Agent: facebookexternalhit/1.1"]

  /// The data that the script of a landing page sends.
  static let observed =
    #"{"model":"390x844@3","screen":"390x844@3","timeZone":"Europe/Rome","locale":"it-IT"}"#

  /// The data that the app sends at its launch.
  static let device =
    #"{"platform":"iOS","osVersion":"18.5","model":"390x844@3","screen":"390x844@3","#
    + #""timeZone":"Europe/Rome","language":"it","locale":"it-IT"}"#
}
