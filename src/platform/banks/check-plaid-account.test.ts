import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { checkPlaidAccount } from './check-plaid-account.ts'
import type { PlaidAccount } from './plaid-client.ts'

const account = { clientId: 'client-1', secret: 'very-secret-1', environment: 'production' } as const
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

type Answer = Parameters<typeof startAnsweringServer>[0]

async function plaidAnswering(answer: Answer) {
  const server = await startAnsweringServer(answer)
  closing.push(() => server.close())
  return server.url
}

const check = async (answer: Answer, change: Partial<PlaidAccount> = {}) =>
  checkPlaidAccount({ ...account, ...change }, { address: await plaidAnswering(answer) })

const refusing = (status: number, error_type: string, error_code: string) =>
  sending(status, { error_type, error_code, error_message: 'very-secret-1 is bad', display_message: null })

test('asks for one bank, with the keys in its headers', async () => {
  const requests: unknown[] = []
  const address = await plaidAnswering((request, response) => {
    const { url, headers } = request
    void json(request).then((body) => {
      requests.push([url, headers['plaid-client-id'], headers['plaid-secret'], body])
      return sending(200, { institutions: [{}], total: 1 })(request, response)
    })
  })
  expect(await checkPlaidAccount(account, { address })).toEqual({
    ok: true,
    message: 'Plaid accepts these keys for production.',
  })
  expect(requests).toEqual([
    ['/institutions/get', 'client-1', 'very-secret-1', { count: 1, offset: 0, country_codes: ['US'] }],
  ])
})

test('says so when keys lead to the sandbox', async () => {
  const answer = await check(sending(200, { institutions: [] }), { environment: 'sandbox' })
  expect(answer).toEqual({
    ok: true,
    message: 'Plaid accepts these keys for its sandbox, so no real banks are used.',
  })
})

test.each([
  [
    'wrong keys',
    refusing(400, 'INVALID_INPUT', 'INVALID_API_KEYS'),
    'Plaid doesn’t recognize this client ID and secret in production. Each environment has its own secret.',
  ],
  [
    'an environment that is not open',
    refusing(400, 'INVALID_INPUT', 'UNAUTHORIZED_ENVIRONMENT'),
    'Plaid hasn’t enabled production for this client ID yet.',
  ],
  [
    'a client id that is none',
    refusing(400, 'INVALID_REQUEST', 'INVALID_FIELD'),
    'The client ID or the secret isn’t in the format that Plaid uses.',
  ],
  [
    'anything else that is refused',
    refusing(403, 'INVALID_INPUT', 'SOMETHING_NEW'),
    'Plaid recognizes these keys but doesn’t allow their use. Please check Plaid’s dashboard.',
  ],
  [
    'too many questions',
    refusing(429, 'RATE_LIMIT_EXCEEDED', 'INSTITUTIONS_GET_LIMIT'),
    'Plaid received too many requests. Please try again in a few minutes.',
  ],
  [
    'a failure of its own',
    refusing(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR'),
    'Plaid is having problems right now. Please try again later.',
  ],
  [
    'a page',
    sending(200, '<html>Welcome</html>'),
    'Plaid’s answer couldn’t be understood. Please try again later.',
  ],
  [
    'an error page',
    sending(404, '<html>No</html>'),
    'Plaid’s answer couldn’t be understood. Please try again later.',
  ],
] as [string, Answer, string][])('answers to %s in words of its own', async (_, answer, message) => {
  expect(await check(answer)).toEqual({ ok: false, message })
})

test.each(['clé', 'line\nline', 'key 🔑', 'key\u200B'])(
  'a key like %j is told to be none, and is not sent',
  async (key) => {
    const answer = { ok: false, message: 'The client ID or the secret isn’t in the format that Plaid uses.' }
    let requests = 0
    const address = await plaidAnswering((request, response) => {
      requests++
      sending(200, { institutions: [] })(request, response)
    })
    expect(await checkPlaidAccount({ ...account, secret: key }, { address })).toEqual(answer)
    expect(await checkPlaidAccount({ ...account, clientId: key }, { address })).toEqual(answer)
    expect(requests).toBe(0)
  },
)

test('a redirect is not followed, and the keys go no further', async () => {
  let requests = 0
  const elsewhere = await plaidAnswering((request, response) => {
    requests++
    sending(200, { institutions: [] })(request, response)
  })
  const answer = await check((_, response) => {
    response.writeHead(307, { location: `${elsewhere}/institutions/get` }).end()
  })
  expect(answer).toEqual({
    ok: false,
    message: 'Plaid’s answer couldn’t be understood. Please try again later.',
  })
  expect(requests).toBe(0)
})

test('one that is not there could not be reached', async () => {
  const server = await startAnsweringServer(() => undefined)
  await server.close()
  expect(await checkPlaidAccount(account, { address: server.url })).toEqual({
    ok: false,
    message: 'Plaid couldn’t be reached. Please try again in a moment.',
  })
})

test('the connection to one that never answers ends with the signal', async () => {
  const ending = new AbortController()
  const asked = Promise.withResolvers<void>()
  const hungUp = Promise.withResolvers<void>()
  const address = await plaidAnswering(({ socket }) => {
    socket.once('close', () => hungUp.resolve())
    asked.resolve()
  })
  const answer = checkPlaidAccount(account, { address, signal: ending.signal })
  await asked.promise
  ending.abort()
  await hungUp.promise
  expect((await answer).ok).toBe(false)
})
