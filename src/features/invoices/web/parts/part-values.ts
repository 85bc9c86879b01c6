import { addDays, daysBetween } from '../../../../shared/dates.ts'
import { parseThousandths, thousandthsText } from '../../../../shared/thousandths.ts'
import type { TypedAmount } from '../../../../web/forms/typed-amount.ts'
import { type LateFee, lateFeesMinor } from '../../late-fees/late-fee-rules.ts'
import { canAskFor } from '../../parts/part-input-rules.ts'
import { type PartAmount, type StoredPart, partMinor, planParts } from '../../parts/part-rules.ts'

/** A part as typed. Forms with dates use `dueDate`; those of templates and series count days. */
export interface PartValues {
  kind: PartAmount['kind']
  percentage: string
  amountMinor: TypedAmount
  dueDate: string | null
  dueInDays: string
}

export const halfUpFront: PartValues = {
  kind: 'percentage',
  percentage: '50',
  amountMinor: null,
  dueDate: null,
  dueInDays: '0',
}

/** Returns NaN for an invalid number of days, so that the schema rejects it. */
export function readDays(typed: string): number {
  return /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN
}

/** NaN for what is missing or invalid, so that the schema rejects it. */
export function readPartAmount({ kind, percentage, amountMinor }: PartValues): PartAmount {
  const typed = kind === 'fixed' ? amountMinor : parseThousandths(percentage)
  return { kind, value: typeof typed === 'number' ? typed : Number.NaN }
}

export function partValues({ kind, value }: PartAmount): PartValues {
  return {
    kind,
    percentage: kind === 'percentage' ? thousandthsText(value) : '',
    amountMinor: kind === 'fixed' ? value : null,
    dueDate: null,
    dueInDays: '',
  }
}

/** The amount of each part, and the rest; null where something is invalid or missing. */
export function summarizeParts(
  parts: readonly PartValues[],
  totalMinor: number | null,
): { partMinor: (number | null)[]; restMinor: number | null } {
  const minors = parts.map((part) => {
    const amount = readPartAmount(part)
    return totalMinor === null || Number.isNaN(amount.value) ? null : partMinor(amount, totalMinor)
  })
  const sum = minors.reduce<number | null>(
    (all, minor) => (all === null || minor === null ? null : all + minor),
    0,
  )
  return { partMinor: minors, restMinor: totalMinor === null || sum === null ? null : totalMinor - sum }
}

/** The day of a part that is added after others: halfway to the due date, where there is room. */
export function dayOfNewPart(previous: string | null, issueDate: string, dueDate: string): string {
  if (previous === null) return issueDate
  const room = Math.max(1, Math.floor(daysBetween(previous, dueDate) / 2))
  return addDays(previous, room)
}

interface PreviewFacts {
  issueDate: string
  dueDate: string
  totalMinor: number
  lateFees: readonly LateFee[]
}

/** The schedule for the preview; none while a part is incomplete, or the parts do not fit the dates or the total. */
export function previewParts(
  parts: readonly PartValues[],
  { issueDate, dueDate, totalMinor, lateFees }: PreviewFacts,
): StoredPart[] {
  const asked = parts.map((part) => ({
    amount: readPartAmount(part),
    dueDate: part.dueDate ?? dayAfter(issueDate, part.dueInDays),
  }))
  const agreedMinor = totalMinor - lateFeesMinor(lateFees)
  if (!canAskFor(asked, { totalMinor: agreedMinor, dueDate })) return []
  return planParts(asked, { totalMinor, dueDate, lateFees }) ?? []
}

/** The day that many days later; an empty text if what is typed is no number of days. */
function dayAfter(issueDate: string, typed: string): string {
  const days = readDays(typed)
  return Number.isNaN(days) ? '' : addDays(issueDate, days)
}
