import { multiplyAndRound, wholePercentage } from '../document/totals-rules.ts'
import { type LateFee, lateFeesMinor } from '../late-fees/late-fee-rules.ts'

/** What a part asks for: thousandths of a percent of the total, or minor units. */
export interface PartAmount {
  kind: 'percentage' | 'fixed'
  value: number
}

export interface AskedPart {
  amount: PartAmount
  dueDate: string
}

/** A part as it is stored. The last one is the rest: it has no amount of its own, and takes what the others leave. */
export interface StoredPart {
  amount: PartAmount | null
  amountMinor: number
  dueDate: string
}

export type PartState = 'paid' | 'due' | 'later' | 'overdue'

export interface InvoicePart extends StoredPart {
  paidMinor: number
  openMinor: number
  state: PartState
}

/** What moved the open amount of an invoice. */
export interface PartMoney {
  totalMinor: number
  creditNotesMinor: number
  creditedMinor: number
  receivedMinor: number
  waivedMinor: number
}

/** The amount of a part. A percentage is of the total and is rounded once, half away from zero. */
export function partMinor({ kind, value }: PartAmount, totalMinor: number): number {
  return kind === 'fixed' ? value : multiplyAndRound(totalMinor, value, wholePercentage)
}

const sumOf = (parts: readonly { amountMinor: number }[]) =>
  parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

interface Schedule {
  totalMinor: number
  dueDate: string
  lateFees?: readonly Pick<LateFee, 'dueDate' | 'amountMinor'>[]
}

/**
 * The whole schedule: the parts that are asked first, and the rest. Null without parts: then all is due at once. A late fee
 * is due with the part that it is for, and with the rest if that part is gone.
 */
export function planParts(
  asked: readonly AskedPart[],
  { totalMinor, dueDate, lateFees = [] }: Schedule,
): StoredPart[] | null {
  if (asked.length === 0) return null
  const agreedMinor = totalMinor - lateFeesMinor(lateFees)
  const parts = asked.map((part) => ({
    amount: part.amount,
    amountMinor:
      partMinor(part.amount, agreedMinor) +
      lateFeesMinor(lateFees.filter((fee) => fee.dueDate === part.dueDate)),
    dueDate: part.dueDate,
  }))
  return [...parts, { amount: null, amountMinor: Math.max(0, totalMinor - sumOf(parts)), dueDate }]
}

/** Why parts do not fit a total, and which part it concerns; null if they do. */
export function partsProblem(
  asked: readonly Pick<AskedPart, 'amount'>[],
  totalMinor: number,
): { index: number; message: string } | null {
  const amounts = asked.map(({ amount }) => partMinor(amount, totalMinor))
  const nothing = amounts.indexOf(0)
  if (nothing >= 0) return { index: nothing, message: 'This comes to nothing. Please ask for more.' }
  const isTooMuch = amounts.reduce((sum, minor) => sum + minor, 0) >= totalMinor
  if (amounts.length === 0 || !isTooMuch) return null
  const message = 'The parts must come to less than the total, so that a rest is left for the due date.'
  return { index: amounts.length - 1, message }
}

/**
 * What is paid and what is open of each part. Payments cover the earliest part first, and so does what was paid and went
 * back without being owed again. What is credited lowers the last part first. In SQL: platform.open_parts().
 */
export function splitParts(
  parts: readonly StoredPart[],
  money: PartMoney,
): { amountMinor: number; paidMinor: number; openMinor: number }[] {
  const { totalMinor, creditNotesMinor, creditedMinor, receivedMinor, waivedMinor } = money
  const askedMinor = totalMinor - creditNotesMinor - creditedMinor
  const coveredMinor = receivedMinor + waivedMinor
  let beforeMinor = 0
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1
    const from = beforeMinor
    const amountMinor = isLast ? Math.max(0, totalMinor - from) : part.amountMinor
    const until = Math.max(from, isLast ? askedMinor : Math.min(askedMinor, from + amountMinor))
    beforeMinor += amountMinor
    const paidMinor = Math.min(Math.max(coveredMinor - from, 0), until - from)
    return { amountMinor, paidMinor, openMinor: until - from - paidMinor }
  })
}

/** The date of the first part that is not paid yet, or of the last one. In SQL: platform.follow_parts(). */
export function nextDueDate(parts: readonly StoredPart[], money: PartMoney): string {
  const split = splitParts(parts, money)
  const next = parts.find((_, index) => split[index]!.openMinor > 0)
  return (next ?? parts.at(-1)!).dueDate
}

/** The schedule as it stands on a day. Nothing of a paid or canceled invoice is open. */
export function partsOn(
  today: string,
  parts: readonly StoredPart[],
  { isOpen, ...money }: PartMoney & { isOpen: boolean },
): InvoicePart[] {
  const split = splitParts(parts, money)
  const next = isOpen ? split.findIndex(({ openMinor }) => openMinor > 0) : -1
  return parts.map(({ amount, dueDate }, index) => {
    const sums = split[index]!
    const openMinor = isOpen ? sums.openMinor : 0
    const state = openMinor === 0 ? 'paid' : stateOf(dueDate, today, index === next)
    return { amount, dueDate, ...sums, openMinor, state }
  })
}

function stateOf(dueDate: string, today: string, isNext: boolean): PartState {
  if (dueDate < today) return 'overdue'
  return isNext || dueDate === today ? 'due' : 'later'
}

/** What is to be paid now: every part whose date has come; before any has, the next part. */
export function dueNowMinor(parts: readonly InvoicePart[]): number {
  return parts.reduce((sum, { state, openMinor }) => (state === 'later' ? sum : sum + openMinor), 0)
}

/** The part that is to be paid next; undefined once all are paid. */
export function nextPart<P extends Pick<InvoicePart, 'openMinor'>>(parts: readonly P[]): P | undefined {
  return parts.find(({ openMinor }) => openMinor > 0)
}

/** The parts that are asked before the rest, as they were entered. */
export function askedParts(parts: readonly StoredPart[]): AskedPart[] {
  return parts.flatMap(({ amount, dueDate }) => (amount ? [{ amount, dueDate }] : []))
}

/** Whether an amount pays parts in full, from the earliest on: the next part, the next two, …, or all that is open. */
export function paysWholeParts(parts: readonly StoredPart[], money: PartMoney, amountMinor: number): boolean {
  let sum = 0
  return splitParts(parts, money).some(({ openMinor }) => {
    sum += openMinor
    return openMinor > 0 && sum === amountMinor
  })
}
