import { z } from 'zod'
import { type DraftStorage, readTabDraft, writeTabDraft } from './tab-draft.ts'

export interface DraftState {
  /** The same for every attempt to create the same record. */
  requestId: string
  /** Whether it was sent before; the response may have been lost. */
  tried: boolean
  /** The version of the record that was edited; null for a new one. */
  version: number | null
}

interface Draft<V> extends DraftState {
  values: V
}

/** Returns the storage key of a draft, which differs by user and business, by kind and by record. */
export function draftKey(what: string, draftOwner: string, id: string | null): string {
  return `unsaved-${what}:${draftOwner}:${id ?? 'new'}`
}

export function readDraft<V>(
  key: string,
  values: z.ZodType<V>,
  storage?: DraftStorage | null,
  now?: number,
): Draft<V> | null {
  const schema: z.ZodType<Draft<V>> = z.object({
    requestId: z.uuid(),
    tried: z.boolean(),
    version: z.int().nullable(),
    values,
  })
  return readTabDraft(key, schema, storage, now)
}

export function writeDraft<V>(key: string, draft: Draft<V>): void {
  writeTabDraft(key, draft)
}
