import { isoMoment } from '../../platform/db/iso-moment.ts'
import { addMonths } from '../../shared/dates.ts'
import {
  afterToday,
  beforeToday,
  moneyBuckets,
  moneyValues,
  testBuckets,
  testSumsOf,
} from '../figures/money-buckets.ts'
import type { CurrencySum } from '../figures/sum-rules.ts'
import type { Dashboard, Needs } from './contract.ts'
import {
  bankNeed,
  expenseColumns,
  invoiceColumns,
  listOf,
  needsColumns,
  needsTables,
} from './needs-statement.ts'

type Items<Kind extends keyof Omit<Needs, 'trial'>> = Needs[Kind]['items'] | null

export interface DashboardRow {
  plan: Dashboard['plan']
  hasDetails: boolean
  hidSteps: boolean
  hadInvoice: boolean
  hasBank: boolean
  subscription: { plan: Dashboard['plan']; status: string; endsAt: string | null } | null
  money: MoneyBucket[] | null
  tests: CurrencySum[]
  testMonths: (CurrencySum & { month: string })[] | null
  banks: Pick<Dashboard['banks'], 'hasDemo' | 'asOf'>
  /** What is on accounts of each kind; for cards, what is owed. `count` counts accounts. */
  balances: (CurrencySum & { kind: string })[] | null
  openInvoices: Items<'overdue'>
  latestExpenses: Dashboard['latestExpenses'] | null
  disputes: Items<'disputes'>
  disputeCount: number
  dueSoon: Items<'dueSoon'>
  dueSoonCount: number
  bills: Items<'bills'>
  billCount: number
  staleBanks: Items<'banks'>
  staleBankCount: number
  failedMails: Items<'failedMails'>
  failedMailCount: number
  clientNews: Items<'clientNews'>
  clientNewsCount: number
}

export interface MoneyBucket extends CurrencySum {
  kind: 'owed' | 'settled' | 'received' | 'refunded' | 'spent' | 'gained'
  /** The first day of the month; null for what the chart does not show. */
  month: string | null
  /** No bucket spans today. */
  when: 'past' | 'today' | 'future'
}

const monthsShown = 6
/** The number of invoices and of expenses in the short lists. */
const listLength = 5

/** All money in as few rows as the sums and the months of the chart can be made of. */
const money = listOf(`select kind, currency,
    case when kind in ('received', 'refunded', 'spent') and starts_on >= $5::date and starts_on < $4::date
      then date_trunc('month', starts_on::timestamp)::date end as month,
    case when ${beforeToday} then 'past' when ${afterToday} then 'future' else 'today' end as when,
    sum(minor) as minor, sum(count) as count
  from money_pieces group by 1, 2, 3, 4`)

const testMonths =
  listOf(`select date_trunc('month', day::timestamp)::date as month, currency, sum(minor) as minor, sum(count) as count
  from test_pieces where day >= $5::date and day < $4::date group by 1, 2`)

/** A balance that the bank reported when it was connected counts even before the first sync; one not known counts as 0. */
const presentAccounts = `
  present_accounts as materialized (
    select a.kind, a.currency, c.source, case a.kind when 'credit' then -1 else 1 end * coalesce(a.balance_minor, 0) as minor,
      1 as count, case when a.balance_minor is not null then greatest(c.last_synced_at, c.item_taken_at) end as reported_at
    from present_banks c join bank_accounts a on a.business_id = $1 and a.connection_id = c.id
    where c.state in ('connected', 'reconnect') and a.closed_at is null
  )`

const balances = listOf(`select kind, currency, sum(minor) as minor, sum(count) as count
  from present_accounts group by 1, 2`)

const banks = `(select json_build_object('hasDemo', coalesce(bool_or(source = 'demo'), false),
    'asOf', ${isoMoment("min(reported_at) filter (where kind = 'cash')")})
  from present_accounts)`

/** Each part uses an index and reads few rows, however many a business has. */
const text = `
  with ${moneyBuckets}, ${testBuckets},
  present_banks as materialized (
    select id, institution_name, source, state, last_synced_at, item_taken_at, created_at, access_ends_at,
      ${bankNeed} as need
    from bank_connections where business_id = $1 and removed_at is null
  ),
  ${presentAccounts},
  ${needsTables}
  select b.plan, btrim(b.phone) <> '' and btrim(b.address) <> '' as "hasDetails",
    b.first_steps_hidden_at is not null as "hidSteps",
    (select d.id from deleted_invoices d where d.business_id = $1 order by d.id limit 1) is not null as "hadInvoice",
    exists (select from present_banks) as "hasBank",
    (select json_build_object('plan', s.plan, 'status', s.status, 'endsAt', ${isoMoment('s.current_period_end')})
     from subscriptions s where s.business_id = $1) as subscription,
    ${money} as money,
    ${testSumsOf()} as tests,
    ${testMonths} as "testMonths",
    ${banks} as banks,
    ${balances} as balances,
    ${listOf(`select ${invoiceColumns}, i.client_email as "clientEmail", ${isoMoment('i.reminded_at')} as "remindedAt",
        i.open_minor > 0 and i.approval is null and (i.sent_at is not null or i.send_option = 'do_not_send') as "canRemind",
        i.is_disputed as "isDisputed", i.next_reminder_at is not null as "isReminderPlanned"
      from invoices i where i.business_id = $1 and i.status = 'pending'
      order by i.due_date, i.id limit ${listLength}`)} as "openInvoices",
    ${listOf(`select ${expenseColumns} from expenses e where e.business_id = $1 and e.date <= $2::date
      order by e.date desc, e.id desc limit ${listLength}`)} as "latestExpenses",
    ${needsColumns}
  from businesses b where b.id = $1`

/** The months of the chart, the current one last. */
export function chartMonths(today: string): string[] {
  return Array.from({ length: monthsShown }, (_, index) => addMonths(today, index + 1 - monthsShown))
}

export function dashboardStatement(businessId: string, today: string, since: string, now: Date) {
  const values = [...moneyValues(businessId, today), since, now]
  return { name: 'dashboard', text, values }
}
