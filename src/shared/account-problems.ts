/**
 * Why an account with a payment provider cannot take a payment although its keys are good. Only its owner can change that,
 * at the provider.
 */
export const accountProblems = [
  'account-restricted',
  'account-closed',
  'account-unverified',
  'not-enabled',
  'blocked-by-settings',
  'receiving-limit',
  'currency',
  // A payment was made and is held back.
  'accept-payment',
  'payment-unclaimed',
  'payment-unverified',
] as const
export type AccountProblem = (typeof accountProblems)[number]

/** A payment that is held is not lost: it is received, or denied, once the owner has seen to it. */
export const heldPayments = [
  'accept-payment',
  'payment-unclaimed',
  'payment-unverified',
] as const satisfies readonly AccountProblem[]

export function isHeldPayment(problem: AccountProblem | null): boolean {
  return heldPayments.some((held) => held === problem)
}
