import { z } from 'zod'
import {
  type DraftStorage,
  readTabDraft,
  removeTabDraft,
  writeTabDraft,
} from '../../../web/forms/tab-draft.ts'
import type { ReminderSettings } from '../contract.ts'

// Less strict than the contract: a draft with errors is kept too.
const draftSchema = z.object({
  settings: z.object({
    hasOwnSeries: z.boolean(),
    sendHour: z.int(),
    steps: z.array(
      z.object({ offsetDays: z.int(), subject: z.string().nullable(), body: z.string().nullable() }),
    ),
  }),
})

function keyOf(draftOwner: string): string {
  return `unsaved-reminders:${draftOwner}`
}

export function readReminderDraft(
  draftOwner: string,
  storage?: DraftStorage | null,
): ReminderSettings | undefined {
  return readTabDraft(keyOf(draftOwner), draftSchema, storage)?.settings
}

/** Keeps a draft for after a reload or a new sign-in; undefined deletes it. */
export function keepReminderDraft(
  draftOwner: string,
  settings: ReminderSettings | undefined,
  storage?: DraftStorage | null,
): void {
  if (settings) writeTabDraft(keyOf(draftOwner), { settings }, storage)
  else removeTabDraft(keyOf(draftOwner), storage)
}
