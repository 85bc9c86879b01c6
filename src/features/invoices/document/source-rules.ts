import { z } from 'zod'

export const maxSourcesOfLine = 200
export const maxSources = 1000

/** The time entry or expense that a line bills. Clients never see it. */
export const lineSourceSchema = z.strictObject({ kind: z.enum(['time', 'expense']), id: z.uuid() })
export type LineSource = z.infer<typeof lineSourceSchema>

interface WithSources {
  description: string
  sources?: LineSource[] | undefined
}
type Lines<Line> = { kind: 'lines'; lines: readonly Line[] }

/** Returns everything that the lines of a charge bill. */
export function sourcesOf(charge: { kind: 'amount' } | Lines<WithSources>): LineSource[] {
  return charge.kind === 'lines' ? charge.lines.flatMap(({ sources = [] }) => sources) : []
}

function keepSources<C extends { kind: 'amount' } | Lines<WithSources>>(
  charge: C,
  isKept: (source: LineSource) => boolean,
): C {
  if (charge.kind === 'amount') return charge
  const lines = charge.lines.map(({ sources, ...line }) => {
    const kept = sources?.filter(isKept) ?? []
    return kept.length > 0 ? { ...line, sources: kept } : line
  })
  return { ...charge, lines }
}

/** Returns the charge with those sources only that still exist. */
export function keepHeld<C extends { kind: 'amount' } | Lines<WithSources>>(
  charge: C,
  held: readonly LineSource[],
): C {
  const keys = new Set(held.map(({ kind, id }) => `${kind} ${id}`))
  return keepSources(charge, ({ kind, id }) => keys.has(`${kind} ${id}`))
}

/** Returns the charge without what its lines bill: for clients, and for whatever bills nothing by saving it. */
export function withoutSources<C extends { kind: 'amount' } | Lines<WithSources>>(charge: C): C {
  return keepSources(charge, () => false)
}

/** Returns the first line that bills something a second time, or null. */
export function repeatedSource(lines: readonly WithSources[]): number | null {
  const seen = new Set<string>()
  for (const [index, { sources = [] }] of lines.entries()) {
    for (const { kind, id } of sources) {
      if (seen.has(`${kind} ${id}`)) return index
      seen.add(`${kind} ${id}`)
    }
  }
  return null
}
