import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { queryTenant, withTenant } from './transaction.ts'

let fixture: TestDatabase
let businessId: string
beforeAll(async () => {
  // One connection, so that the next transaction sees what is left on it.
  fixture = await createTestDatabase({ maxConnections: 1 })
  businessId = await addBusiness(fixture.database)
})
afterAll(() => fixture.drop())

const query = (text: string, values: unknown[] = []) =>
  queryTenant<Record<string, unknown>>(fixture.database, businessId, { text, values })

/** What the next transaction finds on the connection. */
async function leftOver() {
  const { rows } = await fixture.database.app.query(
    `select nullif(current_setting('app.business_id', true), '') as business, current_user as role,
       pg_current_xact_id_if_assigned() is not null as writing, now() = statement_timestamp() as "isOutside"`,
  )
  return rows[0]
}
const nothing = { business: null, role: 'millrace_app', writing: false, isOutside: true }

describe('a transaction of one statement', () => {
  test('sees the business and keeps what it writes', async () => {
    expect(await query('select id from businesses')).toEqual([{ id: businessId }])
    await query(`update businesses set phone = $1`, ['044'])
    expect(await query('select phone from businesses')).toEqual([{ phone: '044' }])
    expect(await leftOver()).toEqual(nothing)
  })

  test.each([
    ['a mistake', 'select nothing from nowhere', [], 'does not exist'],
    ['a division by zero', `update businesses set phone = (1 / length($1))::text`, [''], 'division by zero'],
    ['a refused right', `update businesses set plan = 'pro'`, [], 'permission denied'],
    ['a broken constraint', `update businesses set name = null`, [], 'not-null'],
  ])(
    'that fails by %s gives the connection back usable and with nothing on it',
    async (_what, text, values, reason) => {
      const before = await query('select * from businesses')
      await expect(query(text, values)).rejects.toThrow(reason)
      expect(await leftOver()).toEqual(nothing)
      expect(await query('select * from businesses')).toEqual(before)
      expect(fixture.database.app.totalCount).toBe(1)
    },
  )

  test('whose connection is cut does not leave it to the next', async () => {
    const cut = query('select pg_sleep(60)').catch(String)
    const owner = new pg.Client({ connectionString: fixture.url })
    await owner.connect()
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'`
    await eventually(async () => expect((await owner.query(terminate)).rowCount).toBe(1))
    await owner.end()
    expect(await cut).toContain('terminating connection')
    expect(await query('select id from businesses')).toEqual([{ id: businessId }])
    expect(await leftOver()).toEqual(nothing)
  })

  test('that fails among many on one connection fails alone', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => query('select 12 / ($1::int % 3) as x, id from businesses', [n])),
    )
    for (const [n, outcome] of outcomes.entries()) {
      expect(outcome.status).toBe(n % 3 === 0 ? 'rejected' : 'fulfilled')
      if (outcome.status === 'fulfilled') expect(outcome.value).toEqual([{ x: 12 / (n % 3), id: businessId }])
    }
    expect(await leftOver()).toEqual(nothing)
  })

  test('refuses what is no business before it asks for a connection', async () => {
    const asked = fixture.database.app
    await withTenant(fixture.database, businessId, async () => {
      await expect(queryTenant(fixture.database, `'; reset role; --`, { text: 'select 1' })).rejects.toThrow(
        'a business is named by its id',
      )
    })
    expect(asked.waitingCount).toBe(0)
  })
})

test('a connection that is lost between two statements fails the transaction and nothing else', async () => {
  const work = withTenant(fixture.database, businessId, async ({ client }) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const owner = new pg.Client({ connectionString: fixture.url })
    await owner.connect()
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await owner.end()
    await ended
    await client.query('select 1')
  })
  await expect(work).rejects.toThrow(/not queryable|terminat|closed/i)
  expect(await query('select id from businesses')).toEqual([{ id: businessId }])
})
