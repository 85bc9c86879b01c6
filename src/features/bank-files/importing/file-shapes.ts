import { and, eq } from 'drizzle-orm'
import { bankFileShapes } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Choices } from '../reading/bank-file.ts'

interface RememberedShape {
  choices: Choices
  /** The account that the last file of this form went to. */
  accountId: string | null
}

/** What the owner has decided about files of this form. */
export async function findShape(
  { db }: Transaction,
  businessId: string,
  shape: string,
): Promise<RememberedShape> {
  const { choices, accountId } = bankFileShapes
  const [row] = await db
    .select({ choices, accountId })
    .from(bankFileShapes)
    .where(and(eq(bankFileShapes.businessId, businessId), eq(bankFileShapes.shape, shape)))
  return row ?? { choices: {}, accountId: null }
}

export async function rememberShape(
  { db }: Transaction,
  { businessId, shape }: { businessId: string; shape: string },
  remembered: Partial<RememberedShape> & { updatedAt: Date },
): Promise<void> {
  const values = { ...remembered, choices: { ...remembered.choices } }
  await db
    .insert(bankFileShapes)
    .values({ businessId, shape, ...values })
    .onConflictDoUpdate({
      target: [bankFileShapes.businessId, bankFileShapes.shape],
      set: remembered.choices
        ? values
        : { accountId: remembered.accountId ?? null, updatedAt: remembered.updatedAt },
    })
}
