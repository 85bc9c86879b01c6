/** Why an account with valid keys cannot take a payment. Only its owner can fix it, at the provider. */
export const accountProblems = [
  'account-restricted',
  'account-closed',
  'account-unverified',
  'not-enabled',
  'blocked-by-settings',
  'receiving-limit',
  'currency',
  // A payment was made, and the provider holds it back.
  'accept-payment',
  'payment-unclaimed',
  'payment-unverified',
] as const
export type AccountProblem = (typeof accountProblems)[number]

/** A held payment is not lost: it is received or denied after the owner acts. */
export const heldPayments = [
  'accept-payment',
  'payment-unclaimed',
  'payment-unverified',
] as const satisfies readonly AccountProblem[]

export function isHeldPayment(problem: AccountProblem | null): boolean {
  return heldPayments.some((held) => held === problem)
}
