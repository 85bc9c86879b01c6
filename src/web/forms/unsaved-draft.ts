import { z } from 'zod'
import { type DraftStorage, readTabDraft, writeTabDraft } from './tab-draft.ts'

/** What a save needs to know besides the values. */
export interface Work {
  /** The same for every try to make the same one. */
  requestId: string
  /** Whether it was sent before, with an answer that may have been lost. */
  tried: boolean
  /** Of what the changes are made on; null for a new one. */
  version: number | null
}

interface Draft<V> extends Work {
  values: V
}

/** Drafts of different people and of different things are kept apart. */
export function draftKey(what: string, userId: string, id: string | null): string {
  return `unsaved-${what}:${userId}:${id ?? 'new'}`
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

export function writeDraft<V>(
  key: string,
  draft: Draft<V>,
  storage?: DraftStorage | null,
  now?: number,
): void {
  writeTabDraft(key, draft, storage, now)
}
