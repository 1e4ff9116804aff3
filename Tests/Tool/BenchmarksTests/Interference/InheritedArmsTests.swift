import growthloop_bench
import RandomStreams
import Testing

@Suite("Interference · invitees who inherit the arm of their inviter")
struct InheritedArmsTests {
  @Test(arguments: [(0, 0.2222), (0.5, 0.2899), (0.8, 0.3546), (0.95, 0.3992), (1, 0.4167)])
  func `P-EXP-10 · the difference of descendants, by how many inherit`(
    inheritance: Double, difference: Double
  ) {
    let trees = InheritedArms(control: 0.4, treatment: 0.52, inheritance: inheritance)
    #expect((trees.difference - difference).magnitude < 0.00005)
    #expect((trees.truth - 0.41667).magnitude < 0.00001)
  }

  @Test(arguments: [
    (0.2, 0.26, 0, 0.77), (0.4, 0.52, 0, 0.53), (0.6, 0.78, 0, 0.28), (0.4, 0.52, 0.8, 0.85),
  ])
  func `the part of the truth that is left, also with a community share of 80%`(
    control: Double, treatment: Double, inheritance: Double, part: Double
  ) {
    let trees = InheritedArms(control: control, treatment: treatment, inheritance: inheritance)
    #expect((trees.difference / trees.truth - part).magnitude < 0.005)
  }

  @Test(arguments: [(0.4, 0.52, 0.5556), (0.6, 0.78, 0.6452)])
  func `inherited arms make the treated share grow`(
    control: Double, treatment: Double, share: Double
  ) {
    let trees = InheritedArms(control: control, treatment: treatment, inheritance: 1)
    #expect((trees.treatedShareOfMembers - share).magnitude < 0.00005)
    let fresh = InheritedArms(control: control, treatment: treatment, inheritance: 0)
    #expect((fresh.treatedShareOfMembers - 0.5).magnitude < 1e-12)
  }

  /// The size of a sample whose split is found at p < .001 with a power of 80%.
  @Test(arguments: [
    (0.5556, 1_380.0), (0.6452, 199), (0.505, 170_743), (0.51, 42_683), (0.52, 10_668),
    (0.55, 1_704),
  ])
  func `the members after whom a split is found`(share: Double, members: Double) {
    let reach =
      -Double.normalQuantile(0.0005) * 0.5
      + Double.normalQuantile(0.8) * (share * (1 - share)).squareRoot()
    let size = (reach / (share - 0.5)) * (reach / (share - 0.5))
    #expect((size / members - 1).magnitude < 0.002)
  }

  @Test(arguments: [(0.4, 0.048), (0.5, 0.100)])
  func `an A/A test with inherited arms alarms 48 and 100 times as often as it says`(
    invitees: Double, rate: Double
  ) {
    #expect((InheritedArms.falseAlarmRate(invitees: invitees) - rate).magnitude < 0.0005)
    #expect((InheritedArms.falseAlarmRate(invitees: 0) - 0.001).magnitude < 1e-9)
  }

  @Test func `simulated trees agree`() {
    expectAgreement(.trees, size: 0.004)
  }

  @Test func `simulated splits and alarms agree`() {
    expectAgreement(.sampleRatio, size: 0.05)
  }
}
