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

function keyOf(draftOwner: string): string {
  return `unsaved-profile:${draftOwner}`
}

export function readProfileDraft(draftOwner: string, storage?: DraftStorage | null): ProfileChanges | null {
  return readTabDraft(keyOf(draftOwner), draftSchema, storage)?.changes ?? null
}

export function writeProfileDraft(
  draftOwner: string,
  changes: ProfileChanges,
  storage?: DraftStorage | null,
): void {
  writeTabDraft(keyOf(draftOwner), { changes }, storage)
}

export function removeProfileDraft(draftOwner: string, storage?: DraftStorage | null): void {
  removeTabDraft(keyOf(draftOwner), storage)
}
