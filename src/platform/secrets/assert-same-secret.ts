import type { Database } from '../db/connect.ts'
import { DatabaseError } from '../db/database-error.ts'
import { fingerprint } from './app-secret.ts'

/** Stops the start when the database belongs to another secret: what that one encrypted could not be read. */
export async function assertSameSecret(database: Database, secret: string): Promise<void> {
  const { rows } = await database.platform.query<{ value: string }>(
    `with added as (
       insert into platform.installation (name, value) values ('secret-fingerprint', $1)
       on conflict (name) do nothing returning value)
     select value from added union all
     select value from platform.installation where name = 'secret-fingerprint'`,
    [fingerprint(secret)],
  )
  if (rows[0]?.value !== fingerprint(secret)) {
    throw new DatabaseError('APP_SECRET is not the one that this database was set up with.')
  }
}
