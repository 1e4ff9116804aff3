/// A closed form beside the simulation of its mechanism.
public struct ClosedFormCheck: Sendable, Hashable, Encodable {
  /// The mechanism, such as "shared recipients".
  public let mechanism: String
  /// The quantity and its parameters.
  public let quantity: String
  /// The value by the closed form.
  public let closedForm: Double
  /// The value in the simulation.
  public let simulated: Double
  /// The standard error of the simulated value.
  public let standardError: Double

  /// Creates a check of a closed form against a simulated value.
  public init(
    _ mechanism: String, _ quantity: String, closedForm: Double, _ simulation: SimulatedValue
  ) {
    self.mechanism = mechanism
    self.quantity = quantity
    self.closedForm = closedForm
    simulated = simulation.value
    standardError = simulation.standardError
  }

  /// The distance of the simulated value from the closed form, in standard errors.
  public var z: Double { (simulated - closedForm) / standardError }

  /// The greatest standard error that says enough: .003, and .001 for values below .1.
  public var standardErrorLimit: Double { closedForm.magnitude < 0.1 ? 0.001 : 0.003 }

  /// Whether the two differ by at most four standard errors.
  public var agrees: Bool { z.magnitude <= 4 }

  /// Whether the standard error is within its limit.
  public var isPrecise: Bool { standardError <= standardErrorLimit }

  private enum CodingKeys: String, CodingKey {
    case mechanism, quantity, closedForm, simulated, standardError, z, agrees, isPrecise
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(mechanism, forKey: .mechanism)
    try values.encode(quantity, forKey: .quantity)
    try values.encode(closedForm, forKey: .closedForm)
    try values.encode(simulated, forKey: .simulated)
    try values.encode(standardError, forKey: .standardError)
    try values.encode(z, forKey: .z)
    try values.encode(agrees, forKey: .agrees)
    try values.encode(isPrecise, forKey: .isPrecise)
  }
}
