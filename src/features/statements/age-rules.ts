import { daysBetween } from '../../shared/dates.ts'
import { type StoredPart, askedParts, planParts, splitParts } from '../invoices/parts/part-rules.ts'
import type { Ages } from './contract.ts'
import { type Entry, type StatementInvoice, entriesOf } from './entry-rules.ts'

const none: Ages = {
  currentMinor: 0,
  days1to30Minor: 0,
  days31to60Minor: 0,
  days61to90Minor: 0,
  over90Minor: 0,
}

/** What is open of the invoices at the end of a day, by the days since it was due. What is due on that day is current. */
export function agesOn(day: string, invoices: readonly StatementInvoice[]): Ages {
  const ages = { ...none }
  for (const { dueDate, openMinor } of invoices.flatMap((invoice) => openOn(day, invoice))) {
    ages[ageOf(daysBetween(dueDate, day))] += openMinor
  }
  return ages
}

export function sumOfAges(ages: Ages): number {
  return Object.values(ages).reduce((sum, minor) => sum + minor, 0)
}

export function ageOf(daysLate: number): keyof Ages {
  if (daysLate <= 0) return 'currentMinor'
  if (daysLate <= 30) return 'days1to30Minor'
  if (daysLate <= 60) return 'days31to60Minor'
  return daysLate <= 90 ? 'days61to90Minor' : 'over90Minor'
}

/** What was open of an invoice, by due date: several amounts if it is paid in parts. */
export function openOn(day: string, invoice: StatementInvoice): { dueDate: string; openMinor: number }[] {
  const entries = entriesOf(invoice).filter(({ on }) => on <= day)
  const openMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (openMinor <= 0) return []
  const lowered = (...kinds: Entry['kind'][]) =>
    entries.reduce((sum, { kind, amountMinor }) => (kinds.includes(kind) ? sum - amountMinor : sum), 0)
  const totalMinor = -lowered('invoice', 'late-fee')
  const parts = partsOf(invoice, { day, totalMinor })
  if (!parts) return [{ dueDate: invoice.dueDate, openMinor }]
  const split = splitParts(parts, {
    totalMinor,
    creditNotesMinor: lowered('credit-note'),
    creditedMinor: lowered('discount'),
    receivedMinor: lowered('payment', 'refund', 'dispute'),
    waivedMinor: lowered('waiver'),
  })
  return parts.map((part, index) => ({
    dueDate: part.dueDate,
    openMinor: split[index]?.openMinor ?? 0,
  }))
}

/** The parts as they were on that day. A part grows by its late fees, which came later. */
function partsOf(
  { parts, lateFees }: StatementInvoice,
  { day, totalMinor }: { day: string; totalMinor: number },
): StoredPart[] | null {
  const last = parts?.at(-1)
  if (!parts || !last) return null
  const added = lateFees.filter(({ on }) => on <= day)
  return planParts(askedParts(parts), { totalMinor, dueDate: last.dueDate, lateFees: added })
}
