import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { keepBooks, storeBusiness } from '../../../test/support/matching/keep-books.ts'
import type { MadeBusiness } from '../../../test/support/matching/made-business.ts'
import { makeBusiness } from '../../../test/support/matching/make-business.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'

const businesses = Number(process.env['MATCHING_BOOKS'] ?? 2)
const seed = Number(process.env['MATCHING_SEED'] ?? 1)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-31T12:00:00Z') })
})
afterAll(() => app.close())

async function open(business: MadeBusiness): Promise<Identity> {
  const { session } = await app.signUpAndIn()
  const { user, business: own } = session
  await setPlan(app, own.id, 'pro')
  await storeBusiness(app, own.id, business)
  return { userId: user.id, businessId: own.id, business: own } as unknown as Identity
}

/** What was truly paid for each invoice. */
function paidOf({ transactions, payments, invoices }: MadeBusiness): Map<string, number> {
  const paid = new Map<string, number>()
  const add = (id: string, minor: number) => paid.set(id, (paid.get(id) ?? 0) + minor)
  for (const { truth } of transactions)
    if (truth?.kind === 'invoices') truth.ids.forEach((id, index) => add(id, truth.parts[index]!))
  for (const { invoiceNumber, amountMinor } of payments)
    add(invoices.find(({ number }) => number === invoiceNumber)!.id, amountMinor)
  return paid
}

test(`${businesses} businesses: with everything matched, the books are the truth and count nothing twice`, async () => {
  for (let index = 0; index < businesses; index += 1) {
    const business = makeBusiness(seed * 7919 + index)
    const identity = await open(business)
    await keepBooks(app, identity, business)
    const { businessId } = identity
    const read = <Row extends object>(text: string) =>
      withTenant(app.database, businessId, async ({ client }) => (await client.query<Row>(text)).rows)

    const received = await read<{ id: string; minor: number }>(
      `select invoice_id as id, sum(amount_minor)::float8 as minor from payments where undone_at is null group by 1`,
    )
    const paid = paidOf(business)
    expect(new Map(received.map(({ id, minor }) => [id, minor]))).toEqual(paid)
    const settled = await read<{ id: string; minor: number }>(
      'select id, received_minor::float8 as minor from invoices where received_minor > 0',
    )
    expect(new Map(settled.map(({ id, minor }) => [id, minor]))).toEqual(paid)
    const [figures] = await read<{ received: number; spent: number }>(
      `select sum(minor) filter (where kind = 'received')::float8 as received,
         sum(minor) filter (where kind = 'spent')::float8 as spent
       from (select kind, minor from money_changes union all select kind, minor from money_totals) money`,
    )
    expect(figures).toEqual({
      received: [...paid.values()].reduce((sum, minor) => sum + minor, 0),
      spent: business.expenses.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    })

    const linked = await read<{ id: string; to: string }>(
      `select transaction_id as id, id as to from expenses where transaction_id is not null
       union all select transaction_id, id from receipts where transaction_id is not null
       union all select t.id, t.transfer_id from transactions t where t.transfer_id is not null and not t.is_income`,
    )
    const truly = business.transactions.flatMap(({ id, truth }) =>
      truth && ['expense', 'receipt', 'transfer'].includes(truth.kind) ? [[id, truth.ids[0]]] : [],
    )
    expect(new Map(linked.map(({ id, to }) => [id, to]))).toEqual(new Map(truly as [string, string][]))
  }
})
