import { afterEach, describe, expect, test } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { CardProviderError } from './card-provider.ts'
import { createStripeAccount } from './stripe-account.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

type Answer = Parameters<typeof startAnsweringServer>[0]

async function accountAt(answer: Answer, secretKey = 'sk_test_key1') {
  const server = await startAnsweringServer(answer)
  closing.push(() => server.close())
  return createStripeAccount({
    secretKey,
    address: { host: '127.0.0.1', port: server.port, protocol: 'http' },
  })
}

const account = { id: 'acct_1', object: 'account', charges_enabled: true }
const list = { object: 'list', data: [], has_more: false, url: '/' }
const forbidden = { error: { type: 'invalid_request_error', message: 'The provided key may not.' } }
const { signal } = new AbortController()

/** What a restricted key may access, by the prefix of the path. */
const allowing =
  (...paths: string[]): Answer =>
  (request, response) => {
    const url = request.url ?? ''
    const isAllowed = paths.some((path) => url.startsWith(path))
    const body = url.startsWith('/v1/account') ? account : list
    sending(isAllowed ? 200 : 403, isAllowed ? body : forbidden)(request, response)
  }

describe('what a key may do', () => {
  test('a whole one is asked whose it is, and nothing more', async () => {
    const asked: unknown[] = []
    const whole = await accountAt((request, response) => {
      asked.push([request.method, request.url, request.headers.authorization])
      sending(200, account)(request, response)
    })
    expect(await whole.check(signal)).toEqual({ accountId: 'acct_1', canCharge: true, lacks: [] })
    expect(asked).toEqual([['GET', '/v1/account', 'Bearer sk_test_key1']])
  })

  test.each([
    [['/v1/account', '/v1/checkout', '/v1/refunds'], { accountId: 'acct_1', canCharge: true, lacks: [] }],
    [['/v1/checkout', '/v1/refunds'], { accountId: null, canCharge: null, lacks: [] }],
    [['/v1/checkout'], { accountId: null, canCharge: null, lacks: ['refunds'] }],
    [[], { accountId: null, canCharge: null, lacks: ['checkouts', 'refunds'] }],
  ])('a restricted one that may read %j', async (paths, facts) => {
    const restricted = await accountAt(allowing(...paths), 'rk_test_key1')
    expect(await restricted.check(signal)).toEqual(facts)
  })
})

describe('what goes wrong', () => {
  test.each([
    [
      'an unknown key',
      sending(401, { error: { type: 'invalid_request_error' } }),
      { kind: 'refused', isWrongKey: true },
    ],
    ['a failure', sending(500, { error: { type: 'api_error' } }), { kind: 'unreachable', isWrongKey: false }],
    [
      'no more patience',
      sending(429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }),
      { kind: 'unreachable' },
    ],
    ['a page', sending(200, '<html>Welcome</html>'), { kind: 'malformed' }],
    ['nothing', sending(200, {}), { kind: 'malformed' }],
    ['hanging up', (_, response) => void response.destroy(), { kind: 'unreachable' }],
  ] as [string, Answer, object][])('%s is told apart', async (_, answer, error) => {
    const broken = await accountAt(answer)
    await expect(broken.check(signal)).rejects.toMatchObject({ name: 'CardProviderError', ...error })
  })

  test('a redirect is not followed', async () => {
    let requests = 0
    const elsewhere = await startAnsweringServer((request, response) => {
      requests++
      sending(200, account)(request, response)
    })
    closing.push(() => elsewhere.close())
    const redirecting = await accountAt((_, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/v1/account` }).end()
    })
    await expect(redirecting.check(signal)).rejects.toThrow(CardProviderError)
    expect(requests).toBe(0)
  })

  test('the connection to one that never answers ends with the signal, and no other is made', async () => {
    const ending = new AbortController()
    const asked = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    let requests = 0
    const silent = await accountAt(({ socket }) => {
      requests++
      socket.once('close', () => hungUp.resolve())
      asked.resolve()
    })
    const answer = silent.check(ending.signal)
    answer.catch(() => undefined)
    await asked.promise
    ending.abort()
    await hungUp.promise
    await expect(answer).rejects.toMatchObject({ kind: 'unreachable' })
    expect(requests).toBe(1)
  })
})
