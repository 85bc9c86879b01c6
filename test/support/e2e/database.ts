import { databaseName } from '../../../src/platform/db/embedded/database.ts'
import { preparePostgresHome } from '../../../src/platform/db/embedded/home.ts'
import { findRunningServer } from '../../../src/platform/db/embedded/process.ts'
import { askServer } from '../../../src/platform/db/embedded/socket.ts'
import { dataDir } from './settings.ts'

/**
 * For what no page can do: runs a statement in the database of the running product, bypassing row-level
 * security.
 */
export async function asDatabaseOwner<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { clusterDir } = await preparePostgresHome(dataDir)
  const answer = await askServer(findRunningServer(clusterDir)?.socketDir ?? '', databaseName)
  if (typeof answer === 'string') throw new Error(`the database of the browser tests is ${answer}`)
  try {
    const { rows } = await answer.client.query(sql, values)
    return rows as Row[]
  } finally {
    await answer.client.end()
  }
}
