import { OpenAPIHono } from '@hono/zod-openapi'
import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import {
  type TestApp,
  cookieOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../test/support/test-app.ts'
import { createApi } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { listen } from '../../platform/http/listen.ts'
import { signOut } from '../auth/contract.ts'
import { identify } from '../auth/sessions/identify.ts'
import { getLive } from './contract.ts'
import { registerLiveRoutes } from './routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The route alone, at another pace. */
function atPace(beatMs: number, most = { ofSession: 12, ofBusiness: 100 }) {
  const own = new OpenAPIHono<HttpEnv>()
  const api = createApi({
    app: own,
    identify: (context) => identify(app.deps, context),
    checkResponses: true,
  })
  registerLiveRoutes(api, app.deps, { gapMs: 20, beatMs }, most)
  return own
}

async function open(cookie: string, from: Pick<OpenAPIHono<HttpEnv>, 'request'> = app.app, query = '') {
  const response = await from.request(`${getLive.path}${query}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  const heard: string[] = []
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let isOver = false
  const run = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heard.push(...(value.match(/(?<=^event: )ready|(?<=^data: .*)[a-z]+/gm) ?? []))
    }
    isOver = true
  }
  void run()
  return { response, heard, isOver: () => isOver, leave: () => reader.cancel() }
}

function tell(businessId: string, topic: string) {
  return app.database.platform.query('select pg_notify($1, $2)', ['millrace', `${businessId} ${topic}`])
}

/** Whoever heard this listens for sure: before, the process itself may only be about to. */
async function untilHeard({ heard }: { heard: string[] }, businessId: string) {
  await eventually(async () => {
    await tell(businessId, 'banks')
    expect(heard).toContain('banks')
  })
}

test('a stream of events that no proxy keeps or changes', async () => {
  const { cookie } = await app.signUpAndIn()
  const { response, heard, leave } = await open(cookie)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  await eventually(() => expect(heard).toContain('ready'))
  await leave()
})

test('a row that is written is told to its business alone', async () => {
  const [mine, other] = [await signUpToSpend(app), await signUpToSpend(app)]
  const [here, there] = [await open(mine.cookie), await open(other.cookie)]
  await untilHeard(here, mine.businessId)
  await untilHeard(there, other.businessId)
  await mine.make()
  await eventually(() => expect(here.heard).toContain('expenses'))
  await tell(other.businessId, 'mails')
  await eventually(() => expect(there.heard).toContain('mails'))
  expect(there.heard).not.toContain('expenses')
  await Promise.all([here.leave(), there.leave()])
})

test('a page that has read before a change and listens after it is told of it', async () => {
  const { cookie, businessId } = await signUpToSpend(app)
  const first = await open(cookie)
  await untilHeard(first, businessId)
  await tell(businessId, 'receipts')
  await eventually(() => expect(first.heard).toContain('receipts'))
  const [younger, older] = [
    await open(cookie, app.app, '?since=0'),
    await open(cookie, app.app, '?since=30000'),
  ]
  await eventually(() => expect(older.heard).toContain('receipts'))
  await tell(businessId, 'mails')
  await eventually(() => expect(younger.heard).toContain('mails'))
  expect(younger.heard).not.toContain('receipts')
  expect((await app.app.request(`${getLive.path}?since=soon`, { headers: { cookie } })).status).toBe(422)
  await Promise.all([first, younger, older].map(({ leave }) => leave()))
})

test('it ends when the session does', async () => {
  const { cookie } = await app.signUpAndIn()
  const stream = await open(cookie, atPace(50))
  await app.send(signOut, {}, { cookie })
  await eventually(() => expect(stream.isOver()).toBe(true))
})

test('it ends when the session is due for a new cookie, which the next request brings', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const route = atPace(50)
  const stream = await open(cookie, route)
  await app.database.auth.query(
    `update auth.sessions set expires_at = now() + interval '20 days' where user_id = $1`,
    [session.user.id],
  )
  await eventually(() => expect(stream.isOver()).toBe(true))
  const next = await open(cookie, route)
  expect(cookieOf(next.response)).toContain('session_token')
  await untilHeard(next, session.business.id)
  expect(next.isOver()).toBe(false)
  await next.leave()
})

test('it ends when an initial password is set, and is refused until that is changed', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const route = atPace(50)
  const stream = await open(cookie, route)
  await app.database.auth.query(`update auth.users set initial_password_changed = false where id = $1`, [
    session.user.id,
  ])
  await eventually(() => expect(stream.isOver()).toBe(true))
  const refused = await app.app.request(getLive.path, { headers: { cookie, origin: testOrigin } })
  expect(await problemOf(refused)).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' })
})

test('more streams than a session may have end the oldest', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const route = atPace(20_000, { ofSession: 2, ofBusiness: 100 })
  const [first, second, third] = [
    await open(cookie, route),
    await open(cookie, route),
    await open(cookie, route),
  ]
  await eventually(() => expect(first.isOver()).toBe(true))
  await untilHeard(second, session.business.id)
  await untilHeard(third, session.business.id)
  await Promise.all([second.leave(), third.leave()])
})

test('whoever leaves, and whoever asks for the head alone, leaves no listener behind', async () => {
  const { cookie } = await app.signUpAndIn()
  const subscribe = vi.spyOn(app.deps.live, 'subscribe')
  const left: unknown[] = []
  subscribe.mockImplementation(() => () => void left.push(true))
  const head = await app.app.request(getLive.path, { method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(200)
  expect([subscribe.mock.calls.length, left.length]).toEqual([1, 1])
  const { leave } = await open(cookie)
  await leave()
  expect([subscribe.mock.calls.length, left.length]).toEqual([2, 2])
})

test('it holds no connection of the database', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const route = atPace(20_000, { ofSession: 100, ofBusiness: 100 })
  const streams = await Promise.all(Array.from({ length: 40 }, () => open(cookie, route)))
  await untilHeard(streams[39]!, session.business.id)
  const { auth, app: tenants, platform } = app.database
  await eventually(() =>
    expect([auth, tenants, platform].map((pool) => pool.totalCount - pool.idleCount)).toEqual([0, 0, 0]),
  )
  await Promise.all(streams.map(({ leave }) => leave()))
})

describe('over a socket', () => {
  async function serve() {
    const own = await createTestApp()
    const { cookie } = await own.signUpAndIn()
    let listeners = 0
    const { subscribe } = own.deps.live
    own.deps.live.subscribe = (businessId, listener) => {
      const leave = subscribe(businessId, listener)
      listeners += 1
      return () => {
        listeners -= 1
        leave()
      }
    }
    const server = await listen(own.app, { host: '127.0.0.1', port: 0 })
    const ask = async () => {
      const request = get({ port: server.port, host: '127.0.0.1', path: getLive.path, headers: { cookie } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.setEncoding('utf8').on('error', () => undefined)
      await eventually(() => expect(response.read()).toContain('event: ready'))
      return response
    }
    return { own, server, ask, listeners: () => listeners }
  }

  test('a client that goes away leaves no listener behind', async () => {
    const { own, server, ask, listeners } = await serve()
    const [first] = [await ask(), await ask()]
    expect(listeners()).toBe(2)
    first.destroy()
    await eventually(() => expect(listeners()).toBe(1))
    await own.close()
    await server.close()
    expect(listeners()).toBe(0)
  })

  test('a server that stops ends its streams in order, and need not cut them', async () => {
    const { own, server, ask } = await serve()
    const response = await ask()
    const ended = once(response.resume(), 'end')
    await own.deps.live.close()
    await server.close()
    await ended
    expect(response.complete).toBe(true)
    await own.close()
  })
})
