import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOwner } from '../src/platform/db/connect-owner.ts'
import { type Database, connect } from '../src/platform/db/connect.ts'
import { forReports } from '../src/platform/db/for-reports.ts'
import { openAlone, openBeside } from '../src/platform/db/open-for-command.ts'
import { queryTenant, withAdmin, withAuth, withPlatform, withTenant } from '../src/platform/db/transaction.ts'
import { isDatabaseUnavailable } from '../src/platform/db/unavailable.ts'
import { oneAtATime } from '../src/platform/jobs/one-at-a-time.ts'
import { createLog } from '../src/platform/log.ts'
import { eventually } from './support/eventually.ts'
import { invoiceInput } from './support/fixtures/invoice-input.ts'
import { addBusiness } from './support/fixtures/invoice-rows.ts'
import { type Product, makeDataFolder, signUpBody } from './support/product.ts'
import { startMailServer } from './support/providers/mail-server.ts'
import { type Pgbouncer, startPgbouncer } from './support/spread/pgbouncer.ts'
import { type Spread, startSpread } from './support/spread/spread.ts'
import { type TestDatabase, createTestDatabase } from './support/test-database.ts'

let fixture: TestDatabase
beforeAll(async () => {
  fixture = await createTestDatabase()
})
afterAll(() => fixture.drop())

async function askOwner<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  url = fixture.url,
) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<Row>(text, values)
  await owner.end()
  return rows
}

