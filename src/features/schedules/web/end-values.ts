import type { End } from '../rules.ts'

/** The typed values for the end of a schedule. */
export interface EndValues {
  endKind: End['kind']
  endDate: string | null
  endCount: string
}

export function readEnd({ endKind, endDate, endCount }: EndValues): End {
  if (endKind === 'date') return { kind: 'date', date: endDate ?? '' }
  // NaN for an invalid number, which the schema rejects.
  if (endKind === 'count')
    return { kind: 'count', count: /^\d+$/.test(endCount.trim()) ? Number(endCount) : Number.NaN }
  return { kind: 'never' }
}

export const endless: EndValues = { endKind: 'never', endDate: null, endCount: '12' }

export function endValuesOf(end: End): EndValues {
  return {
    endKind: end.kind,
    endDate: end.kind === 'date' ? end.date : null,
    endCount: end.kind === 'count' ? String(end.count) : endless.endCount,
  }
}
