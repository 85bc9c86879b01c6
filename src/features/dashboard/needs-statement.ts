import { isoMoment } from '../../platform/db/iso-moment.ts'
import { expenseText } from '../../platform/db/tables/expenses.ts'
import { notEndedCode } from '../banking/rules.ts'

const today = '$2::date'

/** How many of each kind are shown; the total is counted separately. */
export const maxShown = 3
/** The maximum number of failed mails that are considered, newest first. */
const maxFailedMails = 100

/** Aggregates the selected rows as JSON in their order; null if there are no rows. */
export function listOf(query: string): string {
  return `(select json_agg(items) from (${query}) items)`
}

/** Of an invoice that is paid in parts, what is to be paid now. */
export const invoiceColumns = `i.id, i.number, i.client_name as "clientName", i.due_date as "dueDate",
  platform.due_minor(i, ${today}) as "openMinor", i.currency`
export const expenseColumns = `e.id, e.date, e.category, ${expenseText('e')} as notes, e.amount_minor as "amountMinor", e.currency`

/** The days of this week's counts. They may cross the end of a month, so sums by month do not do. */
const nextDays = `
  next_days as materialized (
    select kind, starts_on as day, count from money_totals
    where business_id = $1 and span = 'day' and starts_on between ${today} and ${today} + 7
    union all
    select kind, day, count from money_changes where business_id = $1 and day between ${today} and ${today} + 7
  )`

const countOf = (kind: 'owed' | 'spent', first: number, last: number) =>
  `(select coalesce(sum(count), 0)::int from next_days
    where kind = '${kind}' and day between ${today} + ${first} and ${today} + ${last})`

/**
 * Mails to clients that failed and are the newest of their kind for the invoice, of statements for the client, unless the
 * matter is settled: the invoice was paid, or its reminders were stopped after the mail was created. The mails and
 * reminders of an invoice are aggregated rather than limited to one row: with a limit, Postgres may search
 * all rows of the business.
 */
const failedMails = `
  failed_mails as materialized (
    select m.id, m.kind, i.id as "invoiceId", i.number as "invoiceNumber", c.id as "clientId",
      coalesce(i.client_name, c.company_name) as "clientName",
      m.to_address as "to", ${isoMoment('m.created_at')} as at
    from (
      select id, kind, invoice_id, client_id, to_address, created_at from mails
      where business_id = $1 and state = 'failed'
        and kind in ('invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'statement')
        and created_at > $6::timestamptz - interval '30 days'
      order by created_at desc limit ${maxFailedMails}
    ) m
    left join invoices i on i.business_id = $1 and i.id = m.invoice_id
    left join clients c on c.business_id = $1 and c.id = m.client_id
    where coalesce(i.id, c.id) is not null
      and (m.kind in ('receipt', 'refund', 'credit-note', 'statement') or i.status = 'pending')
      and (m.kind <> 'reminder' or i.open_minor > 0 and coalesce(i.reminders_paused_at < m.created_at, true)
        and (i.send_reminder or not coalesce((select bool_or(r.is_automatic) from reminders r
          where r.business_id = $1 and r.invoice_id = i.id and r.mail_id = m.id), false)))
      and m.id = case when m.kind = 'statement'
        then (select (array_agg(n.id order by n.created_at desc, n.id desc))[1] from mails n
          where n.business_id = $1 and n.client_id = c.id and n.kind = m.kind)
        else (select (array_agg(n.id order by n.created_at desc, n.id desc))[1] from mails n
          where n.business_id = $1 and n.invoice_id = i.id and n.kind = m.kind) end
    order by m.created_at desc, m.id desc
  )`

/** Clients with messages that the owner has not read, and with a change of details that waits. */
const clientNews = `
  client_news as materialized (
    select client_id, 'message' as kind, max(created_at) as at from portal_messages
    where business_id = $1 and author = 'client' and read_at is null group by client_id
    union all
    select client_id, 'proposal', max(created_at) from client_proposals
    where business_id = $1 and state = 'pending' group by client_id
  )`

export const needsTables = `${nextDays}, ${failedMails}, ${clientNews}`

/** The most urgent action that a bank needs. A bank that the owner disconnected needs none. */
export const bankNeed = `case
  when state = 'reconnect' then 'signIn'
  when state = 'disconnected' then case when problem_code <> '${notEndedCode}' then 'ended' end
  when access_ends_at is not null then 'expiring'
  when account_revoked_at is not null then 'accountRevoked'
  when new_accounts_at is not null then 'newAccounts' end`

/** Overdue invoices are the first of the open invoices, and the sums include their number. */
export const needsColumns = `
  ${listOf(`select d.id, p.invoice_id as "invoiceId", p.invoice_number as "invoiceNumber",
      i.client_name as "clientName", d.amount_minor as "amountMinor", d.currency,
      ${isoMoment('d.evidence_due_at')} as "evidenceDueAt", d.url
    from (
      select * from disputes where business_id = $1 and needs_response
      order by evidence_due_at, id limit ${maxShown}
    ) d
    join payments p on p.business_id = $1 and p.id = d.payment_id
    left join invoices i on i.business_id = $1 and i.id = p.invoice_id
    order by d.evidence_due_at, d.id`)} as disputes,
  (select count(*)::int from disputes where business_id = $1 and needs_response) as "disputeCount",
  ${listOf(`select ${invoiceColumns} from invoices i
    where i.business_id = $1 and i.status = 'pending' and i.due_date between ${today} and ${today} + 6
    order by i.due_date, i.id limit ${maxShown}`)} as "dueSoon",
  ${countOf('owed', 0, 6)} as "dueSoonCount",
  ${listOf(`select ${expenseColumns} from expenses e
    where e.business_id = $1 and e.date between ${today} + 1 and ${today} + 7
    order by e.date, e.id limit ${maxShown}`)} as bills,
  ${countOf('spent', 1, 7)} as "billCount",
  ${listOf(`select id, institution_name as "institutionName", need,
      case need when 'expiring' then ${isoMoment('access_ends_at')} end as "endsAt"
    from present_banks where need is not null
    order by array_position(array['signIn', 'ended', 'expiring', 'accountRevoked', 'newAccounts'], need), created_at, id
    limit ${maxShown}`)} as "staleBanks",
  (select count(*)::int from present_banks where need is not null) as "staleBankCount",
  ${listOf(`select * from failed_mails limit ${maxShown}`)} as "failedMails",
  (select count(*)::int from failed_mails) as "failedMailCount",
  ${listOf(`select c.id, c.company_name as "companyName", n.kind, ${isoMoment('n.at')} as at
    from client_news n join clients c on c.business_id = $1 and c.id = n.client_id
    order by n.at desc, n.kind, c.id limit ${maxShown}`)} as "clientNews",
  (select count(*)::int from client_news) as "clientNewsCount"`
