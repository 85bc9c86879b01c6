import { exactMoment, exactPage, readExactCursor } from '../../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../../platform/db/iso-moment.ts'
import { type Transaction, queryTenant, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { fieldError } from '../../../shared/errors.ts'
import { lockShownClient, noteClientEvent } from '../../clients/client-rows.ts'
import { findPortalUrl } from '../../clients/portal/find-portal-url.ts'
import { clientMailLimit } from '../../invoices/mail/mail-limit.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import type { Message, Thread, sendPortalMessage } from '../contract.ts'
import { type PortalMailDeps, queueAnswerMail, queueMessageMail } from '../emails.ts'
import { getPortalBusiness, getPortalPerson } from '../queries.ts'

type NewMessage = BodyOf<typeof sendPortalMessage>
type MessageDeps = PortalMailDeps & Deps<'database'>

const pageSize = 30
const messagesPerHour = 20

const columns = `m.id, m.author, m.body, ${isoMoment('m.created_at')} as shown, m.read_at is not null as "isRead"`
const select = (
  position: string,
) => `select ${columns}, ${exactMoment('m.created_at')} as at from portal_messages m
  where m.business_id = $1 and m.client_id = $2 ${position}
  order by m.created_at desc, m.id desc limit ${pageSize + 1}`

type MessageRow = Message & { shown: string }

/** What a client and the owner wrote to each other, newest first. */
export async function listMessages(
  { database }: Deps<'database'>,
  { businessId, clientId }: PortalClient,
  { after }: { after?: string | undefined },
): Promise<Thread> {
  const cursor = after === undefined ? null : readExactCursor(after, 'after')
  const position = cursor ? 'and (m.created_at, m.id) < ($3::timestamptz, $4::uuid)' : ''
  const rows = await queryTenant<MessageRow>(database, businessId, {
    name: `portal-messages${cursor ? '-after' : ''}`,
    text: select(position),
    values: [businessId, clientId, ...(cursor ? [cursor.at, cursor.id] : [])],
  })
  const { shown, next } = exactPage(rows, pageSize)
  return { messages: shown.map(({ shown: at, ...message }) => ({ ...message, at })), next }
}

/** Stores a message of the client and emails the owner, once for each request id. */
export async function sendClientMessage(
  deps: MessageDeps,
  ip: string,
  key: PortalClient,
  message: NewMessage,
): Promise<Message> {
  const refusal = 'You’ve sent several messages already.'
  const limits = [
    { key: `portal-message:ip:${networkOf(ip)}`, max: 60, windowSeconds: 3600, refusal },
    { key: `portal-message:client:${key.clientId}`, max: messagesPerHour, windowSeconds: 3600, refusal },
  ]
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, key.businessId, async (tx) => {
      const { stored, isNew } = await store(tx, deps, { ...key, ...message, author: 'client' })
      if (!isNew) return stored
      await noteClientEvent(tx, { businessId: key.businessId, id: key.clientId }, 'message')
      const business = await getPortalBusiness(tx, key.businessId)
      const person = await getPortalPerson(tx, key)
      await queueMessageMail(tx, deps, { business, person, body: message.body })
      return stored
    }),
  )
}

/** Stores an answer of the owner and emails it to the client. What the client wrote before counts as read. */
export async function sendOwnerAnswer(
  deps: MessageDeps,
  key: PortalClient,
  message: NewMessage,
): Promise<Message> {
  const { database } = deps
  const { plan } = await withTenant(database, key.businessId, (tx) => getPortalBusiness(tx, key.businessId))
  return withinLimits(database, [clientMailLimit(key.businessId, plan)], () =>
    withTenant(database, key.businessId, async (tx) => {
      const { stored, isNew } = await store(tx, deps, { ...key, ...message, author: 'owner' })
      if (!isNew) return stored
      await readAll(tx, key, deps.now())
      const business = await getPortalBusiness(tx, key.businessId)
      const person = await getPortalPerson(tx, key)
      const url = await findPortalUrl(tx, deps.appUrl, key)
      await queueAnswerMail(tx, deps, { business, person, url, body: message.body })
      return stored
    }),
  )
}

/** Marks what the client wrote as read. */
export async function markRead(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, clientId }: PortalClient,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    await lockShownClient(tx, { businessId, id: clientId })
    await readAll(tx, { businessId, clientId }, now())
  })
}

async function readAll({ client }: Transaction, key: PortalClient, now: Date): Promise<void> {
  await client.query(
    `update portal_messages set read_at = $3
     where business_id = $1 and client_id = $2 and author = 'client' and read_at is null`,
    [key.businessId, key.clientId, now],
  )
}

/** Locks the client, so that a merge does not leave the message behind. */
async function store(
  tx: Transaction,
  { now }: Deps<'now'>,
  message: PortalClient & NewMessage & { author: 'client' | 'owner' },
): Promise<{ stored: Message; isNew: boolean }> {
  const { businessId, clientId, author, body, requestId } = message
  await lockShownClient(tx, { businessId, id: clientId })
  const at = now()
  const { rows } = await tx.client.query<MessageRow & { isNew: boolean }>(
    `with added as (
       insert into portal_messages (business_id, client_id, author, body, request_id, read_at, created_at)
       values ($1, $2, $3, $4, $5, case when $3 = 'owner' then $6::timestamptz end, $6)
       on conflict (business_id, request_id) do nothing returning *
     )
     select ${columns}, true as "isNew" from added m
     union all
     select ${columns}, false from portal_messages m
     where m.business_id = $1 and m.client_id = $2 and m.author = $3 and m.request_id = $5`,
    [businessId, clientId, author, body, requestId, at],
  )
  const [row] = rows
  if (!row) throw fieldError('requestId', 'This request ID was already used for another message.')
  const { shown, isNew, ...stored } = row
  return { stored: { ...stored, at: shown }, isNew }
}
