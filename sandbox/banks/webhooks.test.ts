import { createHash, createPublicKey, verify } from 'node:crypto'
import { Products } from 'plaid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { type TestBank, createTestBank, refusalOf } from '../../test/support/providers/bank-sandbox.ts'
import { sendPostedUpdates } from './send-posted-updates.ts'
import { createBankSandbox } from './start-bank-sandbox.ts'
import { createWebhooks, updatesAvailable } from './webhooks.ts'

const hour = 3_600_000
const ours = 'http://localhost:3000/api/v1/webhooks/plaid'
let bank: TestBank
beforeAll(async () => {
  bank = await createTestBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.deliveries.length = 0
})

async function newItem(webhook?: string, owner?: string) {
  const made = await bank.plaid.sandboxPublicTokenCreate({
    institution_id: 'chase',
    initial_products: [Products.Transactions],
    ...(webhook === undefined ? {} : { options: { webhook, override_username: owner ?? null } }),
  })
  const { data } = await bank.plaid.itemPublicTokenExchange({ public_token: made.data.public_token })
  return { access_token: data.access_token, itemId: data.item_id }
}

const reportedOf = () =>
  bank.deliveries.map(({ url, body }) => {
    const { webhook_type, webhook_code, item_id } = JSON.parse(body) as Record<string, string>
    return [url, webhook_type, webhook_code, item_id]
  })

test('a new item says that there is something to fetch, signed so that anybody can check it', async () => {
  const { itemId } = await newItem(ours)
  expect(reportedOf()).toEqual([[ours, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', itemId]])
  const { signature = '', body = '' } = bank.deliveries[0] ?? {}
  const [head = '', claims = '', seal = ''] = signature.split('.')
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, string>
  const { alg, kid = '' } = read(head)
  expect(alg).toBe('ES256')
  const { key } = (await bank.plaid.webhookVerificationKeyGet({ key_id: kid })).data
  expect(key).toMatchObject({ kid, alg: 'ES256', crv: 'P-256', use: 'sig', expired_at: null })
  const publicKey = createPublicKey({
    key: { kty: key.kty, crv: key.crv, x: key.x, y: key.y },
    format: 'jwk',
  })
  const seals = (text: string) =>
    verify(
      'sha256',
      Buffer.from(text),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(seal, 'base64url'),
    )
  expect([seals(`${head}.${claims}`), seals(`${head}.${claims}x`)]).toEqual([true, false])
  expect(read(claims)).toEqual({
    iat: Math.floor(bank.now().getTime() / 1000),
    request_body_sha256: createHash('sha256').update(body).digest('hex'),
  })
})

test('an item that wants a sign-in says so', async () => {
  const { access_token, itemId } = await newItem(ours)
  await bank.plaid.sandboxItemResetLogin({ access_token })
  expect(reportedOf()[1]).toEqual([ours, 'ITEM', 'ERROR', itemId])
  const { error } = JSON.parse(bank.deliveries[1]?.body ?? '') as { error: { error_code: string } }
  expect(error.error_code).toBe('ITEM_LOGIN_REQUIRED')
})

test('a key of another process is not known', async () => {
  const asking = bank.plaid.webhookVerificationKeyGet({ key_id: 'x' })
  expect((await refusalOf(asking))[2]).toBe('INVALID_WEBHOOK_VERIFICATION_KEY_ID')
})

test.each([
  [ours, true],
  ['http://127.0.0.1:4000/hook', true],
  ['http://[::1]:4000/hook', true],
  ['https://elsewhere.example/hook', false],
  ['http://localhost.elsewhere.example/hook', false],
  ['http://10.0.0.1/hook', false],
  [undefined, false],
])('%s is told: %s', async (webhook, isReported) => {
  await newItem(webhook)
  expect(bank.deliveries.map(({ url }) => url)).toEqual(isReported ? [webhook] : [])
})

test('what is posted is told when its hour has come, once, unless a sign-in is wanted', async () => {
  const sandbox = createBankSandbox({
    database: bank.database,
    log: createLog('silent', { write: () => undefined }),
    appUrl: bank.appUrl,
    now: bank.now,
    send: bank.send,
  })
  // Without the items of other tests.
  bank.letPass(1000 * hour)
  const from = bank.now()
  bank.letPass(1)
  const { itemId } = await newItem(ours)
  const locked = await newItem(ours)
  await newItem()
  await bank.plaid.sandboxItemResetLogin({ access_token: locked.access_token })
  const first = await newItem(ours, 'owner-1')
  await bank.plaid.itemRemove({ access_token: first.access_token })
  bank.letPass(2 * hour)
  const second = await newItem(ours, 'owner-1')
  const itemsReported = async (start: number, end: number) => {
    bank.deliveries.length = 0
    const at = (hours: number) => new Date(from.getTime() + hours * hour)
    await sendPostedUpdates(sandbox, { from: at(start), to: at(end) })
    return reportedOf().map((reported) => reported.at(-1))
  }
  expect(await itemsReported(0, 3)).toEqual([])
  expect(await itemsReported(3, 4)).toEqual([itemId, second.itemId])
  expect(await itemsReported(4, 6)).toEqual([])
  expect(await itemsReported(6, 7)).toEqual([itemId, second.itemId])
  expect(await itemsReported(7, 100)).toEqual([])
})

test('a receiver that is not there or never answers is no reason to fail', async () => {
  const options = {
    log: createLog('silent', { write: () => undefined }),
    appUrl: bank.appUrl,
    now: bank.now,
  }
  const book = { owner: 'x', institutionId: 'chase', openedAt: '' }
  const item = { id: 'x', ...book, webhook: ours, createdAt: '', needsSignIn: false }
  const absent = createWebhooks({ ...options, send: () => Promise.reject(new Error('nobody is there')) })
  expect(await absent.send(ours, updatesAvailable(item))).toBe(false)
  const refusing = createWebhooks({ ...options, send: () => new Response('', { status: 500 }) })
  expect(await refusing.send(ours, updatesAvailable(item))).toBe(false)
  const hanging = createWebhooks({
    ...options,
    send: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('ended')))
      }),
  })
  const waiting = hanging.send(ours, updatesAvailable(item))
  await hanging.close()
  expect(await waiting).toBe(false)
  expect(await hanging.send(ours, updatesAvailable(item))).toBe(false)
})

test('nothing went wrong inside', () => {
  expect(bank.log).toEqual([])
})
