import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import type { Database } from '../../src/platform/db/connect.ts'

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

/** A database of its own for a test file: a clone of the migrated template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `millrace_test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, `create database ${name} template ${inject('templateName')}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = connect({ url: url.href, onError: () => undefined, ...options })
  return {
    database,
    url: url.href,
    async drop() {
      await database.close()
      await asOwner(serverUrl, `drop database ${name} with (force)`)
    },
  }
}
