import type { Pace, TaxTreatment } from './contract.ts'

export const taxTreatments: Record<TaxTreatment, string> = {
  standard: 'Standard: your taxes are added',
  exempt: 'Tax exempt: no taxes',
  reverse_charge: 'Reverse charge: the client pays the tax',
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** “Pays in 12 days, usually 3 days late; 5 days faster than the year before.” Null without a paid invoice in the last year. */
export function paceText(pace: Pace | null, before: Pace | null): string | null {
  if (!pace) return null
  const days = Math.max(Math.round(pace.days), 0)
  const late = Math.round(pace.daysLate)
  const pays = days === 0 ? 'Pays on the same day' : `Pays in ${inDays(days)}`
  const usually =
    late === 0 ? 'usually on time' : `usually ${inDays(Math.abs(late))} ${late > 0 ? 'late' : 'early'}`
  if (!before) return `${pays}, ${usually}.`
  const change = days - Math.max(Math.round(before.days), 0)
  const trend =
    change === 0
      ? 'as in the year before'
      : `${inDays(Math.abs(change))} ${change < 0 ? 'faster' : 'slower'} than the year before`
  return `${pays}, ${usually}; ${trend}.`
}
