import { eq } from 'drizzle-orm'
import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { contactReplies } from '../../platform/db/tables/installation/contact.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { ContactMessage, answerContactMessage } from './contract.ts'
import { queueAnswerMail } from './emails.ts'
import { lockMessage, setMessageState, viewMessage } from './queries.ts'

type Answer = BodyOf<typeof answerContactMessage>

/** Answers a message, also a closed one. The same request again does nothing and is not audited. */
export async function answerMessage(
  deps: ContactDeps,
  actor: Actor,
  id: string,
  { body, requestId }: Answer,
): Promise<ContactMessage> {
  return withPlatform(deps.database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (await isAnswered(tx, id, requestId)) return viewMessage(tx, message)
    const mailId = await queueAnswerMail(tx, deps, message, body)
    const { rowCount } = await tx.db
      .insert(contactReplies)
      .values({ messageId: id, requestId, authorEmail: actor.email, body, mailId })
      .onConflictDoNothing({ target: contactReplies.requestId })
    // A concurrent request used the same id for an answer to another message, which has a separate lock.
    if (rowCount === 0) throw usedElsewhere()
    await setMessageState(tx, id, 'answered')
    await recordAdminAction(tx, actor, { action: 'answer-message', target: { id, label: message.email } })
    return viewMessage(tx, { ...message, state: 'answered' })
  })
}

async function isAnswered({ db }: Transaction, messageId: string, requestId: string): Promise<boolean> {
  const [reply] = await db
    .select({ messageId: contactReplies.messageId })
    .from(contactReplies)
    .where(eq(contactReplies.requestId, requestId))
  if (reply && reply.messageId !== messageId) throw usedElsewhere()
  return reply !== undefined
}

function usedElsewhere(): AppError {
  const message = 'This request ID was already used for an answer to another message.'
  return new AppError('VALIDATION_FAILED', message, { fields: { requestId: message } })
}

/** Closes a message. Closing it again does nothing and writes no audit entry. */
export async function closeMessage(deps: ContactDeps, actor: Actor, id: string): Promise<ContactMessage> {
  return withPlatform(deps.database, async (tx) => {
    const row = await lockMessage(tx, id)
    if (row.state === 'closed') return viewMessage(tx, row)
    await setMessageState(tx, id, 'closed')
    await recordAdminAction(tx, actor, { action: 'close-message', target: { id, label: row.email } })
    return viewMessage(tx, { ...row, state: 'closed' })
  })
}

/** Reopens a closed message as open or answered, depending on whether it has answers. */
export async function reopenMessage(deps: ContactDeps, actor: Actor, id: string): Promise<ContactMessage> {
  return withPlatform(deps.database, async (tx) => {
    const row = await lockMessage(tx, id)
    const message = await viewMessage(tx, row)
    if (row.state !== 'closed') return message
    const state = message.replies.length > 0 ? 'answered' : 'open'
    await setMessageState(tx, id, state)
    await recordAdminAction(tx, actor, { action: 'reopen-message', target: { id, label: row.email } })
    return { ...message, state }
  })
}