describe('connections lent by pgbouncer for one transaction each', () => {
  let pooler: Pgbouncer
  let database: Database
  const lost: Error[] = []
  beforeAll(async () => {
    // Fewer connections than clients, so that every role uses each connection.
    pooler = await startPgbouncer(fixture.url, 2)
    database = connect({
      url: fixture.url,
      poolerUrl: pooler.through(fixture.url),
      replicaUrl: pooler.through(fixture.url),
      onError: (error) => lost.push(error),
    })
  })
  afterAll(async () => {
    await database.close()
    await pooler.stop()
  })

  const state = `select current_user as role, nullif(current_setting('app.business_id', true), '') as business,
    current_setting('statement_timeout') as patience`

  test('carry no role, business or prepared statement from one to the next', async () => {
    const businessIds = await Promise.all(Array.from({ length: 5 }, () => addBusiness(database)))
    const named = { name: 'state', text: state }
    const first = <Row>(rows: Row[]) => rows[0]
    const ask = {
      platform: async () => first((await database.platform.query(named)).rows),
      auth: async () => first((await database.auth.query(named)).rows),
      app: async () => first((await database.app.query(named)).rows),
      inPlatform: () => withPlatform(database, async ({ client }) => first((await client.query(named)).rows)),
      inAuth: () => withAuth(database, async ({ client }) => first((await client.query(named)).rows)),
      inAdmin: () => withAdmin(database, async ({ client }) => first((await client.query(named)).rows)),
      broken: () => database.platform.query('select 1 / 0').catch((error: Error) => error.message),
      refused: () => database.auth.query('select from invoices').catch((error: Error) => error.message),
      thrown: () =>
        withTenant(database, businessIds[0]!, () => Promise.reject(new Error('injected'))).catch(
          (error: Error) => error.message,
        ),
    }
    const plain = (role: string) => ({ role, business: null, patience: '30s' })
    const expected = {
      platform: plain('millrace_platform'),
      auth: plain('millrace_auth'),
      app: plain('millrace_app'),
      inPlatform: plain('millrace_platform'),
      inAuth: plain('millrace_auth'),
      inAdmin: plain('millrace_admin'),
      broken: 'division by zero',
      refused: 'permission denied for table invoices',
      thrown: 'injected',
    }
    const kinds = Object.keys(ask) as (keyof typeof ask)[]
    const askAll = async (n: number) => {
      const kind = kinds[n % kinds.length]!
      expect(await ask[kind]()).toEqual(expected[kind])
      const business = businessIds[n % businessIds.length]!
      expect(await queryTenant(database, business, named)).toEqual([
        { role: 'millrace_app', business, patience: '30s' },
      ])
      expect(await queryTenant(database, business, { text: 'select id from businesses' })).toEqual([
        { id: business },
      ])
    }
    // Ten times as many as there are connections. With hundreds, the last ones would time out on a slow
    // machine.
    const atOnce = 20
    await Promise.all(
      Array.from({ length: atOnce }, async (_, start) => {
        for (let n = start; n < 400; n += atOnce) await askAll(n)
      }),
    )
  })

  test('keep what is written outside of a transaction, and nothing of what failed', async () => {
    const write = (name: string, value: string | null) =>
      database.platform.query('insert into platform.installation (name, value) values ($1, $2)', [
        name,
        value,
      ])
    expect((await write('kept', 'yes')).rowCount).toBe(1)
    await expect(write('lost', null)).rejects.toThrow('null value')
    // As pg-boss sends it: a whole transaction in one text.
    await database.platform.query(
      `begin; insert into platform.installation (name, value) values ('whole', current_user); commit;`,
    )
    const { rows } = await database.platform.query(
      `select name, value from platform.installation where name in ('kept', 'lost', 'whole') order by name`,
    )
    expect(rows).toEqual([
      { name: 'kept', value: 'yes' },
      { name: 'whole', value: 'millrace_platform' },
    ])
  })

  test('leave locks that outlast a transaction to connections of their own', async () => {
    const log = createLog('silent', { write: () => undefined })
    const { promise: held, resolve: leave } = Promise.withResolvers<void>()
    const ran: string[] = []
    const first = oneAtATime({ database, log }, 'guarded', async () => {
      ran.push('first')
      await held
    })
    await eventually(() => expect(ran).toEqual(['first']))
    await oneAtATime({ database, log }, 'guarded', async () => void ran.push('second'))
    leave()
    await first
    // The lock is free once the server has noticed that the connection was closed.
    await eventually(async () => {
      await oneAtATime({ database, log }, 'guarded', async () => void ran.push('third'))
      expect(ran).toEqual(['first', 'third'])
    })
  })

  test('reports are read only, from the replica while it answers and from the primary when it is gone', async () => {
    const businessId = await addBusiness(database)
    const source = await forReports(database)
    expect(source.app).toBe(database.replica?.pool)
    expect(await queryTenant(source, businessId, { text: state })).toEqual([
      { role: 'millrace_app', business: businessId, patience: '30s' },
    ])
    const change = { text: `update businesses set phone = '1'` }
    await expect(queryTenant(source, businessId, change)).rejects.toThrow('read-only transaction')

    const gone = connect({
      url: fixture.url,
      replicaUrl: 'postgresql://nobody@127.0.0.1:1/none',
      onError: (error) => lost.push(error),
    })
    lost.length = 0
    expect((await forReports(gone)).app).toBe(gone.app)
    expect(lost.map(({ message }) => message)).toEqual(['Reports are read from the primary for a while.'])
    expect((await forReports(gone)).app).toBe(gone.app)
    expect(lost).toHaveLength(1)
    await gone.close()
  })

  test('are refused to what needs a session of its own, with a sentence that tells what to set', async () => {
    await expect(connectOwner(pooler.through(fixture.url), 'millrace_migrate')).rejects.toThrow(
      /^DATABASE_URL points to a pooler\. Also set DATABASE_DIRECT_URL/,
    )
  })

  test('are not what commands use, and keep a restore from beginning', async () => {
    const settings = {
      databaseUrl: pooler.through(fixture.url),
      databaseDirectUrl: fixture.url,
      dataDir: '/nowhere',
    }
    await database.platform.query('select 1')
    expect((await openBeside(settings)).url).toBe(fixture.url)
    await expect(openAlone(settings)).rejects.toThrow('Stop both first')
  })

  test('a pooler that is gone is a database that is gone', async () => {
    const other = await startPgbouncer(fixture.url, 1)
    const through = connect({
      url: fixture.url,
      poolerUrl: other.through(fixture.url),
      onError: () => undefined,
    })
    const cut = withPlatform(through, async ({ client }) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await askOwner('select pg_terminate_backend($1)', [rows[0]?.pid])
      await client.query('select 1')
    })
    expect(await cut.catch(isDatabaseUnavailable)).toBe(true)
    expect((await through.platform.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.stop()
    expect(await through.platform.query('select 1').catch(isDatabaseUnavailable)).toBe(true)
    await through.close()
  })
})

describe('two web and two worker processes behind pgbouncer', () => {
  let spread: Spread
  let own: TestDatabase
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let data: Awaited<ReturnType<typeof makeDataFolder>>
  beforeAll(async () => {
    own = await createTestDatabase()
    mail = await startMailServer()
    data = await makeDataFolder()
    spread = await startSpread({
      url: own.url,
      env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MILLRACE_DATA: data.dataDir, TRUST_PROXY: 'on' },
    })
  })
  afterAll(async () => {
    await spread.stop()
    await mail.stop()
    await own.drop()
    await data.remove()
  })

  const headers = (cookie = '') => ({
    'content-type': 'application/json',
    origin: spread.webs[0].url,
    ...(cookie && { cookie }),
  })
  const post = (web: Product, path: string, body: object, cookie?: string) =>
    fetch(web.url + path, { method: 'POST', headers: headers(cookie), body: JSON.stringify(body) })

  /** Signs up at one process and signs in at the other. */
  async function join(n: number) {
    const [here, there] = n % 2 === 0 ? spread.webs : spread.webs.toReversed()
    const email = `owner${n}@example.com`
    const made = await fetch(`${here.url}/api/v1/auth/sign-up`, {
      method: 'POST',
      headers: { ...headers(), 'x-forwarded-for': `203.0.113.${n}` },
      body: JSON.stringify({ ...signUpBody(email), businessName: `Business ${n}` }),
    })
    expect(made.status).toBe(200)
    const { password } = signUpBody(email)
    const signedIn = await post(there, '/api/v1/auth/sign-in', { email, password })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { business } = (await signedIn.json()) as { business: { id: string } }
    return { email, cookie, businessId: business.id, name: `Business ${n}` }
  }

  function mailsTo(address: string) {
    return mail.received.filter((_, n) => mail.recipients[n]?.includes(address))
  }

  test('do what is asked of either once, and tell each other of it', async () => {
    const people = await Promise.all([0, 1, 2, 3].map(join))
    const [web1, web2] = spread.webs
    const { email, cookie } = people[0]!

    await eventually(() => expect(mailsTo(email)).toHaveLength(1))
    const token = /verify-email#token=([\w.-]+)/.exec(mailsTo(email)[0]?.text ?? '')?.[1]
    expect((await post(web2, '/api/v1/auth/verify-email', { token })).status).toBe(200)

    const stream = await fetch(`${web1.url}/api/v1/live`, { headers: headers(cookie) })
    let heard = ''
    void stream.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(
        new WritableStream({
          write: (text) => void (heard += text),
        }),
      )
      .catch(() => undefined)
    await eventually(() => expect(heard).toContain('ready'))

    const requested = Array.from({ length: 12 }, (_, n) => `client${n}@example.com`)
    const made = await Promise.all(
      requested.map((address, n) =>
        post(
          spread.webs[n % 2]!,
          '/api/v1/invoices',
          {
            ...invoiceInput({ sendOption: 'email_now' }),
            client: { ...invoiceInput().client, email: address },
            requestId: randomUUID(),
          },
          cookie,
        ),
      ),
    )
    // As many as the plan allows in a month, whichever process handles the request.
    const clients = requested.filter((_, n) => made[n]?.status === 200)
    expect(clients).toHaveLength(10)
    expect(made.filter(({ status }) => status === 403)).toHaveLength(2)
    await eventually(() => expect(heard).toContain('data: invoices'))
    await eventually(() => {
      for (const address of clients) expect(mailsTo(address).length).toBeGreaterThan(0)
    })

    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const who = people[n % people.length]!
        const path = n % 3 === 0 ? '/api/v1/business' : '/api/v1/invoices'
        const answer = await fetch(spread.webs[n % 2]!.url + path, { headers: headers(who.cookie) })
        const body = (await answer.json()) as { id?: string; name?: string; invoices?: unknown[] }
        return 'invoices' in body ? body.invoices?.length : [body.id, body.name]
      }),
    )
    expect(answers).toEqual(
      answers.map((_, n) => {
        const { businessId, name } = people[n % people.length]!
        if (n % 3 === 0) return [businessId, name]
        return n % people.length === 0 ? clients.length : 0
      }),
    )
    for (const address of [...clients, email]) expect(mailsTo(address)).toHaveLength(1)
    await stream.body?.cancel().catch(() => undefined)
  })

  test('work as no role but theirs, and need few connections', async () => {
    const rows = await askOwner<{ name: string; count: number }>(
      `select application_name as name, count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() group by 1`,
      [],
      own.url,
    )
    const through = rows.find(({ name }) => name === 'millrace_app')
    expect(through?.count).toBeGreaterThan(0)
    expect(through?.count).toBeLessThanOrEqual(6)
    expect(rows.map(({ name }) => name)).not.toContain('millrace_auth')
    for (const product of [...spread.webs, ...spread.workers])
      expect(product.output()).not.toMatch(/"level":(50|60)/)
  })
})
