public import RandomStreams
import Vocabulary

extension Recipients {
  /// Returns so many times, in days, from a send to the first launch that it leads to.
  ///
  /// The sum of the delays until the tap, the install and the launch, each drawn by itself.
  public func daysToLaunch(_ count: Int) throws(InvalidParameter) -> [Double] {
    let tables = [
      try DelayTable(tapDelay), try DelayTable(installDelay), try DelayTable(launchDelay),
    ]
    let stream = RandomStream(key: 0)
    return (0..<count).map { number in
      tables.indices.reduce(0) {
        let time = tables[$1].time(at: stream.openUniform(UInt64(number), UInt32($1)))
        return $0 + Double(time.milliseconds) / 86_400_000
      }
    }
  }
}
