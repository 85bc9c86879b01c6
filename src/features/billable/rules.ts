import { formatDate } from '../../shared/dates.ts'

/** The longest entry: a day. A forgotten timer stops counting there. */
export const maxSeconds = 86_400
export const maxDescriptionLength = 500
/** The most entries, and the most expenses, that are offered for one invoice. */
export const maxOffered = 200

export interface BillableSource {
  kind: 'time' | 'expense'
  id: string
}

export interface BillableTime {
  id: string
  description: string
  date: string
  seconds: number
  rateMinor: number
}

export interface BillableExpense {
  id: string
  vendor: string
  notes: string
  category: string
  date: string
  amountMinor: number
}

/** A line of an invoice, with what it bills. The quantity is in thousandths. */
export interface BillableLine {
  description: string
  quantity: number
  rateMinor: number
  sources: BillableSource[]
}

/** Hours in thousandths, rounded half up. Seconds are added up before, so that a sum is rounded once. */
export function hoursOf(seconds: number): number {
  return Math.floor((seconds * 10 + 18) / 36)
}

/** 12600 → 3 h 30 min */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (seconds > 0 && minutes === 0) return 'less than 1 min'
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** 5400 → 1:30, for a field. Seconds are kept where there are some. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${hours}:${twoDigits(minutes)}${rest > 0 ? `:${twoDigits(rest)}` : ''}`
}

/** Reads hours typed as 1:30, 1:30:15, 1.5 or 1,5; null for anything else, and for nothing or more than a day. */
export function readDuration(typed: string): number | null {
  const text = typed.trim()
  const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (clock) {
    const [, hours, minutes, seconds = '0'] = clock
    return withinDay(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  }
  const decimal = /^(\d{0,2})(?:[.,](\d{1,3}))?$/.exec(text)
  if (!decimal || text === '') return null
  const [, hours = '', fraction = ''] = decimal
  return withinDay(Math.round((Number(hours) * 1000 + Number(fraction.padEnd(3, '0'))) * 3.6))
}

function withinDay(seconds: number): number | null {
  return seconds > 0 && seconds <= maxSeconds ? seconds : null
}

/** How long a timer has run. */
export function secondsSince(startedAt: Date, now: Date): number {
  const seconds = Math.round((now.getTime() - startedAt.getTime()) / 1000)
  return Math.min(Math.max(seconds, 0), maxSeconds)
}

const oneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .slice(0, maxDescriptionLength)

/** A line for each entry, or for each description with the same rate. */
export function linesOfTime(entries: readonly BillableTime[], isGrouped: boolean): BillableLine[] {
  const groups = new Map<string, BillableTime[]>()
  for (const entry of entries) {
    const key = isGrouped ? `${entry.rateMinor} ${entry.description.trim().toLowerCase()}` : entry.id
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [BillableTime]
    const isOne = group.length === 1
    return {
      description: oneLine(first.description) || (isOne ? `Work on ${formatDate(first.date)}` : 'Work'),
      quantity: hoursOf(group.reduce((sum, { seconds }) => sum + seconds, 0)),
      rateMinor: first.rateMinor,
      sources: group.map(({ id }) => ({ kind: 'time', id })),
    }
  })
}

/** "Rail Co: Train to the client", or the category where nothing else is known. */
export function expenseName({
  vendor,
  notes,
  category,
}: Pick<BillableExpense, 'vendor' | 'notes' | 'category'>) {
  return oneLine([vendor, notes].filter(Boolean).join(': ')) || category
}

export function linesOfExpenses(expenses: readonly BillableExpense[]): BillableLine[] {
  return expenses.map((expense) => ({
    description: expenseName(expense),
    quantity: 1000,
    rateMinor: expense.amountMinor,
    sources: [{ kind: 'expense', id: expense.id }],
  }))
}

/** "3 h 30 min of time and 2 expenses are not billed yet." */
export function unbilledText({ seconds, expenses }: { seconds: number; expenses: number }): string {
  const parts = [
    seconds > 0 && `${durationText(seconds)} of time`,
    expenses > 0 && `${expenses} ${expenses === 1 ? 'expense' : 'expenses'}`,
  ].filter(Boolean)
  const isOne = parts.length === 1 && (seconds > 0 || expenses === 1)
  const [first = '', ...rest] = parts.join(' and ')
  return `${first.toUpperCase()}${rest.join('')} ${isOne ? 'is' : 'are'} not billed yet.`
}
