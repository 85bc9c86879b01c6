import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from './support/eventually.ts'
import { freePort, signUpBody, signUpRequest, startProduct } from './support/product.ts'
import type { Product } from './support/product.ts'
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
    const web = await startProduct({ ...env, ROLE: 'web', METRICS_TOKEN: token, DRAIN_SECONDS: '6' })
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
    // Beside the health of a worker there is nothing without a token.
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(404)
    const { name, businessName, email } = signUpBody('measured@example.com')
    for (const text of [ofWeb, ofWorker]) {
      for (const known of [id, name, businessName, email, token]) expect(text).not.toContain(known)
      expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
    }

    // Last: told to stop, it turns away whoever asks whether it is ready, and serves everybody else for a while.
    web.child.kill('SIGTERM')
    await eventually(async () => expect((await fetch(`${web.url}/readyz`)).status).toBe(503), {
      interval: 20,
    })
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${web.url}/login`)).status).toBe(200)
    expect(await web.ended).toBe(0)
  } finally {
    await Promise.all(running.map((product) => product.stop()))
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
