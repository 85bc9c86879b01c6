import { type ExactCursor, exactMoment } from '../../platform/db/exact-cursor.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { ContactMessage } from './contract.ts'

export interface MessageRow extends ExactCursor {
  name: string
  email: string
  subject: string
  message: string
  state: ContactMessage['state']
}

type Reply = ContactMessage['replies'][number]

export const messageColumns = `id, name, email, subject, message, state, ${exactMoment('created_at')} as at`

/** Locks a message, so that changes to it are serialized. */
export async function lockMessage({ client }: Transaction, id: string): Promise<MessageRow> {
  const { rows } = await client.query<MessageRow>(
    `select ${messageColumns} from platform.contact_messages where id = $1 for update`,
    [id],
  )
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', 'This message does not exist.')
  return row
}

export async function setMessageState(
  { client }: Transaction,
  id: string,
  state: ContactMessage['state'],
): Promise<void> {
  await client.query('update platform.contact_messages set state = $2, updated_at = now() where id = $1', [
    id,
    state,
  ])
}

/** Adds the answers, oldest first, and the state of their mails, with one query for all messages. */
export async function withReplies(tx: Transaction, rows: readonly MessageRow[]): Promise<ContactMessage[]> {
  const { rows: replies } = await tx.client.query<Reply & { messageId: string }>({
    name: 'contact-replies',
    text: `select r.id, r.message_id as "messageId", r.author_email as "authorEmail", r.body,
             ${exactMoment('r.created_at')} as "createdAt", m.state as "mailState", m.last_error as "mailError"
           from platform.contact_replies r left join mails m on m.id = r.mail_id
           where r.message_id = any($1::uuid[]) order by r.created_at, r.id`,
    values: [rows.map(({ id }) => id)],
  })
  const repliesOf = Map.groupBy(replies, ({ messageId }) => messageId)
  return rows.map(({ at, ...message }) => ({
    ...message,
    createdAt: at,
    replies: (repliesOf.get(message.id) ?? []).map(({ messageId: _messageId, ...reply }) => reply),
  }))
}

export async function viewMessage(tx: Transaction, row: MessageRow): Promise<ContactMessage> {
  const [message] = await withReplies(tx, [row])
  if (!message) throw new Error('a message that was read has gone')
  return message
}
