import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.mjs'
import { changePassword, signIn, signUp } from '../../../src/features/auth/contract.ts'
import { uploadLogo } from '../../../src/features/business/contract.ts'
import { sendContactMessage } from '../../../src/features/contact/contract.ts'
import { createExpense } from '../../../src/features/expenses/contract.ts'
import { saveStripe } from '../../../src/features/integrations/contract.ts'
import { createInvoice } from '../../../src/features/invoices/contract.ts'
import { recordPayment } from '../../../src/features/payments/contract.ts'
import { createSeries } from '../../../src/features/recurring/contract.ts'
import { createTaxRate } from '../../../src/features/taxes/contract.ts'
import { createTemplate } from '../../../src/features/templates/contract.ts'
import { createCategoryRule } from '../../../src/features/transactions/contract.ts'
import { type Database, connect } from '../../../src/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { demoSignIn } from '../../../src/programs/seed-demo.ts'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { runProgram } from '../backups.ts'
import { goodBody } from '../fixtures/good-bodies.ts'
import { makePicture } from '../fixtures/images.ts'
import { makeDataFolder, signUpBody, startProduct } from '../product.ts'
import { startScanProxy } from './proxy.ts'

const adminEmail = 'admin@millrace.example'
const firstPassword = 'the first password here'
const adminPassword = 'five unrelated orchard words here'
const token = randomUUID()

/** What an owner creates manually; the demo data lack some of it. */
const made = [createInvoice, createExpense, createSeries, createTemplate, createTaxRate, saveStripe]

/** Starts the real product with its demo data behind a proxy, signed in. */
export async function startScanWorld() {
  const data = await makeDataFolder()
  const cleanUps: (() => Promise<unknown>)[] = [data.remove]
  const close = async () => {
    while (cleanUps.length > 0) await cleanUps.pop()?.()
  }
  try {
    const seeded = await runProgram('seed', { MILLRACE_DATA: data.dataDir })
    if (seeded.code !== 0) throw new Error(seeded.output)
    const port = await freePort()
    let database: Database | undefined
    const proxy = await startScanProxy({
      target: new URL(`http://127.0.0.1:${port}`),
      forgetLimits: async () => database?.platform.query('delete from platform.rate_limits'),
    })
    cleanUps.push(proxy.close)
    const product = await startProduct({
      PORT: String(port),
      MILLRACE_DATA: data.dataDir,
      APP_URL: proxy.origin,
      TRUST_PROXY: 'on',
      METRICS_TOKEN: token,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: firstPassword,
      LOG_LEVEL: 'warn',
    })
    cleanUps.push(product.stop)
    const { url } = await startEmbeddedPostgres({ dataDir: data.dataDir })
    database = connect({ url, onError: () => undefined })
    cleanUps.push(database.close)

    const reach = createReach(product.url, proxy.origin)
    const owner = await reach.signIn(demoSignIn.email, demoSignIn.password)
    const first = await reach.signIn(adminEmail, firstPassword)
    await reach.send(changePassword, { cookie: first, body: { newPassword: adminPassword } })
    const admin = await reach.signIn(adminEmail, adminPassword)
    // A user whom the admin can act on.
    await reach.send(signUp, { body: signUpBody('somebody@example.com') })
    const { businessId } = await enlarge(url)
    proxy.signIn({ owner, admin })

    const findId = (table: string) => readId({ database, businessId, table })
    for (const endpoint of made) await reach.send(endpoint, { cookie: owner, body: goodBody(endpoint) })
    await reach.send(sendContactMessage, { body: goodBody(sendContactMessage) })
    const logo = new Blob([new Uint8Array(await makePicture('png'))])
    await reach.send(uploadLogo, { cookie: owner, file: logo })
    const invoice = await findId('invoices')
    await reach.send(recordPayment, { cookie: owner, id: invoice, body: goodBody(recordPayment) })
    const rule = { ...goodBody(createCategoryRule), transactionId: await findId('transactions') }
    await reach.send(createCategoryRule, { cookie: owner, body: rule })
    return {
      proxy,
      database,
      findId,
      session: cookiePair(owner),
      /** Returns how many requests the product itself counted, by status. */
      readStatuses: () => readStatuses(product.url),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function cookiePair(setCookie: string): { name: string; value: string } {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
  return { name, value }
}

export type ScanWorld = Awaited<ReturnType<typeof startScanWorld>>

interface Sent {
  cookie?: string
  body?: unknown
  file?: Blob
  id?: string
}

/** Calls the product directly, without the proxy. */
function createReach(url: string, origin: string) {
  async function send(endpoint: Endpoint, { cookie, body, file, id = '' }: Sent): Promise<Response> {
    const response = await fetch(url + endpoint.path.replace('{id}', id), {
      method: endpoint.method.toUpperCase(),
      headers: {
        origin,
        'content-type': file ? 'application/octet-stream' : 'application/json',
        ...(cookie ? { cookie } : {}),
      },
      body: file ?? JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${endpoint.path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    send,
    /** Returns the session cookie of the response. */
    async signIn(email: string, password: string): Promise<string> {
      const response = await send(signIn, { body: { email, password } })
      return response.headers.getSetCookie()[0] ?? ''
    },
  }
}

/** Sets the demo business to a plan without a limit of invoices. Only the owner of the tables may do that. */
async function enlarge(url: string): Promise<{ businessId: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin; alter table businesses no force row level security')
    await client.query('alter table members no force row level security')
    const { rows } = await client.query<{ id: string }>(
      `update businesses set plan = 'enterprise' where id = (select business_id from members m
         join auth.users u on u.id = m.user_id where u.email = $1) returning id`,
      [demoSignIn.email],
    )
    await client.query('alter table members force row level security')
    await client.query('alter table businesses force row level security; commit')
    return { businessId: rows[0]?.id ?? '' }
  } finally {
    await client.end()
  }
}

interface Wanted {
  database: Database
  businessId: string
  table: string
}

/**
 * Returns the id of the newest row of a table, which was created for this, or a random id if there is none.
 */
async function readId({ database, businessId, table }: Wanted): Promise<string> {
  const none = randomUUID()
  const first = ({ rows }: { rows: { id: string }[] }) => rows[0]?.id ?? none
  if (table === 'auth.users')
    return first(await database.auth.query(`select id from auth.users where email = 'somebody@example.com'`))
  // Any existing one would end the session of the scan.
  if (table === 'auth.sessions') return none
  // The built-in mailbox identifies a message by its mail.
  if (table === 'mailbox')
    return first(await database.platform.query(`select id from mails where state = 'sent' limit 1`))
  if (table.includes('.')) return first(await database.platform.query(`select id from ${table} limit 1`))
  const column = table === 'integrations' ? 'webhook_id' : 'id'
  return withTenant(database, businessId, async ({ client }) =>
    first(await client.query(`select ${column} as id from ${table} order by ctid desc limit 1`)),
  )
}

export type StatusCounts = Map<string, number>

async function readStatuses(url: string): Promise<StatusCounts> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const counts: StatusCounts = new Map()
  const form = /^millrace_http_requests_total\{(.*)\} (\d+)$/gm
  for (const [, labels = '', count] of (await response.text()).matchAll(form)) {
    const status = /status="(\d+)"/.exec(labels)?.[1] ?? '?'
    counts.set(status, (counts.get(status) ?? 0) + Number(count))
  }
  return counts
}
