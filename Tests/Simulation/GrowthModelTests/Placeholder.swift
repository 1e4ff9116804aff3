import GrowthModel
import Testing
