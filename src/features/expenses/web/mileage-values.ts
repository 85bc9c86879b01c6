import { z } from 'zod'
import { type Currency, digitsOf } from '../../../shared/currencies.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import {
  decimalsText,
  parseDecimals,
  parseThousandths,
  thousandthsText,
} from '../../../shared/thousandths.ts'
import { typedNumberMessage } from '../../../web/forms/typed-amount.ts'
import { type Mileage, mileageSchema } from '../contract.ts'
import { mileageMinor } from '../mileage-rules.ts'

/** Mileage as the form has it. */
export interface MileageValues {
  distance: string
  unit: Mileage['unit']
  /** In the currency of the expense, such as 0.655. */
  rate: string
}

export const mileageDraftSchema = z.object({
  distance: z.string(),
  unit: mileageSchema.shape.unit,
  rate: z.string(),
})

/** Thousandths of the minor unit have three decimals more than the currency. */
const rateDecimals = (currency: Currency) => digitsOf(currency) + 3

export const rateText = (rate: number, currency: Currency) => decimalsText(rate, rateDecimals(currency))

export function mileageValuesOf({ distance, unit, rate }: Mileage, currency: Currency): MileageValues {
  return { distance: thousandthsText(distance), unit, rate: rateText(rate, currency) }
}

const orNaN = (read: number | 'ambiguous' | null) => (typeof read === 'number' ? read : Number.NaN)

/** Converts the form to the request, with NaN for text that is no number. */
export function toMileage({ distance, unit, rate }: MileageValues, currency: Currency): Mileage {
  return {
    distance: orNaN(parseThousandths(distance)),
    unit,
    rate: orNaN(parseDecimals(rate, rateDecimals(currency))),
  }
}

/** What the distance comes to; null while the fields are not filled in. */
export function mileageAmount(values: MileageValues, currency: Currency): number | null {
  const { data } = mileageSchema.safeParse(toMileage(values, currency))
  return data ? mileageMinor(data) : null
}

/** The messages for numbers that can be read in two ways. */
export function checkMileage({ distance, rate }: MileageValues): FieldErrors {
  const messages: FieldErrors = {}
  for (const [name, text] of Object.entries({ distance, rate })) {
    const message = typedNumberMessage(text)
    if (message !== undefined) messages[`mileage.${name}`] = message
  }
  return messages
}

/** "12.5 mi" */
export function distanceText({ distance, unit }: Mileage): string {
  return `${thousandthsText(distance)} ${unit}`
}
