import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { program } from '../scripts/prepare.mjs'
import * as integrations from '../src/features/integrations/contract.ts'
import type { Database } from '../src/platform/db/connect.ts'
import { integrations as integrationRows } from '../src/platform/db/tables/integrations.ts'
import { withTenant } from '../src/platform/db/transaction.ts'
import { openKeyRing } from '../src/platform/secrets/key-ring.ts'
import { type Secrets, createSecrets } from '../src/platform/secrets/secrets.ts'
import { readSecrets } from '../src/read-secrets.ts'
import { demoPaypalAccount } from '../src/shared/demo-paypal-account.ts'
import { addBusiness } from './support/fixtures/invoice-rows.ts'
import {
  type Product,
  makeDataFolder,
  programEnv,
  signUpBody,
  signUpRequest,
  spawnProduct,
  startProduct,
} from './support/product.ts'
import { type TestDatabase, createTestDatabase } from './support/test-database.ts'
import { waitForLock } from './support/wait-for-lock.ts'

// Enough for several starts on a busy machine.
const timeout = 180_000

const oldSecret = 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+'
const newSecret = 'Zr8Tq1Vm5Xc9Bn3Lk7Jh2Gf6Ds0Ap4Wy+'
const both = { APP_SECRET: newSecret, APP_SECRET_PREVIOUS: oldSecret }

/** Runs the real program and collects its output. */
function spawnRotation(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [program('rotate-key'), ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => text.trim() }
}

async function rotate(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = spawnRotation(env, args)
  return { code: await ended, output: output() }
}

