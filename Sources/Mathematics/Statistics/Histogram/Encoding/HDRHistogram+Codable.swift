/// One text: the compressed encoding of version 2 as base64, as in logs.
extension HDRHistogram: Codable {
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(Base64.encode(compressed()))
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try value.decode(String.self).utf8) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "this is no base64")
    }
    do throws(UnreadableHistogram) {
      try self.init(decoding: bytes)
    } catch {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "\(error)")
    }
  }
}
