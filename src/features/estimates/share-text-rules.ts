import { type ChargeInput, maxLineCharacters } from '../invoices/document/charge-rules.ts'

interface Described {
  number: string
  description: string
  charge: ChargeInput
}

type Lines = Extract<ChargeInput, { kind: 'lines' }>['lines']

const maxDescription = 500

/** Puts "30% of" before what the lines are for, or before the description of a single amount. */
export function describeShare(
  { number, description, charge }: Described,
  lead: string,
): { description: string; lines: Lines } {
  if (charge.kind === 'amount') {
    const what = description || `estimate ${number}`
    return { description: `${lead} ${what}`.slice(0, 2000), lines: [] }
  }
  const lines = charge.lines.map((line) => ({ ...line, description: shorten(`${lead} ${line.description}`) }))
  const length = lines.reduce((total, line) => total + line.description.length, 0)
  return { description, lines: length > maxLineCharacters ? charge.lines : lines }
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text
  return `${text.slice(0, maxDescription - 1).trimEnd()}…`
}
