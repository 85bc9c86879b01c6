import { type ExactCursor, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { ContactMessage, listContactMessages } from './contract.ts'
import { type MessageRow, messageColumns, withReplies } from './queries.ts'

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
