/// Stops the program for a confidence that no interval can have.
func preconditionConfidence(_ confidence: Double) {
  precondition(
    confidence > 0 && confidence < 1, "a confidence lies between 0 and 1, not at \(confidence)")
}
