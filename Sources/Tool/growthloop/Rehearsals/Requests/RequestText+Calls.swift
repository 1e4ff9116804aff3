import GrowthloopTransport
import GrowthloopFindings
import GrowthloopLinkService
import Vocabulary

extension RequestText {
  /// A request of `call` that takes place at `moment` of the rehearsal.
  init(_ call: ServiceCall, at path: String, _ moment: Instant) {
    self = RequestText(call.method.rawValue, path, host: "localhost")
      .with(ServiceCall.momentHeader, moment.iso8601)
  }

  /// Returns the request as the browser of `device` sends it.
  consuming func from(_ device: Device) -> RequestText {
    with("X-Forwarded-For", device.address).with("User-Agent", device.userAgent)
      .with("Accept-Language", device.locale)
  }

  /// Returns the request with a body of these fields; `nil` leaves one out.
  consuming func with(_ fields: FieldValue?...) -> RequestText {
    with(Members(fields))
  }

  consuming func with(_ body: Members) -> RequestText {
    with("Content-Type", "application/json").with(body: body.json.json)
  }
}
