import { randomUUID } from 'node:crypto'
import { clients } from '../../../src/platform/db/tables/clients.ts'
import {
  dataImportRecords,
  dataImportRows,
  dataImports,
} from '../../../src/platform/db/tables/data-imports.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { addStoredFile } from '../../../src/platform/files/stored-files.ts'
import type { TestApp } from '../test-app.ts'

/** Adds rows to every table of imports, with this word in every text and in a file that is not imported yet. */
export async function fillDataImports(
  { database, deps }: TestApp,
  { businessId, userId }: { businessId: string; userId: string },
  word: string,
): Promise<void> {
  const file = {
    businessId,
    id: randomUUID(),
    contentType: 'application/octet-stream',
    bytes: Buffer.from(`Client,Email\n${word} Ltd,${word}\n`),
  }
  await deps.files.put(file, file.bytes)
  await withTenant(database, businessId, async (tx) => {
    await addStoredFile(tx, file)
    const shared = { businessId, createdBy: userId, source: 'other' as const, kind: 'clients' as const }
    const [previewId, importId] = [randomUUID(), randomUUID()]
    await tx.db.insert(dataImports).values([
      {
        ...shared,
        id: previewId,
        requestId: randomUUID(),
        fileName: `${word} clients.csv`,
        fileId: file.id,
        reading: { header: ['Client', 'Email'], sample: [[word]], columns: { companyName: 0, email: 1 } },
      },
      {
        ...shared,
        id: importId,
        requestId: randomUUID(),
        fileName: `${word} old.csv`,
        state: 'imported',
        problem: `${word} problem`,
        companyEmail: `${word}@example.com`.toLowerCase(),
        total: 1,
        done: 1,
        added: 1,
      },
    ])
    await tx.db.insert(dataImportRows).values({
      businessId,
      importId: previewId,
      position: 0,
      rowNumber: 2,
      state: 'error',
      cells: [[`${word} Ltd`, word]],
      problems: [{ row: 2, column: 'Email', text: `“${word}” is not an email address.` }],
    })
    const [client] = await tx.db.select({ id: clients.id }).from(clients).limit(1)
    await tx.db
      .insert(dataImportRecords)
      .values({ businessId, importId, kind: 'client', recordId: client?.id ?? randomUUID() })
  })
}
