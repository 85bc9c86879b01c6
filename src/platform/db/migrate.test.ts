import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startOldPostgres } from '../../../test/support/spread/old-postgres.ts'
import { allJobs } from '../../jobs.ts'
import { migrate } from './migrate.ts'

const name = `millrace_migrate_${randomBytes(6).toString('hex')}`
const server = new pg.Client({ connectionString: inject('serverUrl') })
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`

beforeAll(async () => {
  await server.connect()
  await server.query(`create database ${name}`)
})
afterAll(async () => {
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

async function query(sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

test('an empty database is set up once, however many processes start together', async () => {
  const beforeChange = () => expect.fail('there is nothing to keep')
  const results = await Promise.all(
    Array.from({ length: 4 }, () => migrate(url.href, allJobs, { beforeChange })),
  )
  expect(results.filter((added) => added.length > 0)).toHaveLength(1)
  expect(await migrate(url.href, allJobs, { beforeChange })).toEqual([])
})

test('the tables in the code are the tables in the database', async () => {
  const folder = join(import.meta.dirname, 'tables')
  const files: object[] = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(pathToFileURL(join(folder, file)).href)),
  )
  const tables = files.flatMap((file) => Object.values(file)).filter((value) => is(value, PgTable))
  expect(tables.length).toBeGreaterThan(35)
  for (const table of tables) {
    const { schema = 'public', name: tableName } = getTableConfig(table)
    const rows = await query(
      `select column_name, is_nullable,
         case data_type when 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end as data_type
       from information_schema.columns where table_schema = $1 and table_name = $2`,
      [schema, tableName],
    )
    const inDatabase = rows.map((row) => [row.column_name, row.data_type, row.is_nullable === 'NO'])
    const inCode = Object.values(getTableColumns(table)).map((column) => [
      column.name,
      column.getSQLType(),
      column.notNull,
    ])
    expect([tableName, inCode.toSorted()]).toEqual([tableName, inDatabase.toSorted()])
  }
})

test('a migration that changed after it was applied stops the start', async () => {
  await query(`update migrations.applied set checksum = 'other' where name = '0001-foundation.sql'`)
  await expect(migrate(url.href, allJobs)).rejects.toThrow('0001-foundation.sql was changed after')
})

test('a database of a newer version stops the start', async () => {
  await query(`insert into migrations.applied (name, checksum) values ('9999-future.sql', 'x')`)
  await expect(migrate(url.href, allJobs)).rejects.toThrow(
    'newer version of this program (it has 9999-future.sql)',
  )
})

test('a database out of reach is said in one sentence', async () => {
  await expect(migrate('postgresql://nobody@127.0.0.1:1/nothing', allJobs)).rejects.toThrow(
    /^The database cannot be reached: .+$/,
  )
})

test('a database that is too old is said in one sentence', async () => {
  const old = await startOldPostgres(14, '14.11')
  try {
    await expect(migrate(old.url, allJobs)).rejects.toThrow(
      /^The database runs Postgres 14\.11\. Version 15 or newer is needed\.$/,
    )
  } finally {
    old.close()
  }
})
