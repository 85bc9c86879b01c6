import { createExpense, deleteExpense, updateExpense } from '../../../src/features/expenses/contract.ts'
import { deleteRate, saveRate } from '../../../src/features/rates/contract.ts'
import { fillRatesOf } from '../../../src/features/rates/fill-rates.ts'
import { beginningOf } from '../figures/calendar.ts'
import { addReceiptRows } from '../fixtures/receipt-rows.ts'
import { addTransactionRows } from '../fixtures/transaction-rows.ts'
import { fraction, nearest } from './fractions.ts'
import type { ReportWorld } from './world.ts'

const vendors = ['', 'Paper House', 'Cloud Shop', 'Line 1_%', 'total', 'others']

function drawExpense(world: ReportWorld) {
  const { pick, chance, upTo } = world
  const mileage = chance(0.15)
    ? { distance: 1 + upTo(900_000), unit: pick(['km', 'mi'] as const), rate: 1 + upTo(90_000) }
    : null
  const amountMinor = mileage
    ? nearest(fraction(BigInt(mileage.distance) * BigInt(mileage.rate), 1_000_000))
    : world.minor()
  const taxes = [
    { name: 'VAT', rate: 20_000, amountMinor: upTo(Math.floor(amountMinor / 6)) },
    { name: 'Tax', rate: null, amountMinor: upTo(Math.floor(amountMinor / 10)) },
    { name: 'Zero', rate: 0, amountMinor: 0 },
  ].filter(() => chance(0.3))
  return {
    amountMinor,
    currency: world.currency(),
    category: pick(['Rent', 'Travel', 'Software'] as const),
    date: world.date(),
    notes: '',
    vendor: pick(vendors),
    taxes: mileage ? [] : taxes,
    mileage,
  }
}

export async function addExpense(world: ReportWorld): Promise<void> {
  await world.ask(createExpense, { body: { ...drawExpense(world), requestId: world.id() } })
}

export async function changeExpense(world: ReportWorld): Promise<void> {
  const { rows } = await world.run(
    'select id, version from expenses where business_id = $1 order by request_id',
    [world.businessId],
  )
  if (rows.length === 0) return
  const { id, version } = world.pick(rows)
  const act = world.upTo(9)
  if (act < 3) await world.ask(deleteExpense, { params: { id } })
  else if (act < 5) await fileReceipt(world, id)
  else await world.ask(updateExpense, { params: { id }, body: { ...drawExpense(world), version } })
}

async function fileReceipt(world: ReportWorld, expenseId: string): Promise<void> {
  const { rows } = await world.run('select from receipts where expense_id = $1', [expenseId])
  if (rows.length === 0)
    await addReceiptRows(world.app.database, world.businessId, [{ id: world.id(), expenseId }])
}

/** A bank account, in the demo bank or another. */
export async function connectBank(world: ReportWorld): Promise<void> {
  const connection = await world.books.addConnection({ id: world.id() })
  if (world.chance(0.5))
    await world.run(
      `update bank_connections set source = 'platform', environment = 'production' where id = $1`,
      [connection.id],
    )
  await world.books.addAccounts([{ id: world.id(), connectionId: connection.id, currency: world.currency() }])
}

export async function addTransactions(world: ReportWorld): Promise<void> {
  const { rows } = await world.run(
    'select id, currency from bank_accounts where business_id = $1 order by id',
    [world.businessId],
  )
  const account = rows.length === 0 ? null : world.pick(rows)
  const drawn = world.some(() => ({
    id: world.id(),
    accountId: account?.id ?? null,
    currency: account?.currency ?? world.currency(),
    date: world.date(),
    amountMinor: 1 + world.minor(),
    isIncome: world.chance(0.4),
    status: world.chance(0.8) ? ('posted' as const) : ('pending' as const),
    merchant: world.pick([null, 'Paper House', ' Corner Shop ']),
    providerCategory: world.pick(['Travel', 'Interest', 'Uncategorized']),
    ...(world.chance(0.1) && { transferId: world.id() }),
  }))
  await addTransactionRows(world.app.database, world.businessId, drawn)
}

/** The bank reports a change, the owner chooses a category, or something is found that it belongs to. */
export async function changeTransaction(world: ReportWorld): Promise<void> {
  const { businessId, pick } = world
  const { rows } = await world.run(
    'select id from transactions where business_id = $1 order by created_at, id',
    [businessId],
  )
  if (rows.length === 0) return
  const { id } = pick(rows)
  switch (world.upTo(5)) {
    case 0:
      await world.run('update transactions set date = $2, amount_minor = $3 where id = $1', [
        id,
        world.date(),
        1 + world.minor(),
      ])
      return
    case 1:
      await world.run(`update transactions set status = 'posted', chosen_category = $2 where id = $1`, [
        id,
        pick(['Travel', 'Rent']),
      ])
      return
    case 2:
      await world.run('delete from transaction_matches where transaction_id = $1', [id])
      return
    case 3:
      await world.run(
        `delete from transactions where id = $1 and id not in (select transaction_id from transaction_matches where business_id = $2)`,
        [id, businessId],
      )
      return
    default: {
      const kind = pick(['invoices', 'payment', 'expense', 'receipt', 'transfer', 'payout'])
      const state = pick(['suggested', 'accepted', 'declined'])
      await world.run(
        `insert into transaction_matches (business_id, id, transaction_id, state, band, kind, targets, target_key, reason, score,
           merchant_key, decided_by, decided_at)
         values ($1, $2::uuid, $3, $4, 'suggest', $5, $6, $2::uuid::text, 'same amount', 0.9, 'shop', $7, $8)
         on conflict do nothing`,
        [
          businessId,
          world.id(),
          id,
          state,
          kind,
          JSON.stringify([{ id: world.id(), amountMinor: 1, ofMinor: 1 }]),
          state === 'suggested' ? null : 'owner',
          state === 'suggested' ? null : world.clock.now,
        ],
      )
    }
  }
}

export const publishRates = (world: ReportWorld) => world.publish()

export async function enterRate(world: ReportWorld): Promise<void> {
  const { currency, day, rate } = {
    currency: world.otherCurrency(),
    day: world.date(),
    rate: world.pick(['1.0843', '0.0065', '0.92', '148.2', '1.5']),
  }
  if (world.chance(0.8)) await world.ask(saveRate, { body: { currency, day, rate } })
  else await world.ask(deleteRate, { params: { currency, day } })
}

/** As the job does. */
export const fillRates = (world: ReportWorld) => fillRatesOf(world.app.deps, world.businessId)

/** A payout, with what the provider kept of each payment in it. */
export async function payOut(world: ReportWorld): Promise<void> {
  const id = world.id()
  const fees = world.some(() => 1 + world.upTo(900))
  await world.run(
    `insert into payouts (business_id, id, provider, provider_payout_id, is_own, is_test, currency, amount_minor, state, arrives_on,
       is_itemized, entries_minor, fee_minor, created_at)
     values ($1, $2::uuid, $3, $2::uuid::text, true, false, $4, 1, 'paid', $5, true, 1, 1, $6)`,
    [world.businessId, id, world.pick(['card', 'paypal']), world.currency(), world.date(), world.clock.now],
  )
  for (const [position, fee] of fees.entries()) {
    const at = new Date(beginningOf(world.zone, world.date()).getTime() + world.pick([-1, 0, 40_000_000]))
    await world.run(
      `insert into payout_entries (business_id, payout_id, position, provider_entry_id, kind, amount_minor, fee_minor, at)
       values ($1, $2, $3, $4, 'payment', 1000, $5, $6)`,
      [world.businessId, id, position, world.id(), fee, at],
    )
  }
}
