import { randomUUID } from 'node:crypto'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { comments, mentions } from '../../../src/platform/db/tables/team/comments.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'
import type { Filling } from './filling.ts'

/** Adds comments on an invoice, an expense and a transaction, which mention the owner. */
export async function fillComments(
  { database }: TestApp,
  { businessId, userId, say }: Filling,
  invoiceId: string,
): Promise<void> {
  await withTenant(database, businessId, async ({ db }) => {
    const [expense] = await db.select({ id: expenses.id }).from(expenses).limit(1)
    const [transaction] = await db.select({ id: transactions.id }).from(transactions).limit(1)
    if (!expense || !transaction) throw new Error('there is nothing to comment on')
    for (const subject of [{ invoiceId }, { expenseId: expense.id }, { transactionId: transaction.id }]) {
      const id = randomUUID()
      await db.insert(comments).values({
        businessId,
        id,
        ...subject,
        body: say('comment'),
        createdBy: userId,
        requestId: randomUUID(),
        editedAt: new Date(),
      })
      await db
        .insert(mentions)
        .values({ businessId, commentId: id, userId, seenAt: 'invoiceId' in subject ? null : new Date() })
    }
  })
}
