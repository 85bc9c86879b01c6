import type pg from 'pg'
import { randomLooking } from './seed-invoices.ts'

const first = `array['Blue', 'Green', 'Red', 'Golden', 'Silver', 'Corner', 'Harbor', 'Garden', 'Station', 'Village',
  'River', 'Mountain', 'Valley', 'Central', 'Northern', 'Southern', 'Eastern', 'Western', 'Royal', 'Little', 'Grand',
  'Old', 'New', 'Quick', 'Bright', 'Sunny', 'Cedar', 'Maple', 'Willow', 'Birch', 'Lake', 'Forest', 'Market', 'Castle',
  'Bridge', 'Abbey', 'Park', 'Hill', 'Meadow', 'Orchard']`
const second = `array['Coffee', 'Bakery', 'Hardware', 'Books', 'Fuel', 'Grocers', 'Pharmacy', 'Airlines', 'Hotel',
  'Rentals', 'Insurance', 'Telecom', 'Power', 'Water', 'Printing', 'Couriers', 'Parking', 'Cinema', 'Fitness', 'Dentist',
  'Clinic', 'Optics', 'Flowers', 'Toys', 'Shoes', 'Outfitters', 'Furniture', 'Electronics', 'Computers', 'Software',
  'Hosting', 'Studio', 'Legal', 'Accounting', 'Payroll', 'Tax Office', 'Bank', 'Credit', 'Leasing', 'Tools', 'Paint',
  'Garage', 'Tyres', 'Transit', 'Taxi', 'Ferry', 'Catering', 'Pizza', 'Sushi', 'Noodles']`
const kinds = `array['CARD PURCHASE', 'ACH DEBIT', 'ONLINE PAYMENT', 'CARD PURCHASE', 'CHECKCARD']`
/** SQL for two words, out of two thousand pairs. */
export const wordPair = (n: string) =>
  `(${first})[(1 + (${n} * 101 % 2000) / 50)::int] || ' ' || (${second})[(1 + ${n} * 101 % 50)::int]`
/** SQL that selects the same number of rows at every size, for the filters that are compared. */
const every = (share: string) => `n % greatest($2::bigint / ${share}, 1) = 0`
const accountId = (n: string) => randomLooking(`md5($1::uuid::text || 'account' || ${n})`)

const accountsEach = 5
/** A day with sixty additional transactions. */
export const busyDay = `current_date - 400`

/**
 * Fills a business with transactions that are the same in every run: over three years, with five accounts,
 * two thousand merchants and twenty-eight categories; three in ten are income. At every size, twenty contain
 * LIGHTHOUSE and twenty have the amount $4,321.09.
 */
export async function seedManyTransactions(
  owner: pg.Client,
  businessId: string,
  count: number,
): Promise<void> {
  await owner.query(
    `with connection as (
       insert into bank_connections (business_id, created_by, source, environment, institution_id, institution_name,
         created_at, updated_at)
       values ($1, $1, 'demo', 'demo', 'ins_1', 'Bench Bank', now(), now()) returning id
     )
     insert into bank_accounts (business_id, id, connection_id, provider_id, name, type, kind, last4, created_at, updated_at)
     select $1::uuid, ${accountId('n')}, connection.id, 'account-' || n, 'Account ' || n, 'checking', 'cash', '1234', now(), now()
     from connection, generate_series(0, ${accountsEach - 1}) n`,
    [businessId],
  )
  await owner.query(
    `insert into transactions (business_id, id, account_id, provider_id, date, description, merchant, merchant_key,
       amount_minor, is_income, status, provider_category, created_at, updated_at)
     select $1::uuid, ${randomLooking(`md5($1::uuid::text || n)`)}, ${accountId(`n % ${accountsEach}`)}, 'bench-' || n,
       case when ${every('60')} then ${busyDay} else current_date - ((($2::bigint - n) * 1095) / $2::bigint)::int end,
       (${kinds})[(1 + n * 31 % 5)::int] || ' ' || upper(name) || ' #' || n * 7919 % 10000
         || case when ${every('20')} then ' LIGHTHOUSE' else '' end,
       name, lower(name),
       case when ${every('20')} then 432109 else 1000 + n * 48271 % 500000 end,
       n * 17 % 10 < 3, 'posted', 'Category ' || n * 5 % 28, now(), now()
     from generate_series(1, $2::bigint) n cross join lateral (
       select ${wordPair('n')} as name
     ) merchants`,
    [businessId, count],
  )
}

/** Drops the search index while the table is filled. Building it afterwards takes less than half the time. */
export async function withoutSearchIndex(owner: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_indexdef('transactions_search'::regclass) as definition`,
  )
  await owner.query('drop index transactions_search')
  await fill()
  await owner.query(`set maintenance_work_mem = '512MB'`)
  await owner.query(rows[0]?.definition ?? '')
  await owner.query('alter index transactions_search alter column 1 set statistics 0')
  await owner.query('vacuum (analyze) transactions, bank_accounts, bank_connections')
}
