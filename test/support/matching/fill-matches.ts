import {
  matchingSettings,
  transactionMatches,
  transactions,
} from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'

/** Adds rows to every table of matching, with this word in every text. */
export async function fillMatches({ database }: TestApp, businessId: string, word: string): Promise<void> {
  await withTenant(database, businessId, async ({ db }) => {
    const [transaction] = await db.select({ id: transactions.id }).from(transactions).limit(1)
    if (!transaction) throw new Error('a transaction comes first')
    await db.insert(transactionMatches).values({
      businessId,
      transactionId: transaction.id,
      state: 'declined',
      band: 'suggest',
      kind: 'expense',
      targets: [{ id: transaction.id, amountMinor: 4999, ofMinor: 4999 }],
      targetKey: `expense ${transaction.id}`,
      reason: `${word} reason`,
      score: 0.5,
      merchantKey: word.toLowerCase(),
      decidedBy: 'owner',
      decidedAt: new Date(),
    })
    await db.insert(matchingSettings).values({ businessId, acceptsCertain: false })
  })
}
