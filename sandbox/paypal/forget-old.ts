import type { Transaction } from '../../src/platform/db/transaction.ts'

const keptFor = 30 * 86_400_000
const batch = 200

/** Whoever makes something new takes away some of what is old; more is never added than that. */
export async function forgetOld({ client }: Transaction, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptFor)
  for (const [table, key] of [
    ['orders', 'id'],
    ['answers', 'account, request_id'],
  ]) {
    await client.query(
      `delete from paypal_sandbox.${table} where (${key}) in (
         select ${key} from paypal_sandbox.${table} where created_at < $1
         order by created_at limit $2 for update skip locked)`,
      [before, batch],
    )
  }
}
