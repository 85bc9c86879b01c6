import type { Basis } from '../journal/posting-rules.ts'

/** Which postings a figure is made of. */
export interface EntryFilter {
  /** Patterns of SQL's LIKE. */
  accounts: readonly string[]
  basis: Basis
  /** -1 if a credit counts as positive. */
  sign: 1 | -1
  /** Values that columns of the journal have to have. */
  equal?: Partial<Record<'client_id' | 'item' | 'tax' | 'tax_rate' | 'method', string | null>>
  /** Shows what taxes are on instead of the amounts. */
  ofBases?: boolean
  /** Only these kinds of entries. */
  entries?: readonly string[]
}

/** Makes a text a pattern of LIKE that fits nothing else. */
export const exactly = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
