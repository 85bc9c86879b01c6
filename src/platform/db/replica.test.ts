import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startPrimaryAndStandby } from '../../../test/support/spread/standby.ts'
import { type Database, connect } from './connect.ts'
import { forReports } from './for-reports.ts'
import { createReplica } from './replica.ts'

let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>
let database: Database
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  const owner = new pg.Client({ connectionString: servers.primaryUrl })
  await owner.connect()
  await owner.query(`
    create role millrace_platform;
    grant millrace_platform to millrace_owner;
    create table notes (id integer primary key);
    grant select, insert on notes to millrace_platform`)
  await owner.end()
  // A connection to the standby fails until the standby knows the role.
  await eventually(() => assertKnowsRole(servers.standbyUrl))
  database = connect({
    url: servers.primaryUrl,
    replicaUrl: servers.standbyUrl,
    onError: () => undefined,
  })
})
afterAll(async () => {
  await database.close()
  await servers.stop()
})

async function assertKnowsRole(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'millrace_platform'`)
  await client.end()
  if (rowCount === 0) throw new Error('the standby does not know the role yet')
}

const write = (id: number) => database.platform.query('insert into notes values ($1)', [id])
async function read(source: Database, id: number) {
  const { rows } = await source.platform.query<{ isStandby: boolean; isThere: boolean }>(
    `select pg_is_in_recovery() as "isStandby", exists (select from notes where id = $1) as "isThere"`,
    [id],
  )
  return rows[0]
}

test('a report from a standby has what was written just before it was asked for', async () => {
  const replica = createReplica({
    pool: database.replica!.pool,
    primary: database.platform,
    onError: (error) => expect.unreachable(String(error.cause)),
    // A busy machine does not mean that the standby has stopped replicating.
    pace: { waitMs: 600_000, pollIntervalMs: 0 },
  })
  for (let id = 0; id < 50; id++) {
    await write(id)
    expect(await read(await forReports({ ...database, replica }), id)).toEqual({
      isStandby: true,
      isThere: true,
    })
  }
})

test('a standby that does not follow is passed over, and used again once it does', async () => {
  const lost: Error[] = []
  const replica = createReplica({
    pool: database.replica!.pool,
    primary: database.platform,
    onError: (error) => lost.push(error),
    pace: { waitMs: 100, pollIntervalMs: 0 },
  })
  await servers.pause()
  await write(100)
  expect(await read(await forReports({ ...database, replica }), 100)).toEqual({
    isStandby: false,
    isThere: true,
  })
  expect(lost.map(({ cause }) => (cause as Error).message)).toEqual(['it is too far behind'])
  await servers.resume()
  await expect
    .poll(async () => read(await forReports({ ...database, replica }), 100))
    .toEqual({ isStandby: true, isThere: true })
})
