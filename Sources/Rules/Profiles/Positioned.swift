import Attribution
import HomeSections
import Invites
import Onboarding
import Prompts
import Vocabulary

/// A policy on which each of the three profiles takes a position.
protocol Positioned {
  static var rin: Self { get }
  static var product: Self { get }
  static var design: Self { get }
}

extension Positioned {
  /// The position of one profile.
  static func position(of id: ProfileID) -> Self {
    switch id {
    case .rin: rin
    case .product: product
    case .design: design
    }
  }
}

extension AppIdentity: Positioned {}
extension LinkPolicy: Positioned {}
extension AttributionPolicy: Positioned {}
extension DeferredPolicy: Positioned {}
extension ReceiptPolicy: Positioned {}
extension LandingPolicy: Positioned {}
extension RetentionPolicy: Positioned {}
extension PromptPolicy: Positioned {}
extension FlowPolicy: Positioned {}
extension LimitPolicy: Positioned {}
extension PermissionPolicy: Positioned {}
extension HistoryPolicy: Positioned {}
extension MessagePolicy: Positioned {}
extension SharePolicy: Positioned {}
extension OnboardingPolicy: Positioned {}
extension SignUpPolicy: Positioned {}
extension CirclePolicy: Positioned {}
extension FirstValuePolicy: Positioned {}
extension ConnectionPolicy: Positioned {}
extension VisibilityPolicy: Positioned {}
extension NotificationPolicy: Positioned {}
extension RewardPolicy: Positioned {}
extension OfflinePolicy: Positioned {}
extension CopyPolicy: Positioned {}
extension MetricPolicy: Positioned {}
extension EventPolicy: Positioned {}
extension BudgetPolicy: Positioned {}
extension HomePolicy: Positioned {}
extension ContactListPolicy: Positioned {}
extension PlanPolicy: Positioned {}
