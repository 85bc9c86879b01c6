import pg from 'pg'
import type { Database } from '../../../src/platform/db/connect.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'

interface Draw {
  businessId: string
  /** Returns a number from 0 up to 1. */
  random: () => number
}

const upTo = ({ random }: Draw, most: number) => 1 + Math.floor(random() * most)
const one = <T>({ random }: Draw, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const day = (draw: Draw) => `date '2026-10-20' + ${upTo(draw, 30)}`

/** SQL for one or several random rows of a table. */
const some = (draw: Draw, table: string, { where = 'true', count = 1 } = {}) =>
  `(select id from ${table} where ${where} order by md5(id::text || '${draw.random()}') limit ${count})`

const newId = 'gen_random_uuid()'
/** SQL for a random id that is the same for the same seed, so that a run can be repeated. */
const drawnId = ({ random }: Draw, of: string) => `md5('${random()} ' || ${of})::uuid`

/** A column and a value for rows in another currency. Rows from before there were currencies have no such column. */
const inCurrency = (currency: string | undefined) =>
  currency === undefined ? { column: '', value: '' } : { column: ', currency', value: `, '${currency}'` }

/** SQL that adds expenses in one statement. */
export const addExpenses = (
  businessId: string,
  count: number,
  on: string,
  minor = 'n * 100',
  { id = newId, currency }: { id?: string; currency?: string } = {},
) => {
  const { column, value } = inCurrency(currency)
  return `insert into expenses (business_id, id, created_by, amount_minor, category, date, created_at, updated_at${column})
   select '${businessId}', ${id}, '${businessId}', ${minor}, 'Rent', ${on}, now(), now()${value}
   from generate_series(1, ${count}) n`
}

/** SQL that adds invoices in one statement, due on consecutive days. */
export const addInvoices = (
  businessId: string,
  count: number,
  on: string,
  minor = 'n * 500',
  { id = newId, currency }: { id?: string; currency?: string } = {},
) => {
  const { column, value } = inCurrency(currency)
  return `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name, client_email,
     issue_date, due_date, payment_terms, subtotal_minor, discount_minor, tax_minor, fees_minor, total_minor, send_option,
     send_reminder${column})
   select '${businessId}', id, upper(left(id::text, 8)), '${businessId}', 'Studio', 'studio@example.com', 'Client',
     'client@example.com', '2026-10-01', ${on} + n, 'net_30', ${minor}, 0, 0, 0, ${minor}, 'do_not_send', false${value}
   from (select n, ${id} as id from generate_series(1, ${count}) n) made`
}

/** SQL that updates invoices from their payments, as the product does. */
const settle = `
  update invoices set received_minor = paid.minor,
    status = case when paid.minor > 0 and paid.minor >= total_minor then 'paid' else 'pending' end
  from (select i.id, coalesce(sum(p.amount_minor), 0) as minor from invoices i
    left join payments p on p.invoice_id = i.id and p.undone_at is null group by i.id) paid
  where paid.id = invoices.id and paid.minor <> received_minor`

const states = ['requested', 'pending', 'succeeded', 'failed'] as const

const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const

const currencies = ['USD', 'USD', 'EUR', 'JPY'] as const

/** SQL that enters a rate of the business, and gives one to everything that waits for it. */
const rate = (draw: Draw) => {
  const tables = ['invoices', 'expenses', 'payments', 'refunds', 'disputes']
  return `insert into exchange_rates (business_id, currency, day, rate, created_by)
    values ('${draw.businessId}', '${one(draw, ['EUR', 'JPY'])}', ${day(draw)} - 50, ${upTo(draw, 300)} / 100.0, '${draw.businessId}')
    on conflict (business_id, currency, day) do update set rate = excluded.rate;
    ${tables.map((table) => `update ${table} set needs_rate = true where needs_rate`).join('; ')}`
}

const newInvoices = (draw: Draw) =>
  addInvoices(draw.businessId, upTo(draw, 3), day(draw), 'n * 500', {
    id: drawnId(draw, 'n'),
    currency: one(draw, currencies),
  })

const acts: readonly ((draw: Draw) => string)[] = [
  newInvoices,
  newInvoices,
  (draw) => `update invoices set due_date = ${day(draw)} where id = ${some(draw, 'invoices')}`,
  (draw) => {
    const parts = `jsonb_build_array(
      jsonb_build_object('amountMinor', ${upTo(draw, 300)}, 'dueDate', ${day(draw)} - 40),
      jsonb_build_object('amountMinor', ${upTo(draw, 300)}, 'dueDate', ${day(draw)}),
      jsonb_build_object('amountMinor', ${upTo(draw, 300)}, 'dueDate', ${day(draw)} + 40))`
    return `update invoices set parts = ${parts} where id = ${some(draw, 'invoices')}`
  },
  (draw) => `update invoices set parts = null where id = ${some(draw, 'invoices')}`,
  (draw) => `update invoices set notes = 'read' where id = ${some(draw, 'invoices')}`,
  (draw) => {
    const minor = upTo(draw, 2000)
    return `update invoices set subtotal_minor = ${minor}, total_minor = ${minor} where id = ${some(draw, 'invoices')}`
  },
  (draw) =>
    `delete from invoices where id in
       ${some(draw, 'invoices', { where: 'id not in (select invoice_id from payments)', count: upTo(draw, 2) })}`,
  (draw) =>
    `insert into payments (business_id, id, invoice_id, invoice_number, method, amount_minor, currency, received_at, received_on)
     select business_id, ${drawnId(draw, 'id')}, id, number, 'cash', ${upTo(draw, 1500)}, currency, now(), ${day(draw)}
     from invoices
     where id = ${some(draw, 'invoices')}; ${settle}`,
  (draw) =>
    `update payments set undone_at = case when undone_at is null then now() end where id in
       ${some(draw, 'payments', { count: upTo(draw, 2) })}; ${settle}`,
  (draw) =>
    `insert into refunds (business_id, id, payment_id, amount_minor, state)
     select business_id, ${drawnId(draw, 'id')}, id, ${upTo(draw, 300)}, '${one(draw, states)}' from payments
     where id in ${some(draw, 'payments', { count: upTo(draw, 2) })}`,
  (draw) =>
    `update refunds set state = '${one(draw, states)}', amount_minor = ${upTo(draw, 300)}
     where id in ${some(draw, 'refunds', { count: upTo(draw, 2) })}`,
  (draw) =>
    `insert into disputes (business_id, id, payment_id, amount_minor, reason, state, provider_dispute_id, url,
       needs_response, opened_at)
     select business_id, ${drawnId(draw, 'id')}, id, ${upTo(draw, 300)}, 'general', '${one(draw, disputeStates)}',
       ${drawnId(draw, 'id')}::text, '', false, now() from payments
     where id in ${some(draw, 'payments', { count: upTo(draw, 2) })}`,
  (draw) =>
    `update disputes set state = '${one(draw, disputeStates)}', amount_minor = ${upTo(draw, 300)}
     where id in ${some(draw, 'disputes', { count: upTo(draw, 2) })}`,
  (draw) =>
    addExpenses(draw.businessId, upTo(draw, 4), `${day(draw)} + n % 3`, 'n * 100', {
      id: drawnId(draw, 'n'),
      currency: one(draw, currencies),
    }),
  (draw) =>
    `update expenses set amount_minor = ${upTo(draw, 900)}, date = ${day(draw)}
     where id in ${some(draw, 'expenses', { count: upTo(draw, 2) })}`,
  rate,
  rate,
  (draw) => `update invoices set issue_date = ${day(draw)} - 20 where id = ${some(draw, 'invoices')}`,
  (draw) => `delete from expenses where id in ${some(draw, 'expenses', { count: upTo(draw, 3) })}`,
]

class TakenBack extends Error {}

/** Runs a transaction with a few actions. One in four is rolled back. */
export async function moveMoney(database: Database, draw: Draw): Promise<void> {
  const texts = Array.from({ length: upTo(draw, 3) }, () => one(draw, acts)(draw))
  const countsAsDisputed = draw.random() < 0.25
  try {
    await withTenant(database, draw.businessId, async ({ client }) => {
      for (const text of texts) await client.query(text)
      if (countsAsDisputed) throw new TakenBack()
    })
  } catch (error) {
    // Concurrent transactions that each change several rows may deadlock.
    const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01'
    // Another transaction has just paid for an invoice that is being deleted.
    const isPaidFor = error instanceof pg.DatabaseError && error.constraint === 'payments_invoice'
    if (!(error instanceof TakenBack || isDeadlock || isPaidFor)) throw error
  }
}
