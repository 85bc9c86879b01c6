import { noteAction } from '../../platform/audit/note-action.ts'
import type { Actor } from '../../platform/audit/note-action.ts'
import { contactReplies } from '../../platform/db/tables/operator.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { ContactMessage } from './contract.ts'
import { queueAnswerMail } from './emails.ts'
import { lockMessage, setMessageState, viewMessage } from './queries.ts'

/** Also one that was closed, or answered before. */
export async function answerMessage(
  deps: ContactDeps,
  actor: Actor,
  id: string,
  body: string,
): Promise<ContactMessage> {
  return withPlatform(deps.database, async (tx) => {
    const message = await lockMessage(tx, id)
    const mailId = await queueAnswerMail(tx, deps, message, body)
    await tx.db.insert(contactReplies).values({ messageId: id, authorEmail: actor.email, body, mailId })
    await setMessageState(tx, id, 'answered')
    await noteAction(tx, actor, { action: 'answer-message', target: { id, label: message.email } })
    return viewMessage(tx, { ...message, state: 'answered' })
  })
}
