import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { readImage } from '../../platform/files/read-image.ts'
import type { Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { Logo } from './contract.ts'
import { lockOwnBusiness } from './queries.ts'
import { removeUnusedLogos } from './remove-unused-logos.ts'
import { fileUrl } from './rules.ts'

/** Saves an image as the logo of the business. It replaces the previous one. */
export async function uploadLogo(
  database: Database,
  { userId, businessId }: Identity,
  file: Buffer,
  log: Logger,
): Promise<Logo> {
  // Checked before the file is decoded: decoding is expensive even if the file is not an image.
  await countUse(database, [{ key: `upload-logo:${userId}`, max: 60, windowSeconds: 3600 }])
  const { bytes, contentType, width, height } = await readImage(file)
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    const [added] = await tx.db
      .insert(files)
      .values({ businessId, kind: 'logo', contentType, width, height, bytes })
      .returning({ id: files.id })
    if (!added) throw new Error('no row came back for the added logo')
    await tx.db
      .update(businesses)
      .set({ logoId: added.id, updatedAt: sql`now()` })
      .where(eq(businesses.id, businessId))
    await removeUnusedLogos(tx, businessId, log)
    return { id: added.id, url: fileUrl(added.id), width, height }
  })
}
