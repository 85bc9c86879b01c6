import type pg from 'pg'
import { suggestMatches } from '../src/features/matching/suggest-matches.ts'
import { connect } from '../src/platform/db/connect.ts'
import { withTenant } from '../src/platform/db/transaction.ts'
import { openBusiness } from './open-business.ts'
import { wordPair } from './seed/seed-transactions.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const open = { invoices: 7000, expenses: 3000 }
const transactions = 1000
const rounds = 5

/** Invoices of five hundred clients. Some have the same amounts. */
const addInvoices = `insert into invoices (business_id, created_by, number, company_name, company_email, client_name,
    client_email, issue_date, due_date, payment_terms, currency, locale, subtotal_minor, discount_minor, tax_minor, fees_minor,
    total_minor, send_option, send_reminder)
  select $1, $1, 'INV-2026-' || lpad(n::text, 5, '0'), 'Bench', 'bench@example.com', ${wordPair('(n % 500)')} || ' Ltd',
    'client@example.com', current_date - n % 300, current_date - n % 300 + 30, 'net_30', 'USD', 'en-US', minor, 0, 0, 0,
    minor, 'do_not_send', false
  from generate_series(1, $2::int) n, lateral (select 10000 + (n * 7919) % 500000 as minor) amounts`

const addExpenses = `insert into expenses (business_id, created_by, currency, amount_minor, category, date, notes,
    created_at, updated_at)
  select $1, $1, 'USD', 500 + (n * 104729) % 40000, 'Other', current_date - n % 390, ${wordPair('n')}, now(), now()
  from generate_series(1, $2::int) n`

/** Half are income: payments with the number, with the name, of a sum, and of strangers. The others are purchases. */
const addTransactions = `insert into transactions (business_id, date, description, merchant_key, currency, amount_minor,
    is_income, status, created_at, updated_at)
  select $1, current_date - n % 200,
    case when n % 2 = 0 then 'SEPA CREDIT ' || case n % 8 when 0 then 'INV2026' || lpad(n::text, 5, '0')
      when 6 then 'a stranger' else upper(${wordPair('(n % 500)')}) end else 'CARD PURCHASE ' || upper(${wordPair('n')}) end,
    'bench ' || n % 700, 'USD',
    case when n % 2 = 0 then 10000 + (n * 7919) % 500000 + case when n % 8 = 4 then 12345 else 0 end
      else 500 + (n * 104729) % 40000 end,
    n % 2 = 0, 'posted', now(), now()
  from generate_series(1, $2::int) n`

async function seed(owner: pg.Client, businessId: string): Promise<void> {
  await owner.query(addInvoices, [businessId, open.invoices])
  await owner.query(addExpenses, [businessId, open.expenses])
  await owner.query(addTransactions, [businessId, transactions])
  await owner.query('vacuum (analyze) invoices, expenses, transactions')
}

/** Measures how long it takes to find what a thousand new transactions belong to among ten thousand open documents. */
export async function benchMatching(): Promise<Outcome> {
  return withProduct(async ({ product, url, owner }) => {
    const { business } = await openBusiness(product.url, owner, 0)
    await seed(owner, business.id)
    const database = connect({ url, onError: () => undefined })
    try {
      const seconds: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await owner.query('delete from transaction_matches where business_id = $1', [business.id])
        const began = performance.now()
        await withTenant(database, business.id, (tx) => suggestMatches(tx, business.id, { now: new Date() }))
        seconds.push((performance.now() - began) / 1000)
      }
      const { rows } = await owner.query<{ count: number }>(
        'select count(*)::int as count from transaction_matches where business_id = $1',
        [business.id],
      )
      const value = seconds.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
      const { labels, missed } = checkTargets({
        seconds: { value, unit: 's in the middle of five runs', atMost: 1 },
        found: {
          value: rows[0]?.count ?? 0,
          unit: 'transactions with a suggestion',
          atLeast: transactions / 2,
        },
      })
      const text = `
## Matching (${transactions} transactions, ${open.invoices + open.expenses} open documents)

Suggestions were found and stored in ${labels.seconds}; ${labels.found}.
`
      return { text, missed }
    } finally {
      await database.close()
    }
  })
}
