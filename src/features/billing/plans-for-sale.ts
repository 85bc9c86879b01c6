import { AppError } from '../../shared/errors.ts'
import type { BillingDeps } from './billing-deps.ts'
import type { Plan } from './rules.ts'

/**
 * Whether plans can be bought. With test cards only where other people cannot reach the installation to use
 * them: not under an https address.
 */
export function arePlansForSale({ cards, appUrl }: Pick<BillingDeps, 'cards' | 'appUrl'>): boolean {
  return cards.isLive || !appUrl.startsWith('https:')
}

export function assertPlansForSale(deps: Pick<BillingDeps, 'cards' | 'appUrl'>): void {
  if (arePlansForSale(deps)) return
  throw new AppError(
    'NOT_CONFIGURED',
    'Plans cannot be bought here yet. Whoever runs this Millrace has to set up card payments first.',
  )
}

const order: readonly Plan[] = ['free', 'pro', 'enterprise']

/** Whether the business would get a higher plan. */
export function isUpgrade(from: Plan, to: Plan): boolean {
  return order.indexOf(to) > order.indexOf(from)
}
