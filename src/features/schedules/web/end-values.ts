import { z } from 'zod'
import type { End } from '../rules.ts'

/** The typed values for the end of a schedule. */
export interface EndValues {
  endKind: End['kind']
  endDate: string | null
  endCount: string
}

export const endDraftShape = {
  endKind: z.enum(['never', 'date', 'count']),
  endDate: z.string().nullable(),
  endCount: z.string(),
}

/** Maps a path in the request to the field for the end that shows its error. */
export function endPath(inputPath: string): keyof EndValues | undefined {
  if (inputPath === 'end.date') return 'endDate'
  return inputPath === 'end.count' ? 'endCount' : undefined
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
