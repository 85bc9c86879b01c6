import { z } from 'zod'
import type { AccountProblem } from '../../shared/account-problems.ts'
import { CardProviderError } from '../cards/card-provider.ts'
import { problemOfRefusal } from './paypal-problems.ts'

/** What PayPal refused, with its own names for why, such as INSTRUMENT_DECLINED. */
export class PaypalRefusal extends CardProviderError {
  readonly issues: readonly string[]

  constructor(
    kind: CardProviderError['kind'],
    message: string,
    {
      issues,
      ...signs
    }: {
      issues: readonly string[]
      isMissing: boolean
      isWrongKey: boolean
      isForbidden: boolean
      problem: AccountProblem | null
    },
  ) {
    super(kind, message, signs)
    this.issues = issues
  }
}

const refusalSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})
const signInSchema = z.object({ error: z.string() })

/** The client can pay another way; nothing is wrong with the order. */
const declines = new Set([
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

/** What an answer that is no success means. Of its words only the names are kept: they go to the log. */
export function refusalOf(status: number, body: unknown): CardProviderError {
  // 409: the same question is being answered to somebody else this moment.
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
  const isDeclined = issues.some((issue) => declines.has(issue))
  // What belongs to another account is not always said to be unknown; that one may not ask for it.
  const isMissing = refusal?.name === 'RESOURCE_NOT_FOUND' || issues.includes('PERMISSION_DENIED')
  return new PaypalRefusal(isDeclined ? 'declined' : 'refused', `PayPal refused: ${names.join(', ')}`, {
    issues,
    isMissing,
    isWrongKey: status === 401,
    isForbidden: status === 403,
    problem: problemOfRefusal(issues),
  })
}
