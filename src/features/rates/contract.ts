import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { rateProblem } from './rules.ts'

const tag = 'Exchange rates'

/** What one unit of a currency is worth in the home currency, as decimal text. */
const rateSchema = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = rateProblem(text)
    if (problem) context.addIssue(problem)
  })

export const ownRateSchema = z.strictObject({
  currency: z.string(),
  /** The first day on which it holds. It holds until the next one. */
  day: z.iso.date(),
  rate: z.string(),
})
export type OwnRate = z.infer<typeof ownRateSchema>

const currentRateSchema = z.strictObject({
  currency: z.string(),
  /** Null if no rate is known. */
  rate: z.string().nullable(),
  ratedOn: z.iso.date().nullable(),
  /** Who published it; `own` for a rate that the business entered. */
  source: z.string().nullable(),
})
export type CurrentRate = z.infer<typeof currentRateSchema>

export const listRates = endpoint({
  method: 'get',
  path: '/api/v1/rates',
  access: { permission: 'business.read' },
  tag,
  summary: 'What the currencies that the business uses are worth today, and the rates it entered',
  response: z.strictObject({
    /** The home currency, in which the rates are. */
    currency: z.string(),
    current: z.array(currentRateSchema),
    /** Newest day first. */
    own: z.array(ownRateSchema),
  }),
})
export type Rates = z.infer<typeof listRates.response>

export const saveRate = endpoint({
  method: 'put',
  path: '/api/v1/rates',
  access: { permission: 'money.write' },
  tag,
  summary: 'Add a rate, or change the one of that currency and day; what was converted before stays as it is',
  body: z.strictObject({
    currency: currencySchema,
    day: z.string().refine(isIsoDate, 'Please enter a date.'),
    rate: rateSchema,
  }),
  response: ownRateSchema,
})

export const deleteRate = endpoint({
  method: 'delete',
  path: '/api/v1/rates/{currency}/{day}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Remove a rate; what was converted with it stays as it is',
  params: z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), day: z.iso.date() }),
  errors: ['NOT_FOUND'],
})
