import Vocabulary

/// The conflicts of the documents that settings decide and no single rule speaks for.
enum ConflictRules {
  static let all: [Rule] = links + limits + onboarding + measures + plans
}
