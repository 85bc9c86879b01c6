import { isIsoDate } from '../../../shared/dates.ts'
import type { Logo } from '../../business/contract.ts'
import type { InvoiceContent } from '../../invoices/document/input-rules.ts'
import {
  type DatelessValues,
  datelessValuesOf,
  datesOn,
  formPath,
  toInvoiceContent,
} from '../../invoices/web/form/content-values.ts'
import { endSchema } from '../../schedules/contract.ts'
import {
  type Frequency,
  type Plan,
  dayOfPeriod,
  firstPeriodFrom,
  planProblems,
} from '../../schedules/rules.ts'
import { type EndValues, endValuesOf, endless, readEnd } from '../../schedules/web/end-values.ts'
import type { Series } from '../contract.ts'

/** What stands in the form of a recurring invoice: numbers, and dates that are none, as they are typed. */
export interface SeriesFormValues extends DatelessValues, EndValues {
  frequency: Frequency
  startDate: string | null
  sends: boolean
}

export interface SeriesInput extends Plan {
  sends: boolean
  content: InvoiceContent
}

/** What would be sent; not checked yet. */
export function toSeriesInput(values: SeriesFormValues): SeriesInput {
  return {
    frequency: values.frequency,
    startDate: values.startDate ?? '',
    end: readEnd(values),
    sends: values.sends,
    content: toInvoiceContent(values),
  }
}

/** The field of the form that shows what is wrong at this place of the input. */
export function seriesPath(inputPath: string, values: SeriesFormValues): string {
  if (inputPath === 'end.date') return 'endDate'
  if (inputPath === 'end.count') return 'endCount'
  return formPath(inputPath, values)
}

/** The form of one that is not made yet: every month from this day on, mailed automatically. */
export function newSeriesValues(content: DatelessValues, startDate: string): SeriesFormValues {
  return {
    ...content,
    frequency: 'monthly',
    startDate,
    ...endless,
    sends: true,
  }
}

export function seriesValuesOf(series: Series, logo: Logo | null): SeriesFormValues {
  const { frequency, startDate, end, sends, content } = series
  return {
    ...datelessValuesOf(content, logo),
    frequency,
    startDate,
    ...endValuesOf(end),
    sends,
  }
}

export type SavedPlan = Pick<Series, 'frequency' | 'startDate' | 'next' | 'nextPeriod'>

interface Facts {
  /** Null for a new one. */
  saved: SavedPlan | null
  /** In the business's time zone. */
  today: string
}

export function planOf(values: SeriesFormValues): Plan {
  return { frequency: values.frequency, startDate: values.startDate ?? '', end: readEnd(values) }
}

/** Whether the schedule is complete and right, so that days follow from it. */
export function isPlanned(values: SeriesFormValues, { saved, today }: Facts): boolean {
  const plan = planOf(values)
  const isMoved = saved?.startDate !== plan.startDate
  return (
    isIsoDate(plan.startDate) &&
    endSchema.safeParse(plan.end).success &&
    Object.keys(planProblems(plan, isMoved ? today : null)).length === 0
  )
}

/** The next days on which one would be made, and whether more follow; none while the form has no good dates. */
export function nextDays(
  values: SeriesFormValues,
  { saved, today }: Facts,
  count: number,
): { days: string[]; goesOn: boolean } {
  const plan = planOf(values)
  if (!isIsoDate(plan.startDate)) return { days: [], goesOn: false }
  const isSame = saved?.frequency === plan.frequency && saved.startDate === plan.startDate
  // One that is paused goes on with a day that is still to come.
  const toCome = firstPeriodFrom(plan.frequency, plan.startDate, today)
  const first = isSame ? (saved.next?.period ?? Math.max(saved.nextPeriod, toCome)) : toCome
  const days: string[] = []
  for (let period = first; period < first + count; period += 1) {
    const day = dayOfPeriod(plan, period)
    if (day === null) return { days, goesOn: false }
    days.push(day)
  }
  return { days, goesOn: dayOfPeriod(plan, first + count) !== null }
}

/** The dates of the invoice that the preview shows: the next one's, wherever it ends. */
export function previewDates(values: SeriesFormValues, { saved, today }: Facts) {
  const { startDate } = values
  if (startDate === null || !isIsoDate(startDate)) return datesOn(values, today)
  if (saved?.startDate !== startDate) return datesOn(values, startDate)
  const [next] = nextDays({ ...values, endKind: 'never' }, { saved, today }, 1).days
  return datesOn(values, next ?? today)
}

/** Whether it would make none any more once this is saved. */
export function endsWith(values: SeriesFormValues, series: Series, today: string): boolean {
  return series.state !== 'over' && nextDays(values, { saved: series, today }, 1).days.length === 0
}
