import type { Transaction } from '../../../platform/db/transaction.ts'
import { blockingTables } from './rules.ts'

/** What an account has that keeps an archive from being restored into it, in words. */
export async function findData({ client }: Transaction): Promise<string[]> {
  const parts = Object.entries(blockingTables).map(
    ([table, name]) =>
      `select '${name}' as name where exists (select from ${table}${presentOnly[table] ?? ''})`,
  )
  const { rows } = await client.query<{ name: string }>(parts.join(' union all '))
  return rows.map(({ name }) => name)
}

/** A bank that was removed is kept, hidden, until its access has ended. */
const presentOnly: Readonly<Record<string, string>> = { bank_connections: ' where removed_at is null' }
