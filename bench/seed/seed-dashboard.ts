import type pg from 'pg'
import { seedManyEstimates, seedManyInvoices } from './seed-invoices.ts'
import { seedManyTransactions } from './seed-transactions.ts'

export interface DashboardSizes {
  invoices: number
  expenses: number
  transactions: number
}

/**
 * Fills a business with everything that a dashboard shows, over three years: invoices, each with its mail
 * and, if paid, its payment; as many estimates; expenses, some of them upcoming; and a bank. Ten mails have failed recently, at
 * every size.
 */
export async function seedBusyBusiness(
  owner: pg.Client,
  businessId: string,
  { invoices, expenses, transactions }: DashboardSizes,
): Promise<void> {
  await seedManyInvoices(owner, businessId, invoices)
  await owner.query(
    `insert into payments (business_id, invoice_id, invoice_number, method, amount_minor, received_at, received_on)
     select business_id, id, number, 'transfer', received_minor, received_on, received_on
     from (select *, least(due_date, current_date - (total_minor % 600)::int) as received_on
           from invoices where business_id = $1 and status = 'paid') paid`,
    [businessId],
  )
  await owner.query(
    `insert into mails (business_id, invoice_id, kind, from_address, to_address, subject, state, created_at, sent_at)
     select business_id, id, 'invoice', 'Bench <bench@example.com>', client_email, 'Invoice ' || number,
       case when place <= 10 then 'failed' else 'sent' end, now() - place * interval '1 hour', now()
     from (select *, row_number() over (order by status desc, id) as place from invoices where business_id = $1) placed`,
    [businessId],
  )
  await owner.query(
    `insert into expenses (business_id, created_by, amount_minor, category, date, notes, created_at, updated_at)
     select $1::uuid, $1::uuid, 500 + n * 48271 % 90000, 'Category ' || n * 5 % 12,
       current_date + 31 - ((($2::bigint - n) * 1095) / $2::bigint)::int, 'Expense ' || n, now(), now()
     from generate_series(1, $2::bigint) n`,
    [businessId, expenses],
  )
  await seedManyEstimates(owner, businessId, invoices)
  await seedManyTransactions(owner, businessId, transactions)
  await owner.query(`update bank_accounts set balance_minor = 123456 where business_id = $1`, [businessId])
}
