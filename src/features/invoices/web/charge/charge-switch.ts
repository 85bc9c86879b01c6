import type { Currency } from '../../../../shared/currencies.ts'
import { type ChargeValues, emptyCharge } from './charge-values.ts'
// Switches between a single amount and line items, and decides what to keep.
import { summarizeCharge } from './summarize-charge.ts'

interface ChargeAndDescription {
  charge: ChargeValues
  description: string
}

interface ConvertibleCharge extends ChargeAndDescription {
  currency: Currency
}

const maxDescriptionLength = 500

export const emptyLine: ChargeValues['lines'][number] = { description: '', quantity: '1', rateMinor: null }

/** Converts the amount to the first line. The description moves to the line unless it is too long. */
export function toLines({ charge, description }: ChargeAndDescription): ChargeAndDescription {
  const text = description.trim().replaceAll(/\s*\n\s*/g, ' ')
  const fits = text.length <= maxDescriptionLength
  const amountMinor = typeof charge.amountMinor === 'number' ? charge.amountMinor : null
  const line = { ...emptyLine, description: fits ? text : '', rateMinor: amountMinor }
  return {
    charge: { ...emptyCharge, kind: 'lines', amountMinor, lines: [line] },
    description: fits ? '' : description,
  }
}

/** Returns the total of the lines; null before any line has a rate. */
export function totalToKeep({
  charge,
  currency,
}: Pick<ConvertibleCharge, 'charge' | 'currency'>): number | null {
  const hasRate = charge.lines.some((line) => line.rateMinor !== null)
  return hasRate ? summarizeCharge(charge, currency).totalMinor : null
}

/** Converts the total to the amount. The text of a single line becomes the description if that is empty. */
export function toAmount({ charge, currency, description }: ConvertibleCharge): ChargeAndDescription {
  const [line, ...others] = charge.lines
  const lineText = others.length === 0 && description.trim() === '' ? line?.description : undefined
  return {
    charge: { ...emptyCharge, amountMinor: totalToKeep({ charge, currency }) ?? charge.amountMinor },
    description: lineText ?? description,
  }
}

/** Whether going back to a single amount discards something that the user entered or chose. */
export function losesLines({ charge, description }: ChargeAndDescription): boolean {
  const { lines, discount, taxes, fees } = charge
  if (discount.kind !== 'none' || taxes.length > 0 || fees.length > 0) return true
  const filledLines = lines.filter((line) => line.description.trim() !== '' || line.rateMinor !== null)
  const [line, ...others] = filledLines
  if (!line) return false
  const text = line.description.trim()
  return others.length > 0 || line.quantity.trim() !== '1' || (text !== '' && description.trim() !== '')
}
