import type { Database } from '../../../platform/db/connect.ts'
import { exactMoment, exactPage, readExactCursor } from '../../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../../platform/db/iso-moment.ts'
import { nameOf } from '../../../platform/db/name-of.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../../shared/endpoint.ts'
import { assertClientExists } from '../../clients/assert-client-exists.ts'
import { mailReason, mailReasonValues, mailWaits } from '../mail/mail-reason.ts'
import type { ClientTimelineEntry, getClientTimeline as contract } from './contract.ts'

const pageSize = 30

/** The columns of a mail in rows of other tables. */
const noMail = 'null::text, null::text, false'
const mailer = `(select m.user_id from mails m
  where m.business_id = $1 and m.invoice_id = i.id and m.kind = 'invoice' and m.state = 'sent'
  order by m.created_at limit 1)`
/** Each part reads the newest rows of its index; `before` is the position of the cursor. */
const part = (columns: string, rows: string, before: string, [at, id]: readonly [string, string]) => `(
  select ${columns} from ${rows} and ${at} is not null ${before === '' ? '' : `and (${at}, ${id}) < ${before}`}
  order by ${at} desc, ${id} desc limit ${pageSize + 1})`

function timelineStatement(before: string): string {
  const events = part(
    `e.id, e.at, e.kind, e.invoice_id, e.amount_minor, e.is_test, e.note, ${noMail}, e.user_id`,
    `invoice_events e where e.business_id = $1 and e.client_id = $2::uuid`,
    before,
    ['e.at', 'e.id'],
  )
  const sent = part(
    `i.id, i.sent_at, 'sent', i.id, null::bigint, false, null, ${noMail}, null::uuid`,
    `invoices i where i.business_id = $1 and i.client_id = $2::uuid`,
    before,
    ['i.sent_at', 'i.id'],
  )
  const own = part(
    `c.id, c.at, 'client-' || c.kind, null::uuid, null::bigint, false, c.note, ${noMail}, c.user_id`,
    `client_events c where c.business_id = $1 and c.client_id = $2::uuid`,
    before,
    ['c.at', 'c.id'],
  )
  const statements = part(
    `m.id, m.created_at, 'mail-' || m.state, null::uuid, null::bigint, false, null, m.to_address, ${mailReason}, ${mailWaits}, m.user_id`,
    `mails m where m.business_id = $1 and m.client_id = $2::uuid and m.kind = 'statement'`,
    before,
    ['m.created_at', 'm.id'],
  )
  return `
    with parts as materialized (
      select * from (${events} union all ${sent} union all ${own} union all ${statements}) p
        (id, moment, kind, invoice_id, amount_minor, is_test, note, to_address, reason, waits, user_id)
      order by moment desc, id desc limit ${pageSize + 1}
    )
    select p.id, ${exactMoment('p.moment')} as at, ${isoMoment('p.moment')} as shown, p.kind,
      case when p.invoice_id is not null then
        json_build_object('id', i.id, 'number', i.number, 'currency', i.currency) end as invoice,
      p.amount_minor::float8 as "amountMinor", p.is_test as "isTest", p.note,
      p.to_address as "to", p.reason, p.waits as "waitsForAccount",
      case when p.kind = 'sent' then ${nameOf(mailer)} else ${nameOf('p.user_id')} end as who
    from parts p left join invoices i on i.business_id = $1 and i.id = p.invoice_id
    order by p.moment desc, p.id desc`
}

const statements = {
  first: { name: 'client-timeline', text: timelineStatement('') },
  after: { name: 'client-timeline-after', text: timelineStatement('($7::timestamptz, $8::uuid)') },
}

export async function readClientTimeline(
  database: Database,
  businessId: string,
  clientId: string,
  { after }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const cursor = after === undefined ? null : readExactCursor(after, 'after')
  await assertClientExists(database, businessId, clientId)
  const rows = await queryTenant<ClientTimelineEntry & { shown: string }>(database, businessId, {
    ...statements[cursor ? 'after' : 'first'],
    values: [businessId, clientId, ...mailReasonValues, ...(cursor ? [cursor.at, cursor.id] : [])],
  })
  const { shown, next } = exactPage(rows, pageSize)
  return { entries: shown.map(({ shown: at, ...entry }) => ({ ...entry, at })), next }
}
