import type pg from 'pg'

const clientId = (n: string) => `md5($1::uuid::text || 'client' || ${n})`
const invoiceId = `lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || substr(md5($1::uuid::text || n), 9)`

/** Returns SQL that turns 32 hexadecimal digits into a UUID of version 4. The API rejects other UUIDs. */
export function randomLooking(digits: string): string {
  return `overlay(overlay(${digits} placing '4' from 13) placing '8' from 17)::uuid`
}

/**
 * Fills a business with invoices that are the same in every run: due over three years, a third of them paid,
 * one client for every forty invoices. Reminders are off, because planning them would take most of the time.
 */
export async function seedManyInvoices(owner: pg.Client, businessId: string, count: number): Promise<void> {
  await owner.query(
    `insert into clients (business_id, id, created_by, company_name, email)
     select $1::uuid, ${randomLooking(clientId('n'))}, $1::uuid, 'Client ' || n, 'client-' || n || '@example.com'
     from generate_series(0, $2::int / 40) n`,
    [businessId, count],
  )
  await owner.query('alter table invoices disable trigger plan_reminder')
  await owner.query(
    `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_id, client_name,
       client_email, issue_date, due_date, payment_terms, lines, subtotal_minor, discount_minor, tax_minor, fees_minor,
       total_minor, send_option, send_reminder, status, paid_at, received_minor, created_at)
     select $1::uuid, id, upper(left(id::text, 8)), $1::uuid, 'Bench', 'bench@example.com',
       ${randomLooking(clientId('n / 40'))}, 'Client ' || n / 40, 'client-' || n / 40 || '@example.com',
       due - 30, due, 'net_30',
       jsonb_build_array(jsonb_build_object('description', 'Work', 'quantity', 1000, 'rateMinor', amount)),
       amount, 0, 0, 0, amount, 'email_later', false,
       case when n % 3 = 0 then 'paid' else 'pending' end, case when n % 3 = 0 then now() end,
       case when n % 3 = 0 then amount else 0 end, now() - interval '40 days'
     from (
       -- An odd factor visits every eight-digit number once, so no two invoices share one.
       select n, ${randomLooking(invoiceId)} as id,
         current_date + 400 - (n * 7919 % 1100)::int as due, 1000 + n * 37 % 500000 as amount
       from generate_series(1, $2::bigint) n
     ) made`,
    [businessId, count],
  )
  await owner.query('alter table invoices enable trigger plan_reminder')
}

const estimateId = `lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || substr(md5($1::uuid::text || 'estimate' || n), 9)`

/**
 * Fills a business with estimates that are the same in every run, over three years: half of them accepted, a sixth
 * declined, the rest open. Those of the last hundred days are not expired: at every scale more than a page is open. Half of them
 * were sent, each with its mail.
 */
export async function seedManyEstimates(owner: pg.Client, businessId: string, count: number): Promise<void> {
  await owner.query('alter table estimates disable trigger plan_estimate')
  await owner.query(
    `insert into estimates (business_id, id, number, created_by, client_name, client_email, issue_date, valid_until,
       currency, locale, total_minor, content, send_option, status, sent_at, decided_at, decided_by, created_at)
     select $1::uuid, id, upper(left(id::text, 8)), $1::uuid, 'Client ' || n / 40, 'client-' || n / 40 || '@example.com',
       issued, issued + 100, 'USD', 'en-US', amount, jsonb_build_object('charge', jsonb_build_object('kind', 'amount', 'amountMinor', amount)),
       'email_later', state, case when n % 2 = 0 then issued end, case when state <> 'open' then issued end,
       case when state <> 'open' then 'client' end, now() - interval '40 days'
     from (
       -- An odd factor visits every eight-digit number once, so no two estimates share one.
       select n, ${randomLooking(estimateId)} as id, current_date - (n * 7919 % 1100)::int as issued,
         1000 + n * 37 % 500000 as amount,
         case when n % 6 < 3 then 'accepted' when n % 6 = 3 then 'declined' else 'open' end as state
       from generate_series(1, $2::bigint) n
     ) made`,
    [businessId, count],
  )
  await owner.query('alter table estimates enable trigger plan_estimate')
  await owner.query(
    `insert into mails (business_id, estimate_id, kind, from_address, to_address, subject, state, created_at, sent_at)
     select business_id, id, 'estimate', 'Bench <bench@example.com>', client_email, 'Estimate ' || number, 'sent', sent_at, sent_at
     from estimates where business_id = $1 and sent_at is not null`,
    [businessId],
  )
}
