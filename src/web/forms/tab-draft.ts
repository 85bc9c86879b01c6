import { z } from 'zod'
import { tabStorage } from '../tab-storage.ts'

// What is typed into a form is kept in the tab, so that a reload or an ended session loses nothing.
const keptForMs = 24 * 60 * 60 * 1000

const draftSchema = z.object({ form: z.literal(1), savedAt: z.number() })

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was kept, if it is not too old and still what the form takes; anything else is forgotten. */
export function readTabDraft<T>(
  key: string,
  schema: z.ZodType<T>,
  storage: DraftStorage | null = tabStorage(),
  now = Date.now(),
): T | null {
  const text = storage?.getItem(key) ?? null
  if (text === null) return null
  const kept = parseJson(text)
  const frame = draftSchema.safeParse(kept)
  const draft = schema.safeParse(kept)
  if (frame.success && draft.success && now - frame.data.savedAt < keptForMs) return draft.data
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
    // Full: the form itself still holds everything.
  }
}

export function removeTabDraft(key: string, storage: DraftStorage | null = tabStorage()): void {
  storage?.removeItem(key)
}
