import { z } from 'zod'
import { contentShape } from '../../invoices/web/form/draft-schema.ts'
import { type Frequency, frequencies } from '../../schedules/rules.ts'
import type { SeriesFormValues } from './series-form-values.ts'

export const seriesDraftSchema: z.ZodType<SeriesFormValues> = z.object({
  ...contentShape,
  dueInDays: z.string(),
  frequency: z.enum(Object.keys(frequencies) as [Frequency, ...Frequency[]]),
  startDate: z.string().nullable(),
  endKind: z.enum(['never', 'date', 'count']),
  endDate: z.string().nullable(),
  endCount: z.string(),
  sends: z.boolean(),
})
