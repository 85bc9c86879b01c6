import type { AccountProblem } from '../../shared/account-problems.ts'

/** Refusals that only the owner of the receiving account can resolve, by PayPal's names. */
const refusals = new Map<string, AccountProblem>(
  Object.entries({
    PAYEE_ACCOUNT_RESTRICTED: 'account-restricted',
    PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'account-closed',
    PAYEE_ACCOUNT_INVALID: 'account-closed',
    PAYEE_ACCOUNT_NOT_VERIFIED: 'account-unverified',
    PAYEE_ACCOUNT_NOT_SUPPORTED: 'not-enabled',
    PAYEE_NOT_CONSENTED: 'not-enabled',
    PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING: 'not-enabled',
    NOT_ENABLED_FOR_CARD_PROCESSING: 'not-enabled',
    MERCHANT_NOT_ENABLED_FOR_REFERENCE_TRANSACTION: 'not-enabled',
    PAYEE_BLOCKED_TRANSACTION: 'blocked-by-settings',
    TRANSACTION_BLOCKED_BY_PAYEE: 'blocked-by-settings',
    TRANSACTION_RECEIVING_LIMIT_EXCEEDED: 'receiving-limit',
    RECEIVING_LIMIT_EXCEEDED: 'receiving-limit',
    RECEIVING_LIMIT: 'receiving-limit',
    TRANSACTION_LIMIT_EXCEEDED: 'receiving-limit',
    CURRENCY_NOT_SUPPORTED: 'currency',
    CURRENCY_NOT_SUPPORTED_FOR_RECEIVER: 'currency',
  } satisfies Record<string, AccountProblem>),
)

/** Reasons for a pending payment that its receiver can act on. For all others the receiver can only wait. */
const holds = new Map<string, AccountProblem>(
  Object.entries({
    RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: 'accept-payment',
    INTERNATIONAL_WITHDRAWAL: 'accept-payment',
    UNILATERAL: 'payment-unclaimed',
    VERIFICATION_REQUIRED: 'payment-unverified',
  } satisfies Record<string, AccountProblem>),
)

export function problemOfRefusal(issues: readonly string[]): AccountProblem | null {
  return issues.map((issue) => refusals.get(issue)).find((problem) => problem !== undefined) ?? null
}

export function problemOfHold(reason: string | null | undefined): AccountProblem | null {
  return holds.get(reason ?? '') ?? null
}
