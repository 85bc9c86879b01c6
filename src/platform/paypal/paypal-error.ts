import { z } from 'zod'
import type { AccountProblem } from '../../shared/account-problems.ts'
import { CardProviderError } from '../cards/card-provider.ts'
import { problemOfRefusal } from './paypal-problems.ts'

/** A refusal by PayPal, with its names for the reasons, such as INSTRUMENT_DECLINED. */
export class PaypalRefusal extends CardProviderError {
  readonly issues: readonly string[]

  constructor(
    kind: CardProviderError['kind'],
    message: string,
    {
      issues,
      ...flags
    }: {
      issues: readonly string[]
      isMissing: boolean
      isWrongKey: boolean
      isForbidden: boolean
      problem: AccountProblem | null
    },
  ) {
    super(kind, message, flags)
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
    return new CardProviderError('unreachable', `PayPal could not answer (${status}).`)
  }
  const refusal = refusalSchema.safeParse(body).data
  const signIn = signInSchema.safeParse(body).data
  if (status < 400 || (!refusal && !signIn && status !== 401)) {
    return new CardProviderError('nonsense', `PayPal’s answer makes no sense (${status}).`)
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
