import { forReports } from '../../platform/db/for-reports.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn, monthOf } from '../../shared/dates.ts'
import type { AdminDeps } from './admin-deps.ts'
import type { PlatformStats } from './contract.ts'

/** Counts arrive as strings: a bigint may exceed what a number can hold. */
interface Row {
  users: string
  users_this_month: string
  running: string
  trials: string
  revenue: string
  invoices: string
}

// The scalar subquery makes Postgres compute the start of the month once and not for every row.
const statement = `
  select (select count(*) from auth.users) as users,
    (select count(*) from auth.users
     where created_at >= (select $1::date::timestamp at time zone $2)) as users_this_month,
    running, trials,
    (select coalesce(sum(paid_minor), 0) from platform.subscription_revenue where is_live = $3) as revenue,
    platform.count_invoices() as invoices
  from (select count(*) as running, count(*) filter (where status = 'trialing') as trials
        from subscriptions where status in ('trialing', 'active', 'past_due')) subscribed`

export async function getPlatformStats(
  { database, cards, now }: Pick<AdminDeps, 'database' | 'cards' | 'now'>,
  { business: { timeZone } }: Identity,
): Promise<PlatformStats> {
  const month = monthOf(dateIn(timeZone, now()))
  const [[row], openMessages] = await Promise.all([
    queryAdmin<Row>(await forReports(database), {
      name: 'platform-stats',
      text: statement,
      values: [month, timeZone, cards.isLive],
    }),
    countOpenMessages(database),
  ])
  if (!row) throw new Error('no figures of the platform')
  return {
    totalUsers: Number(row.users),
    activeSubscriptions: Number(row.running),
    trials: Number(row.trials),
    totalRevenueMinor: Number(row.revenue),
    isSandbox: !cards.isLive,
    totalInvoices: Number(row.invoices),
    usersThisMonth: Number(row.users_this_month),
    openMessages,
  }
}

/** With the platform role: the admin role has no access to what visitors write. */
async function countOpenMessages({ platform }: AdminDeps['database']): Promise<number> {
  const { rows } = await platform.query<{ count: string }>({
    name: 'open-contact-messages',
    text: `select count(*) from platform.contact_messages where state = 'open'`,
  })
  return Number(rows[0]?.count)
}
