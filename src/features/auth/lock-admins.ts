import type { Transaction } from '../../platform/db/transaction.ts'

/**
 * Serializes every transaction that creates, demotes or deletes an admin, so that at least one admin is
 * always left.
 */
export async function lockAdmins({ client }: Transaction): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace admins', 0))`)
}
