import { summarizeCharge } from './charge-summary.ts'
// The two ways of saying what is charged, and what of the one is kept in the other.
import { type ChargeValues, emptyCharge } from './charge-values.ts'

interface Charged {
  charge: ChargeValues
  description: string
}

/** What a line's description can hold. */
const maxLineText = 500

export const emptyLine: ChargeValues['lines'][number] = { description: '', quantity: '1', rateCents: null }

/** The amount becomes the first line and takes the description with it, unless that is too long for a line. */
export function toLines({ charge, description }: Charged): Charged {
  const text = description.trim().replaceAll(/\s*\n\s*/g, ' ')
  const fits = text.length <= maxLineText
  const amountCents = typeof charge.amountCents === 'number' ? charge.amountCents : null
  const line = { ...emptyLine, description: fits ? text : '', rateCents: amountCents }
  return {
    charge: { ...emptyCharge, kind: 'lines', amountCents, lines: [line] },
    description: fits ? '' : description,
  }
}

/** What the lines come to, once one of them has a rate. */
export function totalToKeep(charge: ChargeValues): number | null {
  const hasRate = charge.lines.some((line) => line.rateCents !== null)
  return hasRate ? summarizeCharge(charge).totalCents : null
}

/** The total becomes the amount; what the lines said goes to the description where there is none. */
export function toAmount({ charge, description }: Charged): Charged {
  const [line, ...others] = charge.lines
  const said = others.length === 0 && description.trim() === '' ? line?.description : undefined
  return {
    charge: { ...emptyCharge, amountCents: totalToKeep(charge) ?? charge.amountCents },
    description: said ?? description,
  }
}

/** Whether going back to a single amount throws something away that somebody wrote or chose. */
export function losesLines({ charge, description }: Charged): boolean {
  const { lines, discount, taxes, fees } = charge
  if (discount.kind !== 'none' || taxes.length > 0 || fees.length > 0) return true
  const written = lines.filter((line) => line.description.trim() !== '' || line.rateCents !== null)
  const [line, ...others] = written
  if (!line) return false
  const text = line.description.trim()
  return others.length > 0 || line.quantity.trim() !== '1' || (text !== '' && description.trim() !== '')
}
