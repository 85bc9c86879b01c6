import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { type Frequency, frequencies } from './rules.ts'

export const day = (what: string) => z.string().refine(isIsoDate, `Please choose ${what}.`)

const countRefused = 'Please enter a number from 1 to 1000.'
export const endSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('never') }),
  /** `date` is the last possible date. */
  z.strictObject({ kind: z.literal('date'), date: day('an end date') }),
  z.strictObject({
    kind: z.literal('count'),
    count: z.int(countRefused).min(1, countRefused).max(1000, countRefused),
  }),
])

export const frequencySchema = z.enum(Object.keys(frequencies) as [Frequency, ...Frequency[]])

export const scheduleStateSchema = z.enum(['running', 'paused', 'over'])
export type ScheduleState = z.infer<typeof scheduleStateSchema>
