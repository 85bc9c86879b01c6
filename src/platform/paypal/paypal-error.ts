import { z } from 'zod'
import type { AccountProblem } from '../../shared/account-problems.ts'
import { type CardErrorOptions, CardProviderError } from '../cards/card-provider.ts'

/** A refusal by PayPal, with its names for the reasons, such as INSTRUMENT_DECLINED. */
export class PaypalRefusal extends CardProviderError {
  readonly issues: readonly string[]

  constructor(
    kind: CardProviderError['kind'],
    message: string,
    { issues, ...options }: CardErrorOptions & { issues: readonly string[] },
  ) {
    super(kind, message, options)
    this.issues = issues
  }
}

const refusalSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})
const signInSchema = z.object({ error: z.string() })

/** The client can use another payment method. The order itself is valid. */
const declinedIssues = new Set([
  'CARD_EXPIRED',
  'COMPLIANCE_VIOLATION',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_REFUSED',
])

/** Only PayPal's names for the error are kept, because it is logged. */
export function refusalOf(status: number, body: unknown): CardProviderError {
  // 409: another request with the same request id is in progress.
  if (status === 409 || status === 429 || status >= 500) {
    return new CardProviderError('unreachable', `PayPal couldn’t answer (${status}).`)
  }
  const refusal = refusalSchema.safeParse(body).data
  const signIn = signInSchema.safeParse(body).data
  if (status < 400 || (!refusal && !signIn && status !== 401)) {
    return new CardProviderError('malformed', `PayPal’s answer couldn’t be understood (${status}).`)
  }
  const issues = (refusal?.details ?? []).map(({ issue }) => issue)
  const names = [refusal?.name ?? signIn?.error ?? 'unauthorized', ...issues]
  const isDeclined = issues.some((issue) => declinedIssues.has(issue))
  // PayPal does not always report an object of another account as unknown. It may also refuse the permission.
  const isMissing = refusal?.name === 'RESOURCE_NOT_FOUND' || issues.includes('PERMISSION_DENIED')
  return new PaypalRefusal(isDeclined ? 'declined' : 'refused', `PayPal refused: ${names.join(', ')}`, {
    issues,
    isMissing,
    isWrongKey: status === 401,
    isForbidden: status === 403,
    problem: problemOfRefusal(issues),
  })
}

/** Refusals that only the owner of the receiving account can resolve, by PayPal's names. */
const accountRefusals = new Map<string, AccountProblem>(
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

function problemOfRefusal(issues: readonly string[]): AccountProblem | null {
  return issues.map((issue) => accountRefusals.get(issue)).find((problem) => problem !== undefined) ?? null
}

export function problemOfHold(reason: string | null | undefined): AccountProblem | null {
  return holds.get(reason ?? '') ?? null
}
