import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../scripts/free-port.mjs'
import { type Product, signUpBody, signUpRequest, startProduct } from './support/product.ts'
import { createTestDatabase } from './support/test-database.ts'

const token = 'a-token-for-tests'
const bearer = { headers: { authorization: `Bearer ${token}` } }
const readText = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).text()

test('both roles tell their figures, on a port of their own and beside the pages, and name nobody', async () => {
  const { url, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-metrics-'))
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+',
    MILLRACE_DATA: dataDir,
    ADMIN_PASSWORD: 'a configured first password',
  }
  const running: Product[] = []
  try {
    const web = await startProduct({ ...env, ROLE: 'web', METRICS_TOKEN: token })
    running.push(web)
    const worker = await startProduct({ ...env, ROLE: 'worker', METRICS_PORT: String(port) })
    running.push(worker)
    expect((await signUpRequest(web.url, 'measured@example.com')).status).toBe(200)
    const id = crypto.randomUUID()
    await fetch(`${web.url}/api/v1/invoices/${id}`)
    await fetch(`${web.url}/invoice/${id}`)

    expect((await fetch(`${web.url}/metrics`)).status).toBe(401)
    const ofWeb = await readText(`${web.url}/metrics`, bearer)
    expect(ofWeb).toMatch(
      /^millrace_http_requests_total\{.*route="\/api\/v1\/auth\/sign-up",status="200"\} 1$/m,
    )
    expect(ofWeb).toMatch(
      /^millrace_http_requests_total\{.*route="\/api\/v1\/invoices\/:id",status="401"\} 1$/m,
    )
    const scraped = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(Object.fromEntries(scraped.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'cache-control': 'no-store',
    })
    const ofWorker = await scraped.text()
    expect(ofWorker).toMatch(/^millrace_info\{version="[\d.]+",role="worker"\} 1$/m)
    expect(ofWorker).toMatch(/^millrace_jobs\{kind="deliver-mail",state="waiting"\} \d+$/m)
    // Without a token, a worker serves nothing besides its health.
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(404)
    const { name, businessName, email } = signUpBody('measured@example.com')
    for (const text of [ofWeb, ofWorker]) {
      for (const known of [id, name, businessName, email, token]) expect(text).not.toContain(known)
      expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
    }
  } finally {
    await Promise.all(running.map((product) => product.stop()))
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('told to stop, it says that it is not ready and serves everything else for a while', async () => {
  const { url, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-drain-'))
  const env = {
    DATABASE_URL: url,
    APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+',
    MILLRACE_DATA: dataDir,
    ROLE: 'web',
  }
  try {
    // On a slow machine the period may be over before it is checked. The next try uses a longer one.
    let seen: number[] | null = null
    for (let seconds = 2; !seen; seconds *= 3) {
      const web = await startProduct({ ...env, DRAIN_SECONDS: String(Math.min(seconds, 300)) })
      web.child.kill('SIGTERM')
      seen = await statusesWhileDraining(web).catch(() => null)
      expect(await web.ended).toBe(0)
    }
    expect(seen).toEqual([503, 200, 200])
  } finally {
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Rejects once the server accepts no more connections. */
async function statusesWhileDraining({ url }: Product): Promise<number[]> {
  const statusOf = async (path: string) => (await fetch(url + path)).status
  let ready = await statusOf('/readyz')
  while (ready === 200) ready = await statusOf('/readyz')
  return [ready, await statusOf('/healthz'), await statusOf('/login')]
}
