import { z } from 'zod'

import { type DraftStorage, readTabDraft, removeTabDraft, writeTabDraft } from '../../../web/tab-draft.ts'

const draftSchema = z.object({ answers: z.record(z.string(), z.string()) })

export type AnswerDrafts = ReturnType<typeof createAnswerDrafts>

/** Answers that were begun and not sent, by message. They outlive the dialog, a reload and an ended session. */
export function createAnswerDrafts(userId: string, storage?: DraftStorage | null) {
  const key = `unsent-answers:${userId}`
  const answers = new Map(Object.entries(readTabDraft(key, draftSchema, storage)?.answers ?? {}))
  return {
    textOf: (messageId: string): string => answers.get(messageId) ?? '',
    /** The messages that have one. */
    begun: (): ReadonlySet<string> => new Set(answers.keys()),
    isDirty: (): boolean => answers.size > 0,
    keep(messageId: string, text: string): void {
      if (text.trim() === '') answers.delete(messageId)
      else answers.set(messageId, text)
      if (answers.size === 0) removeTabDraft(key, storage)
      else writeTabDraft(key, { answers: Object.fromEntries(answers) }, storage)
    },
    giveUp(): void {
      answers.clear()
      removeTabDraft(key, storage)
    },
  }
}
