import type { Resolver } from 'react-hook-form'
import { type Currency, maxMinorOf } from '../../../shared/currencies.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { type TypedAmount, typedAmountMessage } from '../../../web/forms/typed-amount.ts'
import { type TimeEntry, updateTime } from '../contract.ts'
import { clockText, readDuration } from '../rules.ts'

/** The form of a time entry. What can’t be read stays as it was typed. */
export interface TimeFormValues {
  description: string
  date: string | null
  hours: string
  rateMinor: TypedAmount
  currency: Currency
}

export interface TimeDefaults {
  today: string
  rateMinor: number | null
  currency: Currency
}

export function newTimeValues({ today, rateMinor, currency }: TimeDefaults): TimeFormValues {
  return { description: '', date: today, hours: '', rateMinor, currency }
}

export function timeValuesOf({ description, date, seconds, rateMinor, currency }: TimeEntry): TimeFormValues {
  return { description, date, hours: clockText(seconds ?? 0), rateMinor, currency }
}

export type TimeInput = Omit<BodyOf<typeof updateTime>, 'version'>

/** Converts the form to the request, without validation. */
export function toTimeInput({ description, date, hours, rateMinor, currency }: TimeFormValues): TimeInput {
  return {
    description,
    date: date ?? '',
    seconds: readDuration(hours) ?? Number.NaN,
    rateMinor: typeof rateMinor === 'number' ? rateMinor : Number.NaN,
    currency,
  }
}

/** Returns a message for each invalid field, by the name of the field in the form. */
export function checkTimeForm(values: TimeFormValues): FieldErrors {
  const messages: FieldErrors = {}
  const { error } = updateTime.body.safeParse({ ...toTimeInput(values), version: 1 })
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.')
    messages[name === 'seconds' ? 'hours' : name] ??= message
  }
  const { rateMinor, currency } = values
  const max = maxMinorOf(currency)
  const problem = typedAmountMessage(rateMinor, { currency })
  if (problem !== undefined) messages['rateMinor'] = problem
  else if (typeof rateMinor === 'number' && rateMinor > max)
    messages['rateMinor'] = `The rate can be at most ${formatMoney(max, { currency })}.`
  return messages
}

export const timeFormResolver: Resolver<TimeFormValues> = resolverOf(checkTimeForm)