describe('on a database of its own', { timeout }, () => {
  let testDatabase: TestDatabase
  let database: Database
  let dataDir: string
  beforeEach(async () => {
    testDatabase = await createTestDatabase()
    database = testDatabase.database
    dataDir = await mkdtemp(join(tmpdir(), 'millrace-rotation-'))
  })
  afterEach(async () => {
    await testDatabase.drop()
    await rm(dataDir, { recursive: true })
  })

  const contextOf = (businessId: string) => ({
    businessId,
    table: 'integrations',
    column: 'email_password',
    rowId: businessId,
  })
  const start = async (settings: { appSecret?: string; previousSecret?: string }) => {
    const { appSecret, previousSecret } = settings
    const read = () => readSecrets({ appSecret, previousSecret, role: 'all', dataDir })
    return createSecrets(await openKeyRing(database, read))
  }

  async function save(secrets: Secrets, count: number): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: count }, () => addBusiness(database)))
    for (const businessId of ids) {
      await withTenant(database, businessId, async (tx) => {
        const emailPassword = await secrets.seal(tx, contextOf(businessId), `password of ${businessId}`)
        await tx.db.insert(integrationRows).values({ businessId, emailPassword })
      })
    }
    return ids.toSorted()
  }

  async function expectReadable(secrets: Secrets, ids: readonly string[]): Promise<void> {
    for (const businessId of ids) {
      const value = await withTenant(database, businessId, async (tx) => {
        const [row] = await tx.db.select().from(integrationRows)
        return secrets.open(tx, contextOf(businessId), row!.emailPassword!, {
          userId: null,
          reason: 'To test',
        })
      })
      expect(value).toBe(`password of ${businessId}`)
    }
  }

  async function countOfVersion(version: number): Promise<number> {
    const { rows } = await database.platform.query<{ count: number }>(
      'select count(*)::int as count from data_keys where master_version = $1',
      [version],
    )
    return rows[0]!.count
  }

  /** Kills the program while it waits for the key of this business, which another transaction has locked. */
  async function killBefore(businessId: string, env: Record<string, string>): Promise<void> {
    const client = new pg.Client({ connectionString: testDatabase.url })
    await client.connect()
    await client.query('begin; set local role millrace_platform')
    await client.query('select from data_keys where business_id = $1 for update', [businessId])
    const rotation = spawnRotation(env)
    await waitForLock(testDatabase.url)
    rotation.child.kill('SIGKILL')
    await rotation.ended
    await client.query('rollback')
    await client.end()
    expect(rotation.output()).toBe('')
  }

  test('killed half-way, the old secret is still needed; run again, it is not, and every value was readable all the time', async () => {
    const ids = await save(await start({ appSecret: oldSecret }), 10)
    const running = await start({ appSecret: newSecret, previousSecret: oldSecret })
    const env = { DATABASE_URL: testDatabase.url, MILLRACE_DATA: dataDir, ...both }
    await killBefore(ids[4]!, env)
    expect([await countOfVersion(1), await countOfVersion(2)]).toEqual([6, 4])
    await expectReadable(running, ids)

    const worker = { ...env, ROLE: 'worker', APP_SECRET: newSecret, APP_SECRET_PREVIOUS: '' }
    const refused = spawnProduct(worker)
    expect(await refused.ended).toBe(1)
    expect(refused.output().trim()).toMatch(
      /^Some keys in this database are still encrypted with the secret before APP_SECRET: set .+\.$/,
    )

    const again = await rotate(env)
    expect(again.output).toContain('The keys of 6 businesses were re-encrypted.')
    expect(again.code).toBe(0)
    await expectReadable(running, ids)
    await expectReadable(await start({ appSecret: newSecret }), ids)
    await expect(start({ appSecret: oldSecret })).rejects.toThrow('is not the one')
    const without = await startProduct(worker)
    expect(await without.stop()).toBe(0)
  })

  test('killed half-way with the secret in a file, it is carried on without another secret', async () => {
    const running = await start({})
    const ids = await save(running, 10)
    const first = await readFile(join(dataDir, 'secret'), 'utf8')
    const env = { DATABASE_URL: testDatabase.url, MILLRACE_DATA: dataDir }
    await killBefore(ids[4]!, env)
    const second = await readFile(join(dataDir, 'secret'), 'utf8')
    expect(second).not.toBe(first)
    expect([await countOfVersion(1), await countOfVersion(2)]).toEqual([6, 4])
    await expectReadable(running, ids)
    await expectReadable(await start({}), ids)
    const again = await rotate(env)
    expect(again.output).toContain(
      'No other secret was created.\nThe keys of 6 businesses were re-encrypted.',
    )
    expect(again.code).toBe(0)
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(second)
    await expectReadable(running, ids)
    await expectReadable(await start({ appSecret: second }), ids)
    expect(again.output + (await rotate(env)).output).not.toMatch(new RegExp(`${first}|${second}`))
  })

  test('two at once: both end well, and together they change the secret once', async () => {
    const running = await start({})
    const ids = await save(running, 5)
    const first = await readFile(join(dataDir, 'secret'), 'utf8')
    const env = { DATABASE_URL: testDatabase.url, MILLRACE_DATA: dataDir }
    const client = new pg.Client({ connectionString: testDatabase.url })
    await client.connect()
    await client.query('begin; set local role millrace_platform')
    await client.query('select from data_keys for update')
    const rotations = [spawnRotation(env), spawnRotation(env)]
    // One waits for a key, the other for the first one.
    await waitForLock(testDatabase.url, 2)
    await client.query('rollback')
    await client.end()
    expect(await Promise.all(rotations.map(({ ended }) => ended))).toEqual([0, 0])
    await expectReadable(running, ids)
    expect(await countOfVersion(1)).toBe(0)
    expect(await readFile(join(dataDir, 'secret.previous'), 'utf8')).toBe(first)
    expect(rotations.filter(({ output }) => output().includes('A new secret was created'))).toHaveLength(1)
  })

  test.each([
    [
      'no previous secret',
      { APP_SECRET: newSecret },
      /^Nothing was changed\. To change APP_SECRET, set a new one, .+\.$/,
    ],
    [
      'twice the same',
      { APP_SECRET: oldSecret, APP_SECRET_PREVIOUS: oldSecret },
      /^APP_SECRET and APP_SECRET_PREVIOUS are the same\. .+\.$/,
    ],
    ['a weak one', { ...both, APP_SECRET: 'short' }, 'APP_SECRET must have at least 32 characters.'],
    [
      'the two swapped',
      { APP_SECRET: oldSecret, APP_SECRET_PREVIOUS: newSecret },
      /^This database does not know APP_SECRET_PREVIOUS\. .+\.$/,
    ],
    [
      'neither is of this database',
      { APP_SECRET: newSecret, APP_SECRET_PREVIOUS: `${newSecret}x` },
      /^APP_SECRET is not the one that this database was set up with\. .+\.$/,
    ],
  ])('%s is refused with one sentence, and nothing is changed', async (_what, settings, sentence) => {
    const secrets = await start({ appSecret: oldSecret })
    const ids = await save(secrets, 1)
    const { code, output } = await rotate({
      DATABASE_URL: testDatabase.url,
      MILLRACE_DATA: dataDir,
      ...settings,
    })
    expect(output).toMatch(sentence)
    expect(code).toBe(1)
    expect(await countOfVersion(1)).toBe(1)
    await expectReadable(secrets, ids)
  })

  test('a damaged key is named, and replaced only when that is asked for', async () => {
    const env = { DATABASE_URL: testDatabase.url, MILLRACE_DATA: dataDir }
    const [first, lost] = (await save(await start({}), 2)) as [string, string]
    await database.platform.query(
      'update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where business_id = $1',
      [lost],
    )
    const named = await rotate(env)
    expect(named.output).toMatch(
      new RegExp(
        `1 keys were .* could not be opened: ${lost}\\. .* npm run rotate-key -- --replace-damaged`,
        's',
      ),
    )
    expect(named.code).toBe(1)
    const misspelt = await rotate(env, '--replace-damage')
    expect(misspelt.output).toContain('--replace-damage is not a known option')
    expect(misspelt.code).toBe(1)

    const replaced = await rotate(env, '--replace-damaged')
    expect(replaced.output).toContain('A rotation started earlier was continued')
    expect(replaced.output).toContain(`have to enter again what they had saved in Integrations: ${lost}.`)
    expect(replaced.code).toBe(0)
    const next = await rotate(env)
    expect(next.output).toContain('The keys of 2 businesses were re-encrypted.')
    expect(next.code).toBe(0)
    await expectReadable(await start({}), [first])
  })
})

