import type { Resolver } from 'react-hook-form'
import type { FieldErrors as FieldMessages } from '../../../shared/errors.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { checkContentForm } from '../../invoices/web/form/check-content-form.ts'
import { planProblems } from '../../schedules/rules.ts'
import { createSeries } from '../contract.ts'
import { type SavedPlan, type SeriesFormValues, seriesPath, toSeriesInput } from './series-form-values.ts'

interface Facts {
  /** Null for a new series. */
  saved: Pick<SavedPlan, 'startDate'> | null
  /** The date in the business's time zone. */
  today: string
}

// The schema requires an id; each save sends its own.
const requestId = '00000000-0000-4000-8000-000000000000'

/** Validates the form and returns one message for each invalid field, worded like the server's. */
export function checkSeriesForm(values: SeriesFormValues, { saved, today }: Facts): FieldMessages {
  const input = toSeriesInput(values)
  const messages = checkContentForm(values, createSeries.body.safeParse({ ...input, requestId }), seriesPath)
  const isMoved = saved?.startDate !== input.startDate
  for (const [path, message] of Object.entries(planProblems(input, isMoved ? today : null))) {
    messages[seriesPath(path, values)] ??= message
  }
  return messages
}

export function seriesFormResolver(facts: Facts): Resolver<SeriesFormValues> {
  return resolverOf((values) => checkSeriesForm(values, facts))
}
