import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { ContactMessage, listContactMessages } from './contract.ts'

interface MessageRow extends ExactCursor {
  name: string
  email: string
  subject: string
  message: string
  state: ContactMessage['state']
}

type Reply = ContactMessage['replies'][number]

const messageColumns = `id, name, email, subject, message, state, ${exactMoment('created_at')} as at`

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
async function withReplies(tx: Transaction, rows: readonly MessageRow[]): Promise<ContactMessage[]> {
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

const pageSize = 20

/** Reads one more row than a page, to find out whether there is another page. */
function listStatement(state: ContactMessage['state'] | undefined, cursor: ExactCursor | undefined) {
  const values = [...(state ? [state] : []), ...(cursor ? [cursor.at, cursor.id] : [])]
  const conditions = [
    state && 'state = $1',
    cursor && `(created_at, id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`,
  ].filter(Boolean)
  return {
    name: `list-contact-messages-${state ? 'state' : 'all'}-${cursor ? 'after' : 'first'}`,
    text: `select ${messageColumns} from platform.contact_messages
           ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
           order by created_at desc, id desc limit ${pageSize + 1}`,
    values,
  }
}

export async function listMessages(
  { database }: ContactDeps,
  { state, after }: QueryOf<typeof listContactMessages>,
): Promise<ResponseOf<typeof listContactMessages>> {
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  return withPlatform(database, async (tx) => {
    const { rows } = await tx.client.query<MessageRow>(listStatement(state, cursor))
    const { shown, next } = exactPage(rows, pageSize)
    return { messages: await withReplies(tx, shown), next }
  })
}
