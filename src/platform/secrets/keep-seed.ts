import type { Database } from '../db/connect.ts'
import { deriveKey, fingerprint } from './app-secret.ts'
import { type Secret, listVersions } from './master-keys.ts'

/**
 * What a built-in stand-in makes its keys from. It is derived from the secret in force the first time and kept from then
 * on, so that a new secret does not take the stand-in's books away. It guards nothing else.
 */
export async function keepSeed(database: Database, purpose: string, secret: Secret): Promise<string> {
  const inForce = (await listVersions(database)).find(({ isCurrent }) => isCurrent)?.fingerprint
  const { current, previous } = secret
  const source = previous !== undefined && fingerprint(previous) === inForce ? previous : current
  const name = `${purpose}-seed`
  await database.platform.query(
    'insert into platform.installation (name, value) values ($1, $2) on conflict do nothing',
    [name, deriveKey(source, purpose)],
  )
  const { rows } = await database.platform.query<{ value: string }>(
    'select value from platform.installation where name = $1',
    [name],
  )
  if (!rows[0]) throw new Error(`the seed of ${purpose} that was just kept is not there`)
  return rows[0].value
}
