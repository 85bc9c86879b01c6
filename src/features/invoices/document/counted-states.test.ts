import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/test-database.ts'
import { disputes, refunds } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { countsAsRefunded, countsAsDisputed } from './ledger-rules.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

async function countedBySql(name: string, states: readonly string[]): Promise<string[]> {
  const { rows } = await database.app.query<{ state: string }>(
    `select state from unnest($1::text[]) with ordinality given (state, place) where ${name}(state) order by place`,
    [states],
  )
  return rows.map(({ state }) => state)
}

/** What the database lets into the column. */
async function storedStates(table: string): Promise<string[]> {
  const { rows } = await database.app.query<{ state: string }>(
    `select m[1] as state from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g') m
     where conname = $1`,
    [`${table}_state_check`],
  )
  return rows.map(({ state }) => state)
}

test('the database and the program count the same refunds', async () => {
  const states = refunds.state.enumValues
  expect(await storedStates('refunds')).toEqual(states)
  expect(await countedBySql('platform.is_given_back', states)).toEqual(
    states.filter((state) => countsAsRefunded({ state })),
  )
})

test('the database and the program count the same disputes', async () => {
  const states = disputes.state.enumValues
  expect(await storedStates('disputes')).toEqual(states)
  expect(await countedBySql('platform.is_taken_back', states)).toEqual(
    states.filter((state) => countsAsDisputed({ state })),
  )
})

test.each([
  ['refunds', 'platform.is_given_back(state)', 'refunded_on', 'refunds_given_back'],
  ['disputes', 'platform.is_taken_back(state)', 'opened_on', 'disputes_taken_back'],
])('the index of the %s that count is used by the condition %s', async (table, condition, day, index) => {
  const plan = await withTenant(database, randomUUID(), async ({ client }) => {
    await client.query('set local enable_seqscan = off; set local enable_sort = off')
    const { rows } = await client.query<Record<string, string>>(
      `explain select id from ${table}
       where business_id = '${randomUUID()}' and ${condition} order by ${day} desc, id desc limit 1`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(`using ${index} on ${table}`)
  expect(plan).not.toContain('_back(')
})
