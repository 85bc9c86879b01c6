import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type PlaidAnswer,
  recordedRefusals,
  startRecordedPlaid,
} from '../../../test/support/providers/recorded-plaid.ts'
import { createPlaidProvider } from './plaid-provider.ts'

const now = new Date('2026-11-05T12:00:00Z')
const seconds = now.getTime() / 1000
const update = { webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: 'item-1' }
const genuine = await generateKeyPair('ES256', { extractable: true })
const other = await generateKeyPair('ES256')
const refusals = await recordedRefusals()
const unknownKey = {
  status: 400,
  body: { error_type: 'INVALID_INPUT', error_code: 'INVALID_WEBHOOK_VERIFICATION_KEY_ID' },
}

async function keyAnswer(expired_at: number | null = null): Promise<PlaidAnswer> {
  const jwk = await exportJWK(genuine.publicKey)
  return {
    status: 200,
    body: {
      key: { ...jwk, alg: 'ES256', use: 'sig', kid: 'key-1', created_at: 1, expired_at },
      request_id: 'r',
    },
  }
}

async function plaidWithKey(answer?: PlaidAnswer | ((keyId: string) => PlaidAnswer)) {
  const key = answer ?? (await keyAnswer())
  const plaid = await startRecordedPlaid({
    '/webhook_verification_key/get': (body) => {
      const { key_id } = body as { key_id: string }
      if (typeof key === 'function') return key(key_id)
      return key_id === 'key-1' ? key : unknownKey
    },
  })
  // Keys are cached for the whole process, and ports are reused, so each test has its own client id.
  const account = { clientId: randomUUID(), secret: 'secret-1', environment: 'sandbox' } as const
  const provider = () => createPlaidProvider(account, { address: plaid.url })
  return { provider, asked: plaid.asked }
}

interface SigningOptions {
  key?: typeof genuine.privateKey | Uint8Array
  header?: { alg: string; kid?: string }
  iat?: number
  hashOf?: string
}

async function deliver(news: unknown, signing: SigningOptions = {}) {
  const body = typeof news === 'string' ? news : JSON.stringify(news)
  const { key = genuine.privateKey, header = { alg: 'ES256', kid: 'key-1' }, iat = seconds - 2 } = signing
  const request_body_sha256 = createHash('sha256')
    .update(signing.hashOf ?? body)
    .digest('hex')
  const signature = await new SignJWT({ iat, request_body_sha256 })
    .setProtectedHeader({ typ: 'JWT', ...header })
    .sign(key)
  return { body: Buffer.from(body), signature, now }
}

