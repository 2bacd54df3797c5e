/**
 * What hashing costs in tests: a hundredth of the real cost. A hash of `outdatedCost` is one of an earlier, lower cost.
 */
export const passwordCost = { memoryCost: 2048, timeCost: 2, parallelism: 1 }
export const outdatedCost = { ...passwordCost, memoryCost: 1024 }
