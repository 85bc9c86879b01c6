import type { Resolver } from 'react-hook-form'
import { dateIn } from '../../../shared/dates.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { type OwnRate, saveRate } from '../contract.ts'
import { readTypedRate } from '../rules.ts'

type RateBody = RequestOf<typeof saveRate>['body']

export interface RateFormValues {
  currency: string
  /** `yyyy-MM-dd`; text that is not a date is kept as typed. */
  day: string | null
  rate: string
}

export function rateFormValues(rate: OwnRate | null, today: string, locale: string): RateFormValues {
  if (!rate) return { currency: '', day: today, rate: '' }
  return { currency: rate.currency, day: rate.day, rate: rateText(rate.rate, locale) }
}

/** All digits of a rate in the reader's number format, without separators of thousands: it can be read in one way only. */
export function rateText(rate: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 12, useGrouping: false })
  return format.format(rate as Intl.StringNumericLiteral)
}

const fields = ['currency', 'day', 'rate'] as const
type Problems = Partial<Record<(typeof fields)[number], string>>

interface RateFormContext {
  home: string
  today: string
  locale: string
}

/** Validates the form as the server does. Returns the request body, or an error message per field. */
export function readRateForm(values: RateFormValues, { home, today, locale }: RateFormContext) {
  const { currency, day } = values
  const typed = readTypedRate(values.rate, locale)
  const result = saveRate.body.safeParse({ currency, day: day ?? '', rate: typed.rate ?? '1' })
  const problems: Problems = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const field = fields.find((name) => name === path[0])
    if (field) problems[field] ??= message
  }
  if (currency === '') problems.currency = 'Please choose a currency.'
  if (currency === home) problems.currency = 'This is your home currency. Please choose another one.'
  if (problems.day === undefined && (day ?? '') > today) problems.day = 'The day can’t be in the future.'
  if (typed.problem !== undefined) problems.rate = typed.problem
  return result.success && Object.keys(problems).length === 0
    ? { ok: true as const, body: result.data }
    : { ok: false as const, problems }
}

export function rateFormResolver(business: {
  currency: string
  locale: string
  timeZone: string
}): Resolver<RateFormValues, unknown, RateBody> {
  const { currency: home, locale, timeZone } = business
  return (values) => {
    // The page may stay open over midnight.
    const today = dateIn(timeZone, new Date())
    const read = readRateForm(values, { home, locale, today })
    if (read.ok) return { values: read.body, errors: {} }
    const problems = Object.entries(read.problems)
    return {
      values: {},
      errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'contract', message }])),
    }
  }
}
