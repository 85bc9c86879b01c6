import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect as openSocket, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { createLog } from '../log.ts'
import { type Live, type LivePace, createLive } from './live.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const opened: Live[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((live) => live.close()))
})

const pace: LivePace = {
  pingEveryMs: 200,
  timeoutMs: 60_000,
  retry: { firstMs: 20, maxMs: 100 },
  idleMs: 60_000,
  recallMs: 60_000,
}
const silent = createLog('fatal', { write: () => undefined })

function start(changes: Partial<LivePace> = {}, url = db.url): Live {
  const live = createLive({ url, log: silent, pace: { ...pace, ...changes } })
  opened.push(live)
  return live
}

/** Records its notifications. */
function listen(live: Live, businessId: string, sinceMs?: number) {
  const events: string[] = []
  const listener = {
    changed: (topic: string) => events.push(topic),
    missed: () => events.push('(missed)'),
    closed: () => events.push('(closed)'),
  }
  const leave = live.subscribe(businessId, listener, sinceMs)
  return { events, leave }
}

/** Uses another connection than the listening one, as another process would. */
async function notify(payload: string) {
  await db.database.platform.query('select pg_notify($1, $2)', ['millrace', payload])
}

async function listeners(): Promise<number[]> {
  const { rows } = await asOwner<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'millrace_live' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

async function asOwner<R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    return await client.query<R>(sql, values)
  } finally {
    await client.end()
  }
}

test('what another process changed is told to those of that business, and to nobody else', async () => {
  const live = start()
  const [mine, other] = [randomUUID(), randomUUID()]
  const first = listen(live, mine)
  const second = listen(live, mine)
  const stranger = listen(live, other)
  await eventually(() => expect(stranger.events).toEqual(['(missed)']))
  await notify(`${mine} invoices`)
  await notify(`${other} banks`)
  await eventually(() => expect(stranger.events).toEqual(['(missed)', 'banks']))
  expect(first.events).toEqual(['(missed)', 'invoices'])
  expect(second.events).toEqual(first.events)
})

test('one connection serves everybody', async () => {
  const live = start()
  const all = Array.from({ length: 50 }, () => listen(live, randomUUID()))
  await eventually(() => expect(all.at(-1)?.events).toEqual(['(missed)']))
  expect(await listeners()).toHaveLength(1)
})

test('what it does not understand is passed over', async () => {
  const live = start()
  const mine = randomUUID()
  const { events } = listen(live, mine)
  await eventually(() => expect(events).toEqual(['(missed)']))
  for (const payload of [
    '',
    mine,
    `${mine} `,
    `${mine} in voices`,
    `x${mine} banks`,
    'null null',
    `${mine}\nbanks`,
  ])
    await notify(payload)
  await notify(`${mine} expenses`)
  await eventually(() => expect(events).toEqual(['(missed)', 'expenses']))
})

test('whoever comes while it listens already has missed nothing', async () => {
  const live = start()
  const mine = randomUUID()
  const first = listen(live, mine)
  await eventually(() => expect(first.events).toEqual(['(missed)']))
  const second = listen(live, mine)
  await notify(`${mine} mails`)
  await eventually(() => expect(second.events).toEqual(['mails']))
})

test('whoever has read before a change and comes after it is told of it', async () => {
  const live = start()
  const [mine, other] = [randomUUID(), randomUUID()]
  const first = listen(live, mine)
  await eventually(() => expect(first.events).toEqual(['(missed)']))
  for (const topic of ['invoices', 'banks', 'invoices']) await notify(`${mine} ${topic}`)
  await eventually(() => expect(first.events).toEqual(['(missed)', 'invoices', 'banks', 'invoices']))
  expect(listen(live, mine, 60_000).events).toEqual(['banks', 'invoices'])
  expect(listen(live, mine).events).toEqual([])
  expect(listen(live, other, 60_000).events).toEqual([])
})

test('changes are not remembered for long', async () => {
  const live = start({ recallMs: 0 })
  const mine = randomUUID()
  const first = listen(live, mine)
  await eventually(() => expect(first.events).toEqual(['(missed)']))
  await notify(`${mine} invoices`)
  await eventually(() => expect(first.events).toEqual(['(missed)', 'invoices']))
  expect(listen(live, mine, 60_000).events).toEqual([])
})

