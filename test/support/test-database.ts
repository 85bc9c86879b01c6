import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, connect } from '../../src/platform/db/connect.ts'

export interface TestDatabase {
  database: Database
  /** The URL with which the owner connects. */
  url: string
  drop(): Promise<void>
}

async function asOwner(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * Drops a database. A server other than the embedded one may run a worker in it, which only a superuser can
 * end.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      await asOwner(serverUrl, `drop database ${name} with (force)`)
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isBusy || triesLeft === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** Databases are dropped one after the other. */
let dropped = Promise.resolve()

/** Creates a database for a test file: a clone of the migrated template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `millrace_test_${randomBytes(6).toString('hex')}`
  // Copying files takes a third of the time that copying blocks through the log does.
  await asOwner(serverUrl, `create database ${name} template ${inject('templateName')} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = connect({ url: url.href, onError: () => undefined, ...options })
  return {
    database,
    url: url.href,
    async drop() {
      await database.close()
      // Not awaited: dropping only frees space, and takes Postgres as long as a test.
      dropped = dropped.then(() => dropDatabase(serverUrl, name)).catch(() => undefined)
    },
  }
}
