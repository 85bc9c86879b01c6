import { type Transaction, withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { type CardSandbox, type SandboxScope, newId, newObject, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { insertObject } from '../object-store.ts'
import type { BalanceTransaction, Payout } from '../sandbox-objects.ts'
import { nextMidnight } from './balance-transactions.ts'

interface DueBalance {
  account: string
  currency: string
  business: string
}

/** Pays out what has become available, for each business and currency. Debts wait for the next day. */
export async function payOut(sandbox: CardSandbox): Promise<void> {
  const now = sandbox.now()
  await withCardSandbox(sandbox.database, async (tx) => {
    const { rows } = await tx.client.query<DueBalance>(
      `select distinct account, body ->> 'currency' as currency, body ->> '_business' as business
       from card_sandbox.objects where type = 'balance_transaction' and due_at <= $1`,
      [now],
    )
    for (const balance of rows) await payOutBalance({ sandbox, tx, account: balance.account }, balance, now)
  })
}

async function payOutBalance(scope: SandboxScope, due: DueBalance, now: Date): Promise<void> {
  const { tx } = scope
  const { rows } = await tx.client.query<{ id: string; body: BalanceTransaction }>(
    `select id, body from card_sandbox.objects
     where type = 'balance_transaction' and due_at <= $1 and account = $2
       and body ->> 'currency' = $3 and body ->> '_business' = $4
     order by place for update skip locked`,
    [now, due.account, due.currency, due.business],
  )
  const amount = rows.reduce((sum, { body }) => sum + body.net, 0)
  const ids = rows.map(({ id }) => id)
  if (amount <= 0) {
    const later = new Date(nextMidnight(secondsOf(now)) * 1000)
    await tx.client.query('update card_sandbox.objects set due_at = $2 where id = any($1)', [ids, later])
    return
  }
  const payout = makePayout(scope, due, amount)
  await insertObject(scope, payout)
  await insertObject(scope, balanceOf(payout, due), { parent: payout.id })
  await markPaidOut(tx, ids, payout)
  await emitEvent(scope, 'payout.paid', payout)
}

function makePayout(scope: SandboxScope, { currency }: DueBalance, amount: number): Payout {
  const start = newObject(scope, 'payout', newId('po'))
  return {
    ...start,
    amount,
    currency,
    status: 'paid',
    arrival_date: nextMidnight(start.created) - 86_400,
    automatic: true,
    balance_transaction: newId('txn'),
    description: 'STRIPE PAYOUT',
    method: 'standard',
    type: 'bank_account',
    metadata: {},
  }
}

function balanceOf(payout: Payout, { business }: DueBalance): BalanceTransaction {
  const { amount, currency, created } = payout
  return {
    id: payout.balance_transaction,
    object: 'balance_transaction',
    created,
    type: 'payout',
    reporting_category: 'payout',
    amount: -amount,
    fee: 0,
    net: -amount,
    currency,
    source: payout.id,
    description: payout.description,
    available_on: created,
    status: 'available',
    exchange_rate: null,
    _business: business,
  }
}

/** The parent of a balance transaction is the payout that contains it. */
async function markPaidOut({ client }: Transaction, ids: string[], payout: Payout): Promise<void> {
  await client.query(
    `update card_sandbox.objects
     set parent = $2, due_at = null, body = body || '{"status": "available"}' where id = any($1)`,
    [ids, payout.id],
  )
}
