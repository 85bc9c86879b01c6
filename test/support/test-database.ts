import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, connect } from '../../src/platform/db/connect.ts'

export interface TestDatabase {
  database: Database
  /** How the owner connects. */
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

/** Another server than the embedded one may have a worker of its own in it, which only a superuser can end. */
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

/** One after the other. */
let dropped = Promise.resolve()

/** A database of its own for a test file: a clone of the migrated template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `millrace_test_${randomBytes(6).toString('hex')}`
  // File by file, which takes a third of the time that block by block through the log does.
  await asOwner(serverUrl, `create database ${name} template ${inject('templateName')} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = connect({ url: url.href, onError: () => undefined, ...options })
  return {
    database,
    url: url.href,
    async drop() {
      await database.close()
      // Only the room is wanted back, which takes Postgres as long as a test takes: nobody waits for it.
      dropped = dropped.then(() => dropDatabase(serverUrl, name)).catch(() => undefined)
    },
  }
}
