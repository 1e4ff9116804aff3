extension RunningMoments {
  /// The third standardized moment of the numbers themselves (biased, as in `scipy.stats.skew`).
  ///
  /// `nil` before the second number, and where all are equal.
  public var skewness: Double? {
    guard count > 1, squares != 0 else { return nil }
    return Double(count).squareRoot() * cubes / (squares * squares.squareRoot())
  }

  /// The fourth standardized moment less 3, which a normal distribution has (biased).
  ///
  /// `nil` before the second number, and where all are equal.
  public var excessKurtosis: Double? {
    guard count > 1, squares != 0 else { return nil }
    return Double(count) * fourths / (squares * squares) - 3
  }

  /// Adds all numbers of `other`.
  public mutating func merge(_ other: RunningMoments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let (ours, theirs) = (Double(count), Double(other.count))
    let all = ours + theirs
    let distance = other.center - center
    let step = distance / all
    let product = ours * theirs
    fourths +=
      other.fourths
      + product * (ours * ours - product + theirs * theirs) * distance * step * step * step
      + 6 * step * step * (ours * ours * other.squares + theirs * theirs * squares)
      + 4 * step * (ours * other.cubes - theirs * cubes)
    cubes +=
      other.cubes + product * (ours - theirs) * distance * step * step
      + 3 * step * (ours * other.squares - theirs * squares)
    squares += other.squares + product * distance * step
    center += theirs * step
    taken += other.taken
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}