describe('what is genuine', () => {
  const error = (error_code: string) => ({ error_type: 'ITEM_ERROR', error_code, status: 400 })

  test.each([
    ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', undefined, 'transactions', 'SYNC_UPDATES_AVAILABLE'],
    ['TRANSACTIONS', 'INITIAL_UPDATE', null, 'transactions', 'INITIAL_UPDATE'],
    ['TRANSACTIONS', 'HISTORICAL_UPDATE', null, 'transactions', 'HISTORICAL_UPDATE'],
    ['TRANSACTIONS', 'DEFAULT_UPDATE', null, 'transactions', 'DEFAULT_UPDATE'],
    ['TRANSACTIONS', 'TRANSACTIONS_REMOVED', null, 'transactions', 'TRANSACTIONS_REMOVED'],
    ['TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', null, 'other', 'RECURRING_TRANSACTIONS_UPDATE'],
    ['ITEM', 'ERROR', error('ITEM_LOGIN_REQUIRED'), 'reconnect', 'ITEM_LOGIN_REQUIRED'],
    ['ITEM', 'ERROR', error('USER_PERMISSION_REVOKED'), 'ended', 'USER_PERMISSION_REVOKED'],
    ['ITEM', 'ERROR', error('INSTITUTION_DOWN'), 'other', 'INSTITUTION_DOWN'],
    ['ITEM', 'ERROR', null, 'other', 'ERROR'],
    ['ITEM', 'LOGIN_REPAIRED', undefined, 'repaired', 'LOGIN_REPAIRED'],
    ['ITEM', 'PENDING_EXPIRATION', undefined, 'expiring', 'PENDING_EXPIRATION'],
    ['ITEM', 'PENDING_DISCONNECT', undefined, 'expiring', 'PENDING_DISCONNECT'],
    ['ITEM', 'USER_PERMISSION_REVOKED', null, 'ended', 'USER_PERMISSION_REVOKED'],
    ['ITEM', 'USER_ACCOUNT_REVOKED', undefined, 'accountRevoked', 'USER_ACCOUNT_REVOKED'],
    ['ITEM', 'NEW_ACCOUNTS_AVAILABLE', null, 'newAccounts', 'NEW_ACCOUNTS_AVAILABLE'],
    ['ITEM', 'SOMETHING_OF_NEXT_YEAR', null, 'other', 'SOMETHING_OF_NEXT_YEAR'],
    ['ITEM', 'ERROR', error('AN_ERROR_OF_NEXT_YEAR'), 'other', 'AN_ERROR_OF_NEXT_YEAR'],
    ['ITEM', 'toString', { unexpected: 7 }, 'other', 'UNKNOWN'],
    ['CRYSTAL_BALL', 'a word\nand a line', 'no object', 'other', 'UNKNOWN'],
    ['AUTH', 'DEFAULT_UPDATE', undefined, 'other', 'DEFAULT_UPDATE'],
  ])('%s %s', async (webhook_type, webhook_code, itemError, kind, code) => {
    const { provider } = await plaidWithKey()
    const delivery = await deliver({ webhook_type, webhook_code, item_id: 'item-1', error: itemError })
    expect(await provider().readBankWebhook(delivery)).toEqual({
      itemId: 'item-1',
      linkToken: null,
      kind,
      code,
      endsAt: null,
    })
  })

  test.each([
    [{ webhook_code: 'PENDING_DISCONNECT', disconnect_time: '2026-11-24T12:00:00Z' }, '2026-11-24T12:00:00Z'],
    [
      { webhook_code: 'PENDING_EXPIRATION', consent_expiration_time: '2026-11-24T12:00:00+01:00' },
      '2026-11-24T12:00:00+01:00',
    ],
    [{ webhook_code: 'PENDING_DISCONNECT', disconnect_time: 'next week', reason: 'NEW_REASON' }, null],
  ])('an end is told with its moment, where there is one: %o', async (fields, endsAt) => {
    const { provider } = await plaidWithKey()
    const delivery = await deliver({ webhook_type: 'ITEM', item_id: 'item-1', ...fields })
    expect(await provider().readBankWebhook(delivery)).toMatchObject({ kind: 'expiring', endsAt })
  })

  test.each(['SESSION_FINISHED', 'ITEM_ADD_RESULT'])('LINK %s names a link and no item', async (code) => {
    const { provider } = await plaidWithKey()
    const link = {
      webhook_type: 'LINK',
      webhook_code: code,
      link_token: 'link-1',
      public_tokens: ['public-1'],
    }
    const news = await provider().readBankWebhook(await deliver(link))
    expect(news).toEqual({ itemId: null, linkToken: 'link-1', kind: 'link', code, endsAt: null })
  })

  test('asks for the key once, for all providers of an account', async () => {
    const { provider, asked } = await plaidWithKey()
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => deliver(update)))
    const news = await Promise.all(deliveries.map((delivery) => provider().readBankWebhook(delivery)))
    expect(news.every((one) => one?.kind === 'transactions')).toBe(true)
    expect(asked.map(({ body }) => body)).toEqual([{ key_id: 'key-1' }])
  })

  test.each([
    ['at once', 0],
    ['at the end of five minutes', -300],
    ['by a clock that is a minute ahead', 60],
  ])('counts %s', async (_, difference) => {
    const { provider } = await plaidWithKey()
    const delivery = await deliver(update, { iat: seconds + difference })
    expect(await provider().readBankWebhook(delivery)).toMatchObject({ kind: 'transactions' })
  })

  test('counts with a key that expires later', async () => {
    const { provider } = await plaidWithKey(await keyAnswer(seconds + 1))
    expect(await provider().readBankWebhook(await deliver(update))).toMatchObject({ itemId: 'item-1' })
  })
})