test('a lost connection is opened again, and everybody is told that something may have been missed', async () => {
  const live = start()
  const mine = randomUUID()
  const one = listen(live, mine)
  const two = listen(live, randomUUID())
  await eventually(() => expect(one.events).toEqual(['(missed)']))
  for (let losses = 1; losses <= 3; losses++) {
    const expected = Array.from({ length: losses + 1 }, () => '(missed)')
    await asOwner('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listeners()])
    await eventually(() => expect([one.events, two.events]).toEqual([expected, expected]))
  }
  await notify(`${mine} invoices`)
  await eventually(() => expect(one.events.at(-1)).toBe('invoices'))
})

test('a database that is away at first is listened to once it is there', async () => {
  const proxy = await startProxy()
  proxy.refuse(true)
  const live = start({}, proxy.url)
  const mine = randomUUID()
  const { events } = listen(live, mine)
  await eventually(() => expect(proxy.refused()).toBeGreaterThan(2))
  expect(events).toEqual([])
  proxy.refuse(false)
  await eventually(() => expect(events).toEqual(['(missed)']))
  await live.close()
  await proxy.close()
})

test('a connection that has gone dead without a word is noticed and replaced', async () => {
  const proxy = await startProxy()
  const live = start({ pingEveryMs: 50, timeoutMs: 300 }, proxy.url)
  const mine = randomUUID()
  const { events } = listen(live, mine)
  await eventually(() => expect(events.length).toBeGreaterThan(0))
  proxy.freeze()
  const before = events.length
  await eventually(() => expect(events.length).toBeGreaterThan(before))
  await notify(`${mine} banks`)
  await eventually(() => expect(events.at(-1)).toBe('banks'))
  await live.close()
  await proxy.close()
})

test('the connection goes some time after the last listener, and comes back with the next', async () => {
  const live = start({ idleMs: 50 })
  const mine = randomUUID()
  const first = listen(live, mine)
  await eventually(() => expect(first.events).toEqual(['(missed)']))
  expect(await listeners()).toHaveLength(1)
  first.leave()
  await eventually(async () => expect(await listeners()).toHaveLength(0))
  const second = listen(live, mine)
  await eventually(() => expect(second.events).toEqual(['(missed)']))
  await notify(`${mine} invoices`)
  await eventually(() => expect(second.events).toEqual(['(missed)', 'invoices']))
  expect(first.events).toEqual(['(missed)'])
})

test('a listener that left hears nothing more, however often it leaves', async () => {
  const live = start()
  const mine = randomUUID()
  const [stays, leaves] = [listen(live, mine), listen(live, mine)]
  await eventually(() => expect(stays.events).toEqual(['(missed)']))
  expect(live.count()).toBe(2)
  leaves.leave()
  leaves.leave()
  expect(live.count()).toBe(1)
  await notify(`${mine} invoices`)
  await eventually(() => expect(stays.events).toEqual(['(missed)', 'invoices']))
  expect(leaves.events).toEqual(['(missed)'])
})

test('closing tells everybody and ends the connection; who comes later is told at once', async () => {
  const live = start()
  const one = listen(live, randomUUID())
  await eventually(() => expect(one.events).toEqual(['(missed)']))
  await live.close()
  await live.close()
  expect(one.events).toEqual(['(missed)', '(closed)'])
  await eventually(async () => expect(await listeners()).toHaveLength(0))
  const late = listen(live, randomUUID())
  await eventually(() => expect(late.events).toEqual(['(closed)']))
  expect(await listeners()).toHaveLength(0)
})

test('it can be closed while it still connects, and while it waits for the next try', async () => {
  const proxy = await startProxy()
  const connecting = start({}, proxy.url)
  listen(connecting, randomUUID())
  await connecting.close()
  proxy.refuse(true)
  const waiting = start({ retry: { firstMs: 60_000, maxMs: 60_000 } }, proxy.url)
  listen(waiting, randomUUID())
  await eventually(() => expect(proxy.refused()).toBeGreaterThan(0))
  await waiting.close()
  await proxy.close()
})

/** A proxy for the same database, which can be closed or can hold back all data. */
async function startProxy() {
  const { host, port } = new pg.Client({ connectionString: db.url })
  const sockets = new Set<Socket>()
  let isShut = false
  let refusals = 0
  const server = createServer((incoming) => {
    if (isShut) {
      refusals += 1
      incoming.destroy()
      return
    }
    const outgoing = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(db.url)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    refuse: (shut: boolean) => void (isShut = shut),
    refused: () => refusals,
    /** Open connections pass on no further data. */
    freeze() {
      for (const socket of sockets) socket.unpipe()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
