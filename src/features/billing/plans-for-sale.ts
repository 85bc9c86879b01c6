import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan, planNames } from './rules.ts'

/** Whether plans can be bought. With test cards only where others cannot use them: not under https. */
export function arePlansForSale({ cards, appUrl }: Deps<'appUrl' | 'cards'>): boolean {
  return cards.isLive || !appUrl.startsWith('https:')
}

export function assertPlansForSale(deps: Deps<'appUrl' | 'cards'>): void {
  if (arePlansForSale(deps)) return
  throw new AppError(
    'NOT_CONFIGURED',
    'Plans can’t be purchased here yet. The operator of this installation needs to set up card payments first.',
  )
}

export function isUpgrade(from: Plan, to: Plan): boolean {
  return planNames.indexOf(to) > planNames.indexOf(from)
}