describe('what is not genuine is not read:', () => {
  const cases: [string, SigningOptions][] = [
    ['another’s key', { key: other.privateKey }],
    ['a made-up id of a key', { header: { alg: 'ES256', kid: 'key-2' } }],
    ['no id of a key', { header: { alg: 'ES256' } }],
    ['an id that is none', { header: { alg: 'ES256', kid: '../key-1' } }],
    ['a shared secret', { key: Buffer.alloc(32, 7), header: { alg: 'HS256', kid: 'key-1' } }],
    ['five minutes old', { iat: seconds - 301 }],
    ['from tomorrow', { iat: seconds + 61 }],
    ['another body', { hashOf: JSON.stringify({ ...update, item_id: 'item-2' }) }],
  ]
  test.each(cases)('%s', async (_, signing) => {
    const { provider } = await plaidWithKey()
    expect(await provider().readBankWebhook(await deliver(update, signing))).toBeNull()
  })

  test('no signature at all', async () => {
    const { provider, asked } = await plaidWithKey()
    const { body } = await deliver(update)
    const request_body_sha256 = createHash('sha256').update(body).digest('hex')
    const unsecured = new UnsecuredJWT({ iat: seconds, request_body_sha256 }).encode()
    for (const signature of [unsecured, '', '.', 'a.b.c', 'x'.repeat(10_000)]) {
      expect(await provider().readBankWebhook({ body, signature, now })).toBeNull()
    }
    expect(asked).toEqual([])
  })

  test('the public key used as a shared secret', async () => {
    const { provider } = await plaidWithKey()
    const { x = '' } = await exportJWK(genuine.publicKey)
    const key = Buffer.from(x, 'base64url')
    const delivery = await deliver(update, { key, header: { alg: 'HS256', kid: 'key-1' } })
    expect(await provider().readBankWebhook(delivery)).toBeNull()
  })

  test('a key that has expired', async () => {
    const { provider } = await plaidWithKey(await keyAnswer(seconds))
    expect(await provider().readBankWebhook(await deliver(update))).toBeNull()
  })

  test('a body without an item', async () => {
    const { provider } = await plaidWithKey()
    for (const news of ['', '[]', '{"webhook_type":"LINK","webhook_code":"EVENTS"}']) {
      expect(await provider().readBankWebhook(await deliver(news))).toBeNull()
    }
  })
})

describe('keys', () => {
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

  test('are asked for again after a while, since they may have expired', async () => {
    const answers = [await keyAnswer(), await keyAnswer(seconds)]
    const { provider, asked } = await plaidWithKey(() => answers[asked.length - 1] ?? unknownKey)
    expect(await provider().readBankWebhook(await deliver(update))).toMatchObject({ itemId: 'item-1' })
    const iat = later(16).getTime() / 1000
    const delivery = { ...(await deliver(update, { iat })), now: later(16) }
    expect(await provider().readBankWebhook(delivery)).toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('that are made up are not asked for without end, and do not keep a genuine one out', async () => {
    const key = await keyAnswer()
    const { provider, asked } = await plaidWithKey((id) => (id === 'key-1' ? key : unknownKey))
    expect(await provider().readBankWebhook(await deliver(update))).toMatchObject({ itemId: 'item-1' })
    const madeUp = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        deliver(update, { header: { alg: 'ES256', kid: `made-up-${index}` } }),
      ),
    )
    const answers = await Promise.allSettled(madeUp.map((delivery) => provider().readBankWebhook(delivery)))
    expect(answers.some((answer) => answer.status === 'fulfilled' && answer.value !== null)).toBe(false)
    expect(asked).toHaveLength(10)
    expect(await provider().readBankWebhook(await deliver(update))).toMatchObject({ itemId: 'item-1' })
    // A minute later requests are allowed again.
    const next = { ...(await deliver(update, { header: { alg: 'ES256', kid: 'new' } })), now: later(1) }
    expect(await provider().readBankWebhook(next)).toBeNull()
    expect(asked).toHaveLength(11)
  })

  test('that cannot be had now leave it open whether the news is genuine', async () => {
    let isDown = true
    const key = await keyAnswer()
    const { provider } = await plaidWithKey(() => (isDown ? refusals['INTERNAL_SERVER_ERROR']! : key))
    await expect(provider().readBankWebhook(await deliver(update))).rejects.toMatchObject({
      problem: 'later',
    })
    isDown = false
    expect(await provider().readBankWebhook(await deliver(update))).toMatchObject({ itemId: 'item-1' })
  })
})
