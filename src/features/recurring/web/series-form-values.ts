import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { isIsoDate } from '../../../shared/dates.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import type { Logo } from '../../business/contract.ts'
import type { InvoiceContent } from '../../invoices/document/input-rules.ts'
import { checkContentForm } from '../../invoices/web/form/check-content-form.ts'
import {
  type DatelessValues,
  datelessValuesOf,
  datesOn,
  formPath,
  toInvoiceContent,
} from '../../invoices/web/form/content-values.ts'
import { contentShape } from '../../invoices/web/form/draft-schema.ts'
import { endSchema, frequencySchema } from '../../schedules/contract.ts'
import { type Frequency, type Plan, daysFrom, firstPeriodFrom, planProblems } from '../../schedules/rules.ts'
import {
  type EndValues,
  endDraftShape,
  endless,
  endPath,
  endValuesOf,
  readEnd,
} from '../../schedules/web/end-values.ts'
import { type Series, createSeries } from '../contract.ts'
import { type PeriodValues, periodValues } from '../period-text-rules.ts'

/** The form of a recurring invoice. Numbers, and dates that cannot be read, stay as they were typed. */
export interface SeriesFormValues extends DatelessValues, EndValues {
  frequency: Frequency
  startDate: string | null
  sends: boolean
  autopay: boolean
}

export const seriesDraftSchema: z.ZodType<SeriesFormValues> = z.object({
  ...contentShape,
  dueInDays: z.string(),
  frequency: frequencySchema,
  startDate: z.string().nullable(),
  ...endDraftShape,
  sends: z.boolean(),
  autopay: z.boolean(),
})

export interface SeriesInput extends Plan {
  sends: boolean
  autopay: boolean
  content: InvoiceContent
}

/** Converts the form to the request, without validation. */
export function toSeriesInput(values: SeriesFormValues): SeriesInput {
  return {
    ...planOf(values),
    sends: values.sends,
    autopay: values.autopay,
    content: toInvoiceContent(values),
  }
}

/** Maps a path in the request to the form field that shows its error. */
export function seriesPath(inputPath: string, values: SeriesFormValues): string {
  return endPath(inputPath) ?? formPath(inputPath, values)
}

/** The initial values of a new series: every month from this date on, mailed automatically. */
export function newSeriesValues(content: DatelessValues, startDate: string): SeriesFormValues {
  return { ...content, frequency: 'monthly', startDate, ...endless, sends: true, autopay: false }
}

export function seriesValuesOf(series: Series, logo: Logo | null): SeriesFormValues {
  const { frequency, startDate, end, sends, autopay, content } = series
  return { ...datelessValuesOf(content, logo), frequency, startDate, ...endValuesOf(end), sends, autopay }
}

export type SavedPlan = Pick<Series, 'frequency' | 'startDate' | 'next' | 'nextPeriod'>

interface Facts {
  /** Null for a new series. */
  saved: SavedPlan | null
  /** The date in the business's time zone. */
  today: string
}
interface StartFacts {
  saved: Pick<SavedPlan, 'startDate'> | null
  today: string
}

export function planOf(values: SeriesFormValues): Plan {
  return { frequency: values.frequency, startDate: values.startDate ?? '', end: readEnd(values) }
}

/** Returns whether the schedule is complete and valid. */
export function isValidSchedule(values: SeriesFormValues, { saved, today }: Facts): boolean {
  const plan = planOf(values)
  const isMoved = saved?.startDate !== plan.startDate
  return (
    isIsoDate(plan.startDate) &&
    endSchema.safeParse(plan.end).success &&
    Object.keys(planProblems(plan, isMoved ? today : null)).length === 0
  )
}

/** Returns the next dates and whether more follow; none if the start date is not valid. */
export function nextDays(
  values: SeriesFormValues,
  { saved, today }: Facts,
  count: number,
): { days: string[]; goesOn: boolean } {
  const plan = planOf(values)
  if (!isIsoDate(plan.startDate)) return { days: [], goesOn: false }
  const isSame = saved?.frequency === plan.frequency && saved.startDate === plan.startDate
  // A paused series continues with a future date.
  const nextPeriod = firstPeriodFrom(plan.frequency, plan.startDate, today)
  const first = isSame ? (saved.next?.period ?? Math.max(saved.nextPeriod, nextPeriod)) : nextPeriod
  return daysFrom(plan, first, count)
}

/** Returns what the texts of the next invoice say of its period; null without a start date. */
export function periodToShow(values: SeriesFormValues, { saved, today }: Facts): PeriodValues | null {
  const { frequency, startDate } = values
  const rhythm = { frequency, startDate: startDate ?? '' }
  if (!isIsoDate(rhythm.startDate)) return null
  if (saved?.startDate !== rhythm.startDate || saved.frequency !== frequency) return periodValues(rhythm, 0)
  const upcoming = Math.max(saved.nextPeriod, firstPeriodFrom(frequency, rhythm.startDate, today))
  return periodValues(rhythm, saved.next?.period ?? upcoming)
}

/** Returns the dates for the preview: those of the next invoice, ignoring the end of the series. */
export function previewDates(values: SeriesFormValues, { saved, today }: Facts) {
  const { startDate } = values
  if (startDate === null || !isIsoDate(startDate)) return datesOn(values, today)
  if (saved?.startDate !== startDate) return datesOn(values, startDate)
  const [next] = nextDays({ ...values, endKind: 'never' }, { saved, today }, 1).days
  return datesOn(values, next ?? today)
}

/** Returns whether saving these values would end the series. */
export function endsSeries(values: SeriesFormValues, series: Series, today: string): boolean {
  return series.state !== 'over' && nextDays(values, { saved: series, today }, 1).days.length === 0
}

// The schema requires an id; each save sends its own.
const requestId = '00000000-0000-4000-8000-000000000000'

/** Validates the form and returns one message for each invalid field, worded like the server's. */
export function checkSeriesForm(values: SeriesFormValues, { saved, today }: StartFacts): FieldErrors {
  const input = toSeriesInput(values)
  const messages = checkContentForm(values, createSeries.body.safeParse({ ...input, requestId }), seriesPath)
  const isMoved = saved?.startDate !== input.startDate
  for (const [path, message] of Object.entries(planProblems(input, isMoved ? today : null))) {
    messages[seriesPath(path, values)] ??= message
  }
  return messages
}

export function seriesFormResolver(facts: StartFacts): Resolver<SeriesFormValues> {
  return resolverOf((values) => checkSeriesForm(values, facts))
}
