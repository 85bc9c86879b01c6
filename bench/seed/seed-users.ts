import type pg from 'pg'
import { randomLooking } from './seed-invoices.ts'
import { wordPair } from './seed-transactions.ts'

const userId = randomLooking(`md5('user' || n)`)
const businessId = randomLooking(`md5('business' || n)`)
const customerId = `'cus_bench_' || n`

/** SQL for what a subscriber has paid so far. */
const paidMinor = `case when n % 12 = 0 then 0 else 1500 * (1 + n % 36) end`

/**
 * Fills the installation with users that are the same in every run, each with a business. They signed up over
 * three years, and every third has subscribed. At every size, twenty are named Lighthouse.
 */
export async function seedManyUsers(owner: pg.Client, count: number): Promise<void> {
  // The name of the business is inserted with each user. The trigger that copies it row by row would take
  // most of the time.
  await owner.query('alter table members disable trigger note_business')
  await owner.query(
    `insert into auth.users (id, name, email, email_verified, created_at, updated_at, last_sign_in_at, business_name)
     select ${userId},
       'Owner of ' || ${wordPair('n')} || case when n % greatest($1::bigint / 20, 1) = 0 then ' Lighthouse' else '' end,
       'owner-' || n || '@example.com', n % 10 <> 0, joined, joined,
       case when n % 5 <> 0 then joined + interval '3 days' end, ${wordPair('n')} || ' ' || n
     from generate_series(1, $1::bigint) n cross join lateral (
       select now() - ($1::bigint - n) * (interval '1095 days' / $1::bigint) as joined
     ) life`,
    [count],
  )
  await owner.query(
    `insert into businesses (id, name, time_zone)
     select ${businessId}, ${wordPair('n')} || ' ' || n, 'UTC' from generate_series(1, $1::bigint) n`,
    [count],
  )
  await owner.query(
    `insert into members (business_id, user_id, role)
     select ${businessId}, ${userId}, 'owner' from generate_series(1, $1::bigint) n`,
    [count],
  )
  await owner.query('alter table members enable trigger note_business')
  await seedSubscriptions(owner, count)
}

/**
 * Subscriptions of every third user: most are active, some have ended, and some are in their trial and have
 * paid nothing.
 */
async function seedSubscriptions(owner: pg.Client, count: number): Promise<void> {
  await owner.query(
    `insert into subscriptions (business_id, customer_id, subscription_id, plan, billing_interval, status,
       current_period_end)
     select ${businessId}, ${customerId}, 'sub_bench_' || n, 'pro', 'month',
       case when n % 12 = 0 then 'trialing' when n % 12 = 3 then 'canceled' else 'active' end,
       now() + n % 28 * interval '1 day' + interval '2 days'
     from generate_series(3, $1::bigint, 3) n`,
    [count],
  )
  await owner.query(
    `insert into platform.subscription_revenue (customer_id, is_live, paid_minor)
     select ${customerId}, false, ${paidMinor} from generate_series(3, $1::bigint, 3) n`,
    [count],
  )
}
