import { getTableColumns } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { ratedColumns } from '../../platform/db/tables/columns.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { noteApproval } from './approval/note-approval.ts'
import type { ClientMailDeps } from './invoice-deps.ts'
import { assertWithinPlan } from './invoice-limit.ts'
import { queueInvoiceMail } from './mail/emails.ts'
import { drawNumber, numberTaken } from './numbers/draw-number.ts'
import { type BusinessFacts, type InvoiceRow, getInvoiceRow } from './queries.ts'
import { invoiceNumber } from './rules.ts'

type StoredInvoice = typeof invoices.$inferSelect

// The database computes the open amount, the next reminder, the next late fee and the exchange rate. A new invoice is not
// charged by itself.
type Computed =
  | 'nextReminderAt'
  | 'nextReminderStep'
  | 'nextLateFeeAt'
  | 'nextLateFeeOn'
  | keyof typeof ratedColumns
type Autopay = 'autopayAt' | 'autopayNoticeAt' | 'autopayAnnouncedAt'
const computed = new Set<string>([
  'openMinor',
  'nextReminderAt',
  'nextReminderStep',
  'nextLateFeeAt',
  'nextLateFeeOn',
  'autopayAt',
  'autopayNoticeAt',
  'autopayAnnouncedAt',
  ...Object.keys(ratedColumns),
])
const columns = Object.entries(getTableColumns(invoices)).filter(([key]) => !computed.has(key))
const insertStatement = `
  with inserted as (
    insert into invoices (${columns.map(([, column]) => column.name).join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict do nothing
    returning business_id, id, client_id, due_date, approval, next_reminder_at, next_reminder_step, next_late_fee_at, next_late_fee_on, rate, rated_on, rate_source, needs_rate
  ), logged as (
    insert into invoice_events (business_id, invoice_id, kind)
    select business_id, id, $${columns.length + 1} from inserted
  ), shown as (
    update clients c set archived_at = null from inserted i
    where c.business_id = i.business_id and c.id = i.client_id and c.archived_at is not null
  )
  select client_id as "clientId", due_date::text as "dueDate", approval, next_reminder_at as "nextReminderAt", next_reminder_step as "nextReminderStep",
    next_late_fee_at as "nextLateFeeAt", next_late_fee_on::text as "nextLateFeeOn", rate,
    rated_on::text as "ratedOn", rate_source as "rateSource", needs_rate as "needsRate"
  from inserted`

/**
 * Returns the columns of a new invoice. `now` is a clock that tests can set, because the date decides about
 * terms and limits. The database sets the times of later events.
 */
export function newInvoiceColumns(now: Date, { style, locale }: Pick<BusinessFacts, 'style' | 'locale'>) {
  const { look, accentColour, logoPosition } = style
  return {
    locale,
    version: 1,
    status: 'pending',
    // The database clears it if the invoice needs no approval.
    approval: 'waiting',
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    creditNotesMinor: 0,
    receivedMinor: 0,
    creditedMinor: 0,
    waivedMinor: 0,
    isDisputed: false,
    remindersSince: now,
    remindersNotBefore: null,
    remindersPausedAt: null,
    remindersPausedBy: null,
    remindedAt: null,
    lateFeesSince: now,
    seriesId: null,
    seriesPeriod: null,
    estimateId: null,
    estimateShare: null,
    documentLook: look,
    accentColour,
    logoPosition,
    createdAt: now,
    updatedAt: now,
  } as const satisfies Partial<StoredInvoice>
}

export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

type NumberColumns = Pick<StoredInvoice, 'number' | 'numberScope' | 'numberYear' | 'sequenceNumber'>

function outsideSequences(number: string): NumberColumns {
  return { number, numberScope: null, numberYear: null, sequenceNumber: null }
}

interface Insertion {
  event: 'created' | 'duplicated' | 'recurred' | 'imported'
  numbering: BusinessFacts['numbering']
  /** The number that the invoice has already. */
  number?: string
}

/**
 * Inserts a new invoice and its first event, with a number that the business has not used yet. If its client was archived, it is
 * shown again; if it has just been merged, the invoice is of the client that it became.
 */
export async function insertInvoice(
  tx: Transaction,
  invoice: Omit<StoredInvoice, 'id' | keyof NumberColumns | 'openMinor' | Computed | Autopay>,
  { event, numbering, number }: Insertion,
  randomId: () => string = randomUUID,
): Promise<StoredInvoice> {
  const { client } = tx
  const drawn =
    number === undefined
      ? numbering && (await drawNumber(tx, 'invoice', invoice, numbering))
      : outsideSequences(number)
  for (let tries = 0; tries < 5; tries++) {
    const id = randomId()
    const row: StoredInvoice = {
      ...invoice,
      id,
      ...(drawn ?? outsideSequences(invoiceNumber(id))),
      openMinor: invoice.totalMinor,
      nextReminderAt: null,
      nextReminderStep: null,
      nextLateFeeAt: null,
      nextLateFeeOn: null,
      autopayAt: null,
      autopayNoticeAt: null,
      autopayAnnouncedAt: null,
      rate: null,
      ratedOn: null,
      rateSource: null,
      needsRate: false,
    }
    const values = columns.map(([key, column]) => {
      const value = row[key as keyof StoredInvoice]
      return value === null ? null : column.mapToDriverValue(value)
    })
    const { rows: inserted } = await client.query<
      Pick<StoredInvoice, Computed | 'clientId' | 'dueDate' | 'approval'>
    >({
      name: 'insert-invoice',
      text: insertStatement,
      values: [...values, event],
    })
    if (inserted[0]) return { ...row, ...inserted[0] }
    // Either the number is taken, or the same request arrived twice and this one waited for the other to commit.
    const { rows } = await client.query('select from invoices where business_id = $1 and request_id = $2', [
      invoice.businessId,
      invoice.requestId,
    ])
    if (rows.length > 0) throw new DuplicateRequestError()
    if (drawn) throw numberTaken(drawn.number)
  }
  throw new Error('no free invoice number was found')
}

/** Finishes a new invoice after it was inserted: asks for approval if it waits for that, else queues its mail if it is to be sent now, and checks the plan's limit. */
export async function completeInvoice(
  tx: Transaction,
  deps: ClientMailDeps,
  invoice: InvoiceRow,
  facts: Pick<BusinessFacts, 'plan' | 'ownerVerified' | 'timeZone'>,
  now: Date,
): Promise<InvoiceRow> {
  let row = invoice
  if (row.approval !== null) await noteApproval(tx, deps, row, 'approval-asked')
  else if (row.sendOption === 'email_now') {
    await queueInvoiceMail(tx, deps, row, facts)
    row = await getInvoiceRow(tx, row.id)
  }
  await assertWithinPlan(tx, { id: row.businessId, plan: facts.plan, timeZone: facts.timeZone }, now)
  return row
}
