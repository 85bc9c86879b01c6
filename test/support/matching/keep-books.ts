import { randomUUID } from 'node:crypto'
import { acceptIn } from '../../../src/features/matching/accept-match.ts'
import { declineMatch } from '../../../src/features/matching/decline-match.ts'
import { matchIn } from '../../../src/features/matching/match-by-hand.ts'
import { matchTransactions } from '../../../src/features/matching/match-transactions.ts'
import { undoMatch } from '../../../src/features/matching/undo-match.ts'
import { bankAccounts, bankConnections } from '../../../src/platform/db/tables/banking.ts'
import { clients } from '../../../src/platform/db/tables/clients.ts'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { payments } from '../../../src/platform/db/tables/payments.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { addReceiptRows } from '../fixtures/receipt-rows.ts'
import type { TestApp } from '../test-app.ts'
import { truthKey } from './live.ts'
import type { MadeBusiness } from './made-business.ts'

const made = new Date('2026-12-20T12:00:00Z')
const times = { createdAt: made, updatedAt: made }

/** Writes everything of a made-up business into the database. */
export async function storeBusiness(app: TestApp, businessId: string, business: MadeBusiness): Promise<void> {
  const createdBy = randomUUID()
  const byHand = new Map(business.payments.map((payment) => [payment.invoiceNumber, payment]))
  await withTenant(app.database, businessId, async ({ db }) => {
    const connectionId = randomUUID()
    await db.insert(bankConnections).values({
      businessId,
      id: connectionId,
      createdBy,
      source: 'demo',
      environment: 'demo',
      institutionId: 'ins_1',
      institutionName: 'Mill Bank',
      ...times,
    })
    await db.insert(bankAccounts).values(
      business.accounts.map(({ id, last4 }) => ({
        businessId,
        id,
        connectionId,
        providerId: id,
        name: 'Everyday',
        type: 'checking',
        last4,
        currency: business.currency,
        ...times,
      })),
    )
    await db.insert(clients).values(
      business.clients.map(({ id, name }) => ({
        businessId,
        id,
        createdBy,
        companyName: name,
        email: `${id}@example.com`,
      })),
    )
    await db.insert(invoices).values(
      business.invoices.map((invoice) => {
        const isPaid = byHand.has(invoice.number)
        return {
          ...invoice,
          businessId,
          createdBy,
          companyName: business.name,
          companyEmail: 'billing@business.example',
          clientEmail: 'client@example.com',
          locale: 'en-US',
          subtotalMinor: invoice.totalMinor,
          discountMinor: 0,
          taxMinor: 0,
          feesMinor: 0,
          sendOption: 'do_not_send' as const,
          sendReminder: false,
          ...(isPaid && { status: 'paid' as const, receivedMinor: invoice.totalMinor, paidAt: made }),
        }
      }),
    )
    const recorded = business.payments.map((payment) => ({
      ...payment,
      businessId,
      invoiceId: business.invoices.find(({ number }) => number === payment.invoiceNumber)!.id,
      method: 'transfer' as const,
      receivedAt: made,
    }))
    if (recorded.length > 0) await db.insert(payments).values(recorded)
    await db.insert(expenses).values(
      business.expenses.map((expense) => ({
        ...expense,
        businessId,
        createdBy,
        category: 'Other',
        ...times,
      })),
    )
    await db.insert(transactions).values(
      business.transactions.map(
        ({ id, accountId, date, currency, amountMinor, isIncome, text, merchantKey }) => ({
          businessId,
          id,
          accountId,
          date,
          currency,
          amountMinor,
          isIncome,
          description: text,
          merchantKey,
          status: 'posted' as const,
          ...times,
        }),
      ),
    )
  })
  await addReceiptRows(
    app.database,
    businessId,
    business.receipts.map((receipt) => ({ ...receipt, declined: [] })),
  )
}

interface StoredMatch {
  id: string
  transactionId: string
  targetKey: string
  state: 'suggested' | 'accepted'
}

/** Matches everything as an owner who knows the truth: what is right is accepted, and the rest matched by hand. */
export async function keepBooks(app: TestApp, identity: Identity, business: MadeBusiness): Promise<void> {
  const { deps, database } = app
  const { businessId } = identity
  const truths = new Map(business.transactions.map((transaction) => [transaction.id, truthKey(transaction)]))
  for (let isDone = false; !isDone;) {
    isDone = true
    await matchTransactions(deps, businessId)
    const found = await withTenant(database, businessId, ({ client }) =>
      client.query<StoredMatch>(
        `select id, transaction_id as "transactionId", target_key as "targetKey", state from transaction_matches
         where state <> 'declined' order by transaction_id`,
      ),
    )
    for (const { id, transactionId, targetKey, state } of found.rows) {
      const isRight = truths.get(transactionId) === targetKey
      if (isRight && state === 'accepted') continue
      isDone = false
      if (isRight) {
        await withTenant(database, businessId, (tx) => acceptIn(tx, deps, identity, id)).catch(
          () => undefined,
        )
      } else {
        if (state === 'accepted') await undoMatch(deps, identity, id)
        await declineMatch(deps, identity, id).catch(() => undefined)
      }
    }
  }
  for (const { id, truth } of business.transactions) {
    if (truth)
      await withTenant(database, businessId, (tx) =>
        matchIn(tx, deps, identity, id, { kind: truth.kind, targetIds: truth.ids }),
      )
  }
}
