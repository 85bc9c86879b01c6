import { getTableColumns } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { invoices } from '../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { DocumentStyle } from '../business/contract.ts'
import { invoiceNumber } from './rules.ts'

type StoredInvoice = typeof invoices.$inferSelect

// What is left open and which reminder comes next follow from the rest: the database computes them.
const computed = new Set(['openCents', 'nextReminderAt', 'nextReminderStep'])
const columns = Object.entries(getTableColumns(invoices)).filter(([key]) => !computed.has(key))
const insertStatement = `
  with made as (
    insert into invoices (${columns.map(([, column]) => column.name).join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict do nothing
    returning business_id, id, next_reminder_at, next_reminder_step
  ), noted as (
    insert into invoice_events (business_id, invoice_id, kind)
    select business_id, id, $${columns.length + 1} from made
  )
  select next_reminder_at as "nextReminderAt", next_reminder_step as "nextReminderStep" from made`

/**
 * Where an invoice stands that nobody has done anything with yet. Its day and month decide about terms and limits, so
 * they come from the clock that tests can set; what happens to it later is stamped by the database.
 */
export function freshInvoice(now: Date, { look, accentColour, logoPosition }: DocumentStyle) {
  return {
    version: 1,
    status: 'pending',
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    receivedCents: 0,
    creditedCents: 0,
    waivedCents: 0,
    isDisputed: false,
    remindersSince: now,
    remindersNotBefore: null,
    remindersPausedAt: null,
    remindersPausedBy: null,
    remindedAt: null,
    seriesId: null,
    seriesPeriod: null,
    documentLook: look,
    accentColour,
    logoPosition,
    createdAt: now,
    updatedAt: now,
  } as const satisfies Partial<StoredInvoice>
}

/** The invoice with this request id is there already. */
export class RequestRepeated extends Error {
  override readonly name = 'RequestRepeated'
}

/** Stores a new invoice with its first event, under a number that the business has not used yet. */
export async function insertInvoice(
  { client }: Transaction,
  invoice: Omit<StoredInvoice, 'id' | 'number' | 'openCents' | 'nextReminderAt' | 'nextReminderStep'>,
  event: 'created' | 'duplicated' | 'recurred',
  randomId: () => string = randomUUID,
): Promise<StoredInvoice> {
  for (let tries = 0; tries < 5; tries++) {
    const id = randomId()
    const row: StoredInvoice = {
      ...invoice,
      id,
      number: invoiceNumber(id),
      openCents: invoice.totalCents,
      nextReminderAt: null,
      nextReminderStep: null,
    }
    const values = columns.map(([key, column]) => {
      const value = row[key as keyof StoredInvoice]
      return value === null ? null : column.mapToDriverValue(value)
    })
    const { rows: made } = await client.query<Pick<StoredInvoice, 'nextReminderAt' | 'nextReminderStep'>>({
      name: 'insert-invoice',
      text: insertStatement,
      values: [...values, event],
    })
    if (made[0]) return { ...row, ...made[0] }
    // Either the number is taken, or the same request came twice at once and this one waited for the other.
    const { rows } = await client.query('select from invoices where business_id = $1 and request_id = $2', [
      invoice.businessId,
      invoice.requestId,
    ])
    if (rows.length > 0) throw new RequestRepeated()
  }
  throw new Error('no free invoice number was found')
}
