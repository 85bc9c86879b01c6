import { randomUUID } from 'node:crypto'
import {
  bankAccounts,
  bankFileShapes,
  bankImportRows,
  bankImports,
  bankStatements,
} from '../../../src/platform/db/tables/banking.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { addStoredFile } from '../../../src/platform/files/stored-files.ts'
import type { TestApp } from '../test-app.ts'

/** Adds rows to every table of bank files, with this word in every text and in a file that is not imported yet. */
export async function fillBankFiles(
  { database, deps }: TestApp,
  { businessId, userId }: { businessId: string; userId: string },
  word: string,
): Promise<void> {
  const file = {
    businessId,
    id: randomUUID(),
    contentType: 'application/octet-stream',
    bytes: Buffer.from(`Date,Description,Amount\n2026-11-10,${word} shop,-49.99\n`),
  }
  await deps.files.put(file, file.bytes)
  await withTenant(database, businessId, async (tx) => {
    await addStoredFile(tx, file)
    const shared = { businessId, createdBy: userId, format: 'csv' as const, shape: `${word} shape` }
    const importId = randomUUID()
    await tx.db.insert(bankImports).values([
      { ...shared, requestId: randomUUID(), fileName: `${word} may.csv`, fileId: file.id, total: 1 },
      {
        ...shared,
        id: importId,
        requestId: randomUUID(),
        fileName: `${word} april.csv`,
        state: 'imported',
        problem: `${word} problem`,
        total: 1,
        done: 1,
        existing: 1,
        targets: [
          { accountId: null, bankName: word, kind: 'cash', currency: 'USD', closingMinor: null, skip: false },
        ],
      },
    ])
    const [account] = await tx.db.select({ id: bankAccounts.id }).from(bankAccounts).limit(1)
    const [transaction] = await tx.db.select({ id: transactions.id }).from(transactions).limit(1)
    const [accountId, transactionId] = [account?.id ?? '', transaction?.id ?? '']
    const [date, position] = ['2026-11-10', 0]
    await tx.db
      .insert(bankStatements)
      .values({ businessId, importId, accountId, position, firstDate: date, lastDate: date })
    await tx.db.insert(bankImportRows).values({
      businessId,
      importId,
      transactionId,
      date,
      bankId: `${word} bank id`,
      textKey: `${word} key`,
    })
    await tx.db.insert(bankFileShapes).values({ businessId, shape: `${word} shape`, accountId })
  })
}
