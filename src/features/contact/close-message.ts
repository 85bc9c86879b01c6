import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { ContactMessage } from './contract.ts'
import { lockMessage, setMessageState, viewMessage } from './queries.ts'

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