test('beside the running product, with nothing configured', { timeout }, async () => {
  const data = await makeDataFolder()
  const env = { MILLRACE_DATA: data.dataDir, LOG_LEVEL: 'warn' }
  const call = async (
    url: string,
    cookie: string,
    endpoint: { method: string; path: string },
    body?: unknown,
  ) =>
    fetch(url + endpoint.path, {
      method: endpoint.method.toUpperCase(),
      headers: { 'content-type': 'application/json', origin: url, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const signIn = async (url: string, email: string) => {
    const { password } = signUpBody(email)
    const answer = await call(url, '', { method: 'post', path: '/api/v1/auth/sign-in' }, { email, password })
    expect(answer.status).toBe(200)
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
  const account = { ...demoPaypalAccount, mode: 'demo' }
  /** This requires decrypting the saved secret. */
  const testConnection = async (url: string, cookie: string) =>
    (await call(url, cookie, integrations.testPaypal, { ...account, clientSecret: null })).json()
  const running: Product[] = []
  const startOne = async () => {
    const product = await startProduct(env)
    running.push(product)
    return product
  }
  try {
    const product = await startOne()
    const { url } = product
    for (const email of ['one@example.com', 'two@example.com']) {
      expect((await signUpRequest(url, email)).status).toBe(200)
    }
    const [one, two] = [await signIn(url, 'one@example.com'), await signIn(url, 'two@example.com')]
    expect((await call(url, one, integrations.savePaypal, account)).status).toBe(200)
    expect(await testConnection(url, one)).toMatchObject({ ok: true })

    const rotation = await rotate(env)
    expect(rotation.output).toContain(`A new secret was created. It is in ${join(data.dataDir, 'secret')}.`)
    expect(rotation.output).toContain('The key of 1 business was re-encrypted.')
    expect(rotation.code).toBe(0)

    expect(await testConnection(url, one)).toMatchObject({ ok: true })
    // Its first key, wrapped with a version that the running product did not know.
    expect((await call(url, two, integrations.savePaypal, account)).status).toBe(200)
    expect(await testConnection(url, two)).toMatchObject({ ok: true })
    expect(await product.stop()).toBe(0)

    // Once more while nothing is running: the program starts and stops the built-in database itself.
    const alone = await rotate(env)
    expect(alone.output).toContain('The keys of 2 businesses were re-encrypted.')
    expect(alone.code).toBe(0)
    const later = await startOne()
    expect((await call(later.url, one, integrations.getIntegrations)).status).toBe(401)
    expect(await testConnection(later.url, await signIn(later.url, 'one@example.com'))).toMatchObject({
      ok: true,
    })
    expect(await testConnection(later.url, await signIn(later.url, 'two@example.com'))).toMatchObject({
      ok: true,
    })
    expect(await later.stop()).toBe(0)
  } finally {
    await Promise.all(running.map((product) => product.stop()))
    await data.remove()
  }
})
