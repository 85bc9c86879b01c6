interface Payable {
  id: string
  date: string
  openMinor: number
}

interface Part {
  id: string
  amountMinor: number
  ofMinor: number
}

/** Pays the oldest first. What is left over goes to the last one. Null if the amount does not reach for all. */
export function allocate(amountMinor: number, payables: readonly Payable[]): Part[] | null {
  let left = amountMinor
  const parts = payables
    .toSorted((a, b) => (a.date < b.date || (a.date === b.date && a.id < b.id) ? -1 : 1))
    .map(({ id, openMinor }) => {
      const part = Math.min(openMinor, left)
      left -= part
      return { id, amountMinor: part, ofMinor: openMinor }
    })
  const last = parts.at(-1)
  if (!last || parts.some((part) => part.amountMinor === 0)) return null
  last.amountMinor += left
  return parts
}
