import { type AccountProblem, isHeldPayment } from '../../../shared/account-problems.ts'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { problemText } from '../problem-rules.ts'

interface Refusal {
  provider: 'Stripe' | 'PayPal'
  /** What the provider asks for; null if the keys themselves do not work. */
  problem: AccountProblem | null
  /** The payment method that does not work meanwhile: "by card". */
  means: string
  at: string
  timeZone: string
  /** Whether the business's own accounts are switched on. */
  isEnabled: boolean
}

/** Explains what is wrong with an account that a client tried to pay to, and how to fix it. */
export function refusalText({ provider, problem, means, at, timeZone, isEnabled }: Refusal): string {
  const day = formatDate(dateIn(timeZone, new Date(at)))
  if (problem !== null) {
    const { what, todo } = problemText(provider, problem)
    const since = isHeldPayment(problem) ? `First seen on ${day}.` : `A client could not pay on ${day}.`
    return [what, since, todo, 'This notice disappears when the next payment arrives.'].join(' ')
  }
  return [
    `These keys did not work at ${provider} on ${day}, when a client tried to pay.`,
    ...(isEnabled ? [`Clients can’t pay ${means} until they work.`] : []),
    'Enter them again, press Test connection, then Save.',
  ].join(' ')
}

export function mailRefusalText({ count, reason }: { count: number; reason: string }): string {
  const [emails, goOut] =
    count === 1 ? ['1 email', 'it’s sent automatically'] : [`${count} emails`, 'they’re sent automatically']
  return `${emails} couldn’t be sent: ${reason} Check the settings, press Test connection, then Save. After that, ${goOut}.`
}
