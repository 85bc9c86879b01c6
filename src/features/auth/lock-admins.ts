import type { Transaction } from '../../platform/db/transaction.ts'

/** Whatever makes, removes or deletes an administrator goes one after the other, so that one is always left. */
export async function lockAdmins({ client }: Transaction): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace admins', 0))`)
}
