/** The longest description that is kept: longer ones are seldom written twice. */
export const maxItemLength = 200
/** The most items of one business. Those that were not used for the longest time go first. */
export const maxItems = 2000
/** As many as fit below the field of a line, and in the dialog. */
export const suggestedItems = 8
export const listedItems = 50

export interface BilledLine {
  description: string
  rateMinor: number
  /** The names of its taxes; null for all taxes of the invoice. */
  taxNames: string[] | null
}

const keyOf = ({ description }: BilledLine) => description.trim().toLowerCase()

/**
 * Returns the lines to remember, each description once with its last rate. What the invoice had `before` is known already,
 * so that an item which was removed from the list does not return with the next change of that invoice.
 */
export function linesToRemember(lines: readonly BilledLine[], before: readonly BilledLine[]): BilledLine[] {
  const known = new Set(before.map((line) => `${keyOf(line)} ${line.rateMinor}`))
  const remembered = new Map<string, BilledLine>()
  for (const line of lines) {
    const description = line.description.trim()
    const isNew = !known.has(`${keyOf(line)} ${line.rateMinor}`)
    if (isNew && description !== '' && description.length <= maxItemLength) {
      remembered.set(keyOf(line), { ...line, description })
    }
  }
  return [...remembered.values()]
}
