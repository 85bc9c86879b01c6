import { z } from 'zod'
import {
  type DraftStorage,
  readTabDraft,
  removeTabDraft,
  writeTabDraft,
} from '../../../web/forms/tab-draft.ts'
import { type ProfileChanges, profileFields } from './profile-values.ts'

// The draft holds only the changes, so that it does not overwrite what was saved elsewhere in the meantime.
const draftSchema = z.object({ changes: z.partialRecord(z.enum(profileFields), z.string()) })

function keyOf(userId: string): string {
  return `unsaved-profile:${userId}`
}

export function readProfileDraft(userId: string, storage?: DraftStorage | null): ProfileChanges | null {
  return readTabDraft(keyOf(userId), draftSchema, storage)?.changes ?? null
}

export function writeProfileDraft(
  userId: string,
  changes: ProfileChanges,
  storage?: DraftStorage | null,
): void {
  writeTabDraft(keyOf(userId), { changes }, storage)
}

export function removeProfileDraft(userId: string, storage?: DraftStorage | null): void {
  removeTabDraft(keyOf(userId), storage)
}
