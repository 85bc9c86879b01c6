import type { ReportContext } from '../report-context.ts'
import { moneyText } from '../report-money.ts'

/** How people speak of a part of one unit. Others read a percentage. */
const units: Readonly<Record<string, { parts: string; one: string }>> = {
  USD: { parts: 'cents', one: 'dollar' },
  CAD: { parts: 'cents', one: 'dollar' },
  AUD: { parts: 'cents', one: 'dollar' },
  NZD: { parts: 'cents', one: 'dollar' },
  EUR: { parts: 'cents', one: 'euro' },
  GBP: { parts: 'pence', one: 'pound' },
}

/** "You kept 41 cents of each dollar." */
export function keptText(
  context: ReportContext,
  { earned, spent }: { earned: number; spent: number },
): string {
  const kept = earned - spent
  if (earned === 0 && spent === 0) return 'Nothing was earned or spent in this period.'
  if (earned <= 0) return `You earned nothing in this period and spent ${moneyText(context, spent)}.`
  if (kept < 0) return `You spent ${moneyText(context, -kept)} more than you earned.`
  const share = Math.floor((kept * 100) / earned)
  if (spent <= 0) return `You kept all of the ${moneyText(context, earned)} that you earned.`
  const unit = units[context.currency]
  return unit
    ? `You kept ${share} ${unit.parts} of each ${unit.one} you earned.`
    : `You kept ${share}% of what you earned.`
}
