import { z } from 'zod'
import { tabStorage } from '../tab-storage.ts'

// Drafts are kept in the tab's session storage, so that a reload or an expired session loses nothing.
const maxAgeMs = 24 * 60 * 60 * 1000

const envelopeSchema = z.object({ form: z.literal(1), savedAt: z.number() })

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the draft if it is less than a day old and matches the schema. Any other draft is deleted. */
export function readTabDraft<T>(
  key: string,
  schema: z.ZodType<T>,
  storage: DraftStorage | null = tabStorage(),
  now = Date.now(),
): T | null {
  const text = storage?.getItem(key) ?? null
  if (text === null) return null
  const stored = parseJson(text)
  const envelope = envelopeSchema.safeParse(stored)
  const draft = schema.safeParse(stored)
  if (envelope.success && draft.success && now - envelope.data.savedAt < maxAgeMs) return draft.data
  removeTabDraft(key, storage)
  return null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeTabDraft(
  key: string,
  draft: object,
  storage: DraftStorage | null = tabStorage(),
  now = Date.now(),
): void {
  try {
    storage?.setItem(key, JSON.stringify({ ...draft, form: 1, savedAt: now }))
  } catch {
    // The storage is full. The form itself still holds the values.
  }
}

export function removeTabDraft(key: string, storage: DraftStorage | null = tabStorage()): void {
  storage?.removeItem(key)
}
