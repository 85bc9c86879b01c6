import { randomUUID } from 'node:crypto'
import {
  linkPlace,
  sealNumbers,
  tokenPlace,
  unattachedPlace,
} from '../../../src/features/banking/bank-secrets.ts'
import * as banking from '../../../src/platform/db/tables/banking.ts'
import * as spending from '../../../src/platform/db/tables/expenses.ts'
import {
  categoryRules,
  removedTransactions,
  transactions,
} from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'

interface Owner {
  businessId: string
  userId: string
}

/** Rows in every table of expenses, with this word in every text. */
export async function fillExpenses(
  { database }: TestApp,
  { businessId, userId }: Owner,
  word: string,
): Promise<void> {
  const [seriesId, expenseId] = [randomUUID(), randomUUID()]
  const shared = { businessId, createdBy: userId, amountCents: 4999, category: `${word} category` }
  const moments = { createdAt: new Date(), updatedAt: new Date() }
  await withTenant(database, businessId, async ({ db }) => {
    await db.insert(spending.recurringExpenses).values({
      ...shared,
      ...moments,
      id: seriesId,
      notes: `${word} rent`,
      frequency: 'monthly',
      startDate: '2026-10-31',
      nextPeriod: 1,
      nextOn: '2026-11-30',
      pausedAt: new Date(),
    })
    await db.insert(spending.expenses).values({
      ...shared,
      ...moments,
      id: expenseId,
      requestId: randomUUID(),
      date: '2026-10-31',
      notes: `${word} rent`,
      seriesId,
    })
    await db.insert(spending.recurringExpensePeriods).values({
      businessId,
      seriesId,
      period: 0,
      state: 'made',
      expenseId,
      onDate: '2026-10-31',
      at: new Date(),
    })
  })
}

/** The same for banks and transactions. The access is none that a bank knows. */
export async function fillBanks(app: TestApp, { businessId, userId }: Owner, word: string) {
  const [connection, account, link] = [1, 2, 3].map(() => ({ businessId, id: randomUUID() })) as [
    { businessId: string; id: string },
    { businessId: string; id: string },
    { businessId: string; id: string },
  ]
  const moments = { createdAt: new Date(), updatedAt: new Date() }
  const secrets = {
    token: `access-${word}-${randomUUID()}`,
    link: `link-${word}-${randomUUID()}`,
    number: `77${word}0011223344`,
    routing: `021${word}000021`,
  }
  const sealed = await withTenant(app.database, businessId, async (tx) => {
    const { db } = tx
    const accessToken = await app.deps.secrets.seal(tx, tokenPlace(connection), secrets.token)
    const linkToken = await app.deps.secrets.seal(tx, linkPlace(link), secrets.link)
    const numbers = await sealNumbers(
      tx,
      app.deps.secrets,
      account,
      { mask: null },
      { accountNumber: secrets.number, routingNumber: secrets.routing },
    )
    await db.insert(banking.bankConnections).values({
      ...connection,
      ...moments,
      createdBy: userId,
      source: 'demo',
      environment: 'demo',
      itemId: `item_${word}_${businessId}`,
      accessToken,
      institutionId: `ins_${word}`,
      institutionName: `${word} Bank`,
      cursor: `cursor ${word}`,
      problem: `${word} problem`,
    })
    await db.insert(banking.bankAccounts).values({
      ...account,
      ...moments,
      ...numbers,
      connectionId: connection.id,
      providerId: `acc_${word}`,
      name: `${word} Checking`,
      type: 'checking',
      kind: 'cash',
      subtype: `${word} checking`,
      balanceCents: 4999,
    })
    const unattached = { businessId, id: randomUUID() }
    await db.insert(banking.unattachedBankItems).values({
      ...unattached,
      createdBy: userId,
      linkId: link.id,
      source: 'demo',
      environment: 'demo',
      publicTokenHash: `hash ${word}`,
      itemId: `loose_${word}`,
      accessToken: await app.deps.secrets.seal(tx, unattachedPlace(unattached), secrets.token),
      endAt: new Date(),
      createdAt: new Date(),
    })
    await db.insert(banking.bankLinks).values({
      ...link,
      createdBy: userId,
      connectionId: connection.id,
      source: 'demo',
      linkToken,
      expiresAt: new Date(),
      createdAt: new Date(),
    })
    const facts = { date: '2026-11-10', description: `${word} shop`, merchantKey: word.toLowerCase() }
    await db.insert(transactions).values({
      businessId,
      accountId: account.id,
      providerId: `tx_${word}`,
      ...facts,
      merchant: `${word} merchant`,
      amountCents: 4999,
      isIncome: false,
      status: 'posted',
      chosenCategory: `${word} category`,
      ...moments,
    })
    await db.insert(removedTransactions).values({
      businessId,
      providerId: `removed_${word}`,
      id: randomUUID(),
      accountId: account.id,
      chosenCategory: `${word} category`,
      removedAt: new Date(),
    })
    await db.insert(categoryRules).values({
      businessId,
      createdBy: userId,
      merchantKey: word.toLowerCase(),
      merchant: `${word} merchant`,
      category: `${word} category`,
      createdAt: new Date(),
    })
    return [accessToken, linkToken, numbers.accountNumber, numbers.routingNumber].filter(
      (one) => one !== null,
    )
  })
  return { secrets: Object.values(secrets), sealed }
}
