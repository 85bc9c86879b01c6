import { addDays, formatDate, isIsoDate, monthNames } from '../../shared/dates.ts'
import { type InvoiceContent, invoiceContentSchema } from '../invoices/document/input-rules.ts'
import { type Plan, occurrence } from '../schedules/rules.ts'

/** What can be written in the texts of a recurring invoice, in braces, for the page. */
export const periodNames = [
  'month',
  'year',
  'period',
  'next_month',
  'previous_month',
  'previous_period',
] as const
export type PeriodValues = Readonly<Record<(typeof periodNames)[number], string>>

type Rhythm = Pick<Plan, 'frequency' | 'startDate'>

function monthName(iso: string, later: number): string {
  return monthNames[(Number(iso.slice(5, 7)) + 11 + later) % 12]!
}

/** The days from the date of a period up to the day before the next: Nov 1 – Nov 30, 2026. */
function daysOfPeriod({ frequency, startDate }: Rhythm, period: number): string {
  const first = formatDate(occurrence(frequency, startDate, period))
  const last = formatDate(addDays(occurrence(frequency, startDate, period + 1), -1))
  const [firstDay, firstYear] = first.split(', ')
  return `${last.endsWith(`, ${firstYear}`) ? firstDay : first} – ${last}`
}

/** Returns what the texts of the invoice of a period say; null without a start date. */
export function periodValues(rhythm: Rhythm, period: number): PeriodValues | null {
  if (!isIsoDate(rhythm.startDate)) return null
  const issueDate = occurrence(rhythm.frequency, rhythm.startDate, period)
  return {
    month: monthName(issueDate, 0),
    year: issueDate.slice(0, 4),
    period: daysOfPeriod(rhythm, period),
    next_month: monthName(issueDate, 1),
    previous_month: monthName(issueDate, -1),
    previous_period: daysOfPeriod(rhythm, period - 1),
  }
}

// Double braces belong to other programs.
const placeholder = /(?<!\{)\{([a-z_]+)\}(?!\})/gi

function isPeriodName(name: string): name is keyof PeriodValues {
  return (periodNames as readonly string[]).includes(name)
}

/** Fills in the names in braces. A name that is unknown is left as it is. */
export function fillText(text: string, values: PeriodValues): string {
  return text.replaceAll(placeholder, (whole, name: string) => {
    const known = name.toLowerCase()
    return isPeriodName(known) ? values[known] : whole
  })
}

/** The texts that can name the period. The line descriptions besides. */
const filledKeys = ['purchaseOrder', 'description', 'notes'] as const

type Texts = Pick<InvoiceContent, (typeof filledKeys)[number]>
type Charged<Line> = { kind: 'amount' | 'lines'; lines?: readonly Line[] }

/** Returns the content, or the values of its form, for the invoice of a period. */
export function fillContent<C extends Texts & { charge: Charged<{ description: string }> }>(
  content: C,
  values: PeriodValues,
): C {
  const { charge } = content
  const lines = charge.lines?.map((line) => ({ ...line, description: fillText(line.description, values) }))
  return {
    ...content,
    ...Object.fromEntries(filledKeys.map((key) => [key, fillText(content[key], values)])),
    charge: lines ? { ...charge, lines } : charge,
  }
}

/** Returns the texts that name the period, filled in, in the order of the invoice. */
export function filledTexts(
  content: Texts & { charge: Charged<{ description: string }> },
  values: PeriodValues,
): string[] {
  const lines = content.charge.kind === 'lines' ? (content.charge.lines ?? []) : []
  const { purchaseOrder, description, notes } = content
  return [purchaseOrder, description, ...lines.map((line) => line.description), notes]
    .map((text) => ({ text, filled: fillText(text, values) }))
    .filter(({ text, filled }) => text !== filled)
    .map(({ filled }) => filled.trim())
}

/** No period has longer values. */
const longest: PeriodValues = {
  month: 'September',
  year: '2026',
  period: 'Sep 30, 2026 – Sep 29, 2027',
  next_month: 'September',
  previous_month: 'September',
  previous_period: 'Sep 30, 2026 – Sep 29, 2027',
}

/** The content of a recurring invoice, whose texts have to fit once the period is filled in. */
export const seriesContentSchema = invoiceContentSchema.superRefine((content, context) => {
  const { error } = invoiceContentSchema.safeParse(fillContent(content, longest))
  const [issue] = filledTexts(content, longest).length > 0 ? (error?.issues ?? []) : []
  if (!issue) return
  const message = 'This is too long once the dates are filled in.'
  context.addIssue({ code: 'custom', path: issue.path, message })
})
