import { z } from 'zod'
import { newRequestId } from '../../../web/forms/request-id.ts'
import {
  type DraftStorage,
  readTabDraft,
  removeTabDraft,
  writeTabDraft,
} from '../../../web/forms/tab-draft.ts'

const answerSchema = z.object({ text: z.string(), requestId: z.uuid() })
const draftSchema = z.object({ answers: z.record(z.string(), answerSchema) })

export type AnswerDrafts = ReturnType<typeof createAnswerDrafts>

/** Unsent answers by message. They survive closing the dialog, a reload and the end of the session. */
export function createAnswerDrafts(userId: string, storage?: DraftStorage | null) {
  const key = `unsent-answers:${userId}`
  const answers = new Map(Object.entries(readTabDraft(key, draftSchema, storage)?.answers ?? {}))
  const begun = () => new Set([...answers].flatMap(([id, { text }]) => (text === '' ? [] : [id])))

  /** One per answer, kept when its text changes: an attempt whose response was lost may have arrived. */
  const requestIdOf = (messageId: string): string => answers.get(messageId)?.requestId ?? newRequestId()

  function put(messageId: string, answer: z.infer<typeof answerSchema> | null): void {
    if (answer) answers.set(messageId, answer)
    else answers.delete(messageId)
    if (answers.size === 0) removeTabDraft(key, storage)
    else writeTabDraft(key, { answers: Object.fromEntries(answers) }, storage)
  }

  return {
    textOf: (messageId: string): string => answers.get(messageId)?.text ?? '',
    requestIdOf,
    /** The ids of messages with an unsent answer. */
    begun: (): ReadonlySet<string> => begun(),
    isDirty: (): boolean => begun().size > 0,
    keep(messageId: string, text: string): void {
      put(messageId, { text: text.trim() === '' ? '' : text, requestId: requestIdOf(messageId) })
    },
    /** Removes the draft after the server has accepted the answer. */
    sent: (messageId: string): void => put(messageId, null),
    /** An earlier text was sent instead, so the current text becomes a separate answer. */
    startAnother(messageId: string, text: string): void {
      put(messageId, { text, requestId: newRequestId() })
    },
    abandon(): void {
      answers.clear()
      removeTabDraft(key, storage)
    },
  }
}
