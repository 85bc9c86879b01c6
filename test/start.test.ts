import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../scripts/free-port.mjs'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts'
import { eventually } from './support/eventually.ts'
import {
  type Product,
  makeDataFolder,
  signUpBody,
  signUpRequest,
  spawnProduct,
  startProduct,
} from './support/product.ts'
import { createTestDatabase } from './support/test-database.ts'

const running: Product[] = []
async function start(env: Record<string, string>): Promise<Product> {
  const product = await startProduct(env)
  running.push(product)
  return product
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop()))
})

/** Starts it where it cannot run, and returns its only line of output. */
async function refusal(env: Record<string, string>): Promise<string> {
  // A job from an earlier start may run and log before this one ends.
  const product = spawnProduct({ LOG_LEVEL: 'error', ...env })
  expect(await product.ended).toBe(1)
  const lines = product.output().trim().split('\n')
  expect(lines).toEqual([expect.any(String)])
  return lines[0]!
}

async function countIn(dataDir: string, sql: string): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(sql)
  await client.end()
  return rows[0]?.count ?? 0
}

const sandboxPage = '/sandbox/cards/checkout/cs_test_none'
const sandboxClock = `select count(*)::int as count from pgboss.schedule where name = 'advance-card-sandbox'`

describe('with nothing configured', () => {
  let data: Awaited<ReturnType<typeof makeDataFolder>>
  beforeAll(async () => {
    data = await makeDataFolder()
  })
  afterAll(() => data.remove())

  // First, because the next start still prints the password, which shows that this one did not create the
  // admin.
  test('a taken port is named', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    try {
      const line = await refusal({ MILLRACE_DATA: data.dataDir, PORT: String(port) })
      expect(line).toBe(
        `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set PORT to another port.`,
      )
    } finally {
      server.close()
    }
    const admins = `select count(*)::int from auth.users where role = 'admin'`
    expect(await countIn(data.dataDir, admins)).toBe(0)
  })

  describe('running for the second time', () => {
    let first: Product
    let firstCode: number | null
    let product: Product
    beforeAll(async () => {
      first = await startProduct({ MILLRACE_DATA: data.dataDir })
      firstCode = await first.stop()
      product = await startProduct({ MILLRACE_DATA: data.dataDir })
    })
    afterAll(() => product.stop())

    test('the first start prints address, data and admin; a later one keeps the password to itself', async () => {
      expect(first.output()).toContain(`Millrace is ready: ${first.url}`)
      expect(first.output()).toContain(data.dataDir)
      const password = /password: (\S{16,})/.exec(first.output())?.[1]
      expect(first.output()).toContain('admin@millrace.example')
      expect(password).toBeDefined()
      expect(firstCode).toBe(0)

      expect(product.output()).not.toMatch(/password:/)
      const signedIn = await fetch(`${product.url}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: product.url },
        body: JSON.stringify({ email: 'admin@millrace.example', password }),
      })
      expect(signedIn.status).toBe(200)
    })

    test('it serves its pages and tells that it is well', async () => {
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
      expect(await (await fetch(`${product.url}/readyz`)).json()).toEqual({ database: 'ok', jobs: 'ok' })
      const page = await fetch(product.url)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    })

    test('a page that is not there answers 404 with its own page and a line in the log', async () => {
      const answer = await fetch(`${product.url}/no/such/page`)
      expect(answer.status).toBe(404)
      const page = await answer.text()
      expect(page).toContain('Page Not Found')
      await eventually(() =>
        expect(product.output()).toMatch(/"path":"\/no\/such\/page","msg":"page not found"/),
      )
    })

    test('the theme of the cookie is in the page, and nothing else of the cookie', async () => {
      const read = async (cookie: string) => (await fetch(product.url, { headers: { cookie } })).text()
      expect(await read('theme=dark')).toContain('<html lang="en" data-theme="dark">')
      expect(await read('theme=%22%3E%3Cscript%3E')).toContain('<html lang="en">')
    })

    test('a mail is written as a file and its link is in the log', async () => {
      expect((await signUpRequest(product.url, 'mail@example.com')).status).toBe(200)
      await eventually(() => expect(product.output()).toContain('email written'))
      const name = (await readdir(join(data.dataDir, 'mail'))).find((file) => file.endsWith('.eml'))
      expect(await readFile(join(data.dataDir, 'mail', name!), 'utf8')).toContain('mail@example.com')
      expect(product.output()).toContain(`${product.url}/verify-email#token=`)
    })

    test('cards go to a sandbox, whose clock runs', async () => {
      expect(product.output()).toContain('Cards: a built-in sandbox, no real money')
      expect(await (await fetch(product.url + sandboxPage)).text()).toContain('sandbox')
      expect(await countIn(data.dataDir, sandboxClock)).toBe(1)
    })

    test('another start on the same data says so and leaves this one alone', async () => {
      const line = await refusal({ MILLRACE_DATA: data.dataDir, PORT: String(await freePort()) })
      expect(line).toBe(`Millrace is already running on the data in ${data.dataDir}. Stop it first.`)
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    })

    // Last, because it ends the product.
    test('told to stop, it finishes what is under way', async () => {
      const body = JSON.stringify(signUpBody('last@example.com'))
      const request = httpRequest(`${product.url}/api/v1/auth/sign-up`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(body.length),
          origin: product.url,
          expect: '100-continue',
        },
      })
      const answered = once(request, 'response')
      request.flushHeaders()
      // The server has accepted the request and waits for the rest of it.
      await once(request, 'continue')
      product.child.kill('SIGINT')
      product.child.kill('SIGINT')
      await eventually(() => expect(fetch(product.url)).rejects.toThrow(/fetch failed/))
      request.end(body)
      const [answer] = (await answered) as [IncomingMessage]
      answer.resume()
      expect(answer.statusCode).toBe(200)
      expect(await product.ended).toBe(0)
    })
  })

  test('with a key for cards, the pages of the sandbox are gone and its clock stands', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const live = await start({ MILLRACE_DATA: data.dataDir, ...keys })
    expect(live.output()).not.toContain('sandbox')
    const answer = await fetch(live.url + sandboxPage)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Page Not Found')
    expect(await countIn(data.dataDir, sandboxClock)).toBe(0)
  })

  test('told to stop while it starts, it ends as cleanly, and leaves no database behind', async () => {
    const { clusterDir, stop: stopAtOnce } = await startEmbeddedPostgres({ dataDir: data.dataDir })
    await stopAtOnce()
    const product = spawnProduct({ MILLRACE_DATA: data.dataDir, PORT: String(await freePort()) })
    const isStarting = () => readFile(join(clusterDir, 'postmaster.pid'))
    await eventually(isStarting)
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    const { adopted, stop } = await startEmbeddedPostgres({ dataDir: data.dataDir })
    await stop()
    expect(adopted).toBe(false)
  })

  test('another secret than the one of the data is refused', async () => {
    const line = await refusal({
      MILLRACE_DATA: data.dataDir,
      APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+',
    })
    expect(line).toMatch(
      /^APP_SECRET is not the one that this database was set up with\. To change it, .+\.$/,
    )
  })
})

