import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { reportPackages } from '../../../platform/db/tables/periods.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addStoredFile } from '../../../platform/files/stored-files.ts'
import { type PackageKey, isPackage } from './queries.ts'
import { partBytes } from './rules.ts'

/** The package was deleted while it was made. */
export class PackageGone extends Error {
  override readonly name = 'PackageGone'
}

/** Stores what is written, part by part. Only one part is in memory. */
export function createPartWriter(deps: Deps<'database' | 'files'>, key: PackageKey) {
  let chunks: Uint8Array[] = []
  let size = 0
  const store = async () => {
    const bytes = Buffer.concat(chunks)
    chunks = []
    size = 0
    await storePart(deps, key, bytes)
  }
  return {
    async write(chunk: Uint8Array): Promise<void> {
      chunks.push(chunk)
      size += chunk.length
      if (size >= partBytes) await store()
    },
    async end(): Promise<void> {
      if (size > 0) await store()
    },
  }
}

/** The file comes first, so that no row is ever without it; the sweep of files removes it if the process dies here. */
async function storePart(
  { database, files }: Deps<'database' | 'files'>,
  key: PackageKey,
  bytes: Buffer,
): Promise<void> {
  const file = { businessId: key.businessId, id: randomUUID() }
  await files.put(file, bytes)
  try {
    await withTenant(database, key.businessId, async (tx) => {
      await addStoredFile(tx, { ...file, contentType: 'application/octet-stream', bytes })
      const [row] = await tx.db
        .update(reportPackages)
        .set({
          parts: sql`array_append(${reportPackages.parts}, ${file.id}::uuid)`,
          byteCount: sql`${reportPackages.byteCount} + ${bytes.length}`,
          updatedAt: sql`now()`,
        })
        .where(isPackage(key))
        .returning({ id: reportPackages.id })
      if (!row) throw new PackageGone()
    })
  } catch (error) {
    if (error instanceof PackageGone) await files.remove(file)
    throw error
  }
}

/** The bytes of the parts, one part after the other. */
export function readParts(
  { files }: Deps<'files'>,
  { businessId, parts }: { businessId: string; parts: readonly string[] },
): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream(
    {
      async pull(controller) {
        const id = parts[next]
        next += 1
        if (id === undefined) controller.close()
        else controller.enqueue(await files.read({ businessId, id }))
      },
    },
    { highWaterMark: 0 },
  )
}
