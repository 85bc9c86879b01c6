import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { integrations } from '../../platform/db/tables/integrations.ts'
import { businessColumn, exported, exportedTables, tablesLeftOut } from './exported-tables.ts'
import { lineSheets } from './line-sheets.ts'
import { csvHeader } from './table-files.ts'

interface Column {
  table: string
  column: string
  type: string
}

let columns: Column[]
let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  // Whatever belongs to a business, in whichever schema, and the business itself.
  const { rows } = await owner.query<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c
     where c.table_schema not in ('pg_catalog', 'information_schema') and (c.table_name = 'businesses' or exists (
       select from information_schema.columns other
       where (other.table_schema, other.table_name) = (c.table_schema, c.table_name)
         and other.column_name = $1))`,
    [businessColumn],
  )
  await owner.end()
  columns = rows
})
afterAll(() => testDatabase.drop())

test('every table that belongs to a business is exported, or left out with a reason', () => {
  const present = new Set(columns.map(({ table }) => table))
  expect(present.size).toBeGreaterThan(10)
  const named = [...exportedTables.map(({ name }) => name), ...Object.keys(tablesLeftOut)]
  expect(named.toSorted()).toEqual([...present].toSorted())
})

test('every column of them is exported, or left out with a reason', () => {
  for (const {
    name,
    columns: exportedColumns,
    jsonOnly = [],
    secrets = [],
    leftOut = {},
    added = {},
  } of exportedTables) {
    const present = columns.filter(({ table }) => table === name).map(({ column }) => column)
    const stored = exportedColumns.filter((column) => added[column] === undefined)
    const named = [...stored, ...jsonOnly, ...secrets, ...Object.keys(leftOut)]
    expect([name, ...named.toSorted()]).toEqual([
      name,
      ...present.filter((column) => column !== businessColumn).toSorted(),
    ])
  }
})

test('what is encrypted is not exported', () => {
  const bytes = columns.filter(({ type }) => type === 'bytea')
  expect(bytes.length).toBeGreaterThan(5)
  for (const { table, column } of bytes) {
    const found = exportedTables.find(({ name }) => name === table)
    expect([...(found?.columns ?? []), ...(found?.jsonOnly ?? [])]).not.toContain(column)
  }
})

test('no two columns of a spreadsheet have one name', () => {
  for (const table of [...exportedTables, ...lineSheets]) {
    const names = csvHeader(table).trimEnd().split(',')
    expect([table.name, ...new Set(names)]).toEqual([table.name, ...names])
  }
})

test('what is nested is in JSON only', () => {
  const nested = columns.filter(({ type }) => /json|ARRAY/.test(type))
  expect(nested.length).toBeGreaterThan(5)
  for (const { table, column } of nested) {
    const found = exportedTables.find(({ name }) => name === table)
    expect([table, ...(found?.columns ?? [])]).not.toContain(column)
  }
})

test('bytes, which may be a secret, are not exported unless somebody decided on them', () => {
  expect(() => exported(integrations, 'Accounts')).toThrow(/integrations\.stripe_secret_key holds bytes/)
})