describe('one sentence and exit code 1', () => {
  test.each([
    ['a wrong setting', { PORT: 'many' }, 'PORT must be a whole number from 1 to 65535.'],
    ['a short secret', { APP_SECRET: 'short' }, 'APP_SECRET must have at least 32 characters.'],
    [
      'a database out of reach',
      { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x', APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+' },
      /^The database cannot be reached: .+$/,
    ],
  ])('%s', async (_what, env, expected) => {
    const line = await refusal(env)
    expect(line).toMatch(expected)
  })
})

test('web and worker processes share the work on one outside database', async () => {
  const { url, drop } = await createTestDatabase()
  const data = await makeDataFolder()
  const env = {
    DATABASE_URL: url,
    APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+',
    MILLRACE_DATA: data.dataDir,
    ADMIN_PASSWORD: 'a configured first password',
  }
  try {
    const [web, worker] = await Promise.all([
      start({ ...env, ROLE: 'web' }),
      start({ ...env, ROLE: 'worker' }),
    ])
    expect((await signUpRequest(web.url, 'shared@example.com')).status).toBe(200)
    await eventually(() => expect(worker.output()).toContain('email written'))
    expect(web.output()).not.toContain('email written')
    // A worker with a port serves only its health.
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${worker.url}/api/v1/session`)).status).toBe(404)
    expect(web.output() + worker.output()).not.toContain(env.ADMIN_PASSWORD)
  } finally {
    await Promise.all(running.splice(0).map((product) => product.stop()))
    await drop()
    await data.remove()
  }
})
