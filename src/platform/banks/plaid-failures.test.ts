import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { recordedRefusals } from '../../../test/support/providers/recorded-plaid.ts'
import { BankProviderError } from './bank-provider.ts'
import { plaidCodes } from './plaid-failures.ts'
import { createPlaidProvider } from './plaid-provider.ts'

const account = { clientId: 'client-1', secret: 'secret-recorded-1', environment: 'production' } as const
const token = 'access-recorded-1'
const refusals = await recordedRefusals()

type Answer = Parameters<typeof startAnsweringServer>[0]

async function failing(
  answer: Answer,
  { timeout = 15_000, secret }: { timeout?: number; secret?: string } = {},
) {
  const server = await startAnsweringServer(answer)
  onTestFinished(() => server.close())
  const provider = createPlaidProvider(
    { ...account, secret: secret ?? account.secret },
    { address: server.url, timeout },
  )
  const error: unknown = await provider.syncTransactions(token, 'cursor').catch((thrown: unknown) => thrown)
  if (!(error instanceof BankProviderError)) throw new Error('This was to fail')
  return error
}

const refusing = ({ status, body }: { status: number; body: unknown }) => failing(sending(status, body))

const problems = {
  reconnect:
    'ITEM_LOGIN_REQUIRED INVALID_CREDENTIALS INVALID_MFA INVALID_OTP INVALID_SEND_METHOD INVALID_UPDATED_USERNAME INSUFFICIENT_CREDENTIALS USER_INPUT_TIMEOUT ITEM_LOCKED PASSWORD_RESET_REQUIRED USER_SETUP_REQUIRED ACCESS_NOT_GRANTED ADDITIONAL_CONSENT_REQUIRED INVALID_ACCESS_TOKEN',
  ended: 'ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED USER_PERMISSION_REVOKED',
  restart: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
  keys: 'INVALID_API_KEYS UNAUTHORIZED_ENVIRONMENT UNAUTHORIZED_ROUTE_ACCESS UNAUTHORIZED_INSTITUTION INSTITUTION_REGISTRATION_REQUIRED INVALID_PRODUCT',
  later:
    'INSTITUTION_DOWN INSTITUTION_NOT_RESPONDING INSTITUTION_NOT_AVAILABLE UNSUPPORTED_RESPONSE INTERNAL_SERVER_ERROR PLANNED_MAINTENANCE RATE_LIMIT_EXCEEDED PRODUCT_NOT_READY',
  refused:
    'INVALID_PUBLIC_TOKEN INVALID_LINK_TOKEN INSTITUTION_NO_LONGER_SUPPORTED INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_NOT_FOUND ITEM_NOT_SUPPORTED MFA_NOT_SUPPORTED PRODUCTS_NOT_SUPPORTED PRODUCT_NOT_ENABLED NO_ACCOUNTS NO_AUTH_ACCOUNTS',
}
const expected = Object.entries(problems).flatMap(([problem, codes]) =>
  codes.split(' ').map((code) => [code, problem] as const),
)

test('every code of the list is recorded, and known here', () => {
  const codes = plaidCodes.toSorted()
  expect(Object.keys(refusals).toSorted()).toEqual(codes)
  expect(expected.map(([code]) => code).toSorted()).toEqual(codes)
})

test.each(expected)('%s means %s, in words of our own', async (code, problem) => {
  const error = await refusing(refusals[code]!)
  expect(error).toMatchObject({ problem, code })
  expect(error.message).toMatch(/^[A-Z][^_]+\.$/)
  expectNoSecret(error)
})

describe('what is not in the list', () => {
  const refusal = (status: number, error_type: string, error_code: string) =>
    refusing({ status, body: { error_type, error_code, error_message: token } })

  test.each([
    [429, 'RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', 'later'],
    [400, 'RATE_LIMIT_EXCEEDED', 'ACCOUNTS_LIMIT', 'later'],
    [500, 'API_ERROR', 'NEW_TROUBLE', 'later'],
    [503, 'NEW_TYPE', 'NEW_TROUBLE', 'later'],
    [400, 'INSTITUTION_ERROR', 'NEW_TROUBLE', 'later'],
    [400, 'ITEM_ERROR', 'NEW_TROUBLE', 'refused'],
    [400, 'INVALID_REQUEST', 'INVALID_FIELD', 'refused'],
  ])('goes by its status and type: %d %s %s is %s', async (status, type, code, problem) => {
    expect(await refusal(status, type, code)).toMatchObject({ problem, code })
  })

  test.each([token, 'constructor', '__proto__', '', 'A'.repeat(500)])(
    'has no code when it is named %j',
    async (code) => {
      const error = await refusal(400, 'constructor', code)
      expect(error).toMatchObject({ problem: 'refused', code: 'UNKNOWN' })
      expectNoSecret(error)
    },
  )
})

describe('an answer that is none of Plaid’s', () => {
  test.each([
    ['a page', 200, '<html>Welcome</html>', 'BAD_ANSWER'],
    ['nothing', 200, '', 'BAD_ANSWER'],
    ['half of it', 200, '{"added": [', 'BAD_ANSWER'],
    ['another one', 200, { accounts: [] }, 'BAD_ANSWER'],
    ['a missing page', 404, '<html>No</html>', 'BAD_ANSWER'],
    ['a broken gateway', 502, '<html>No</html>', 'INTERNAL_SERVER_ERROR'],
    ['a crowded gateway', 429, '<html>No</html>', 'RATE_LIMIT_EXCEEDED'],
  ])('is for later: %s', async (_, status, body, code) => {
    const error = await failing(sending(status, body))
    expect(error).toMatchObject({ problem: 'later', code })
    expectNoSecret(error)
  })

  test('leads nowhere when it is a redirect', async () => {
    let requests = 0
    const elsewhere = await startAnsweringServer((request, response) => {
      requests++
      sending(200, {})(request, response)
    })
    onTestFinished(() => elsewhere.close())
    const error = await failing((_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/transactions/sync` }).end()
    })
    expect(error).toMatchObject({ problem: 'later', code: 'BAD_ANSWER' })
    expect(requests).toBe(0)
  })
})

describe('a connection', () => {
  test('that ends early is for later', async () => {
    const error = await failing((request) => request.socket.destroy())
    expect(error).toMatchObject({ problem: 'later', code: 'UNREACHABLE' })
    expectNoSecret(error)
  })

  test('is given up when no answer comes', async () => {
    const error = await failing(() => undefined, { timeout: 50 })
    expect(error).toMatchObject({ problem: 'later', code: 'UNREACHABLE' })
    expectNoSecret(error)
  })

  test('is given up when the answer does not end, however much comes', async () => {
    const timers: NodeJS.Timeout[] = []
    const error = await failing(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        timers.push(setInterval(() => response.write(' '), 10))
      },
      { timeout: 200 },
    )
    timers.forEach((timer) => clearInterval(timer))
    expect(error).toMatchObject({ problem: 'later', code: 'UNREACHABLE' })
  })

  test('is not made with keys that fit into no header', async () => {
    let requests = 0
    const error = await failing(() => requests++, { secret: 'clé\nsecret-recorded-1' })
    expect(error).toMatchObject({ problem: 'keys', code: 'INVALID_API_KEYS' })
    expect(requests).toBe(0)
    expectNoSecret(error)
  })
})

/**
 * However it is logged, it contains neither the keys nor the token, and nothing that Plaid or the client
 * wrote.
 */
function expectNoSecret(error: BankProviderError): void {
  const shown = [
    String(error),
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: 9, showHidden: true }),
  ]
  expect(shown.join('\n')).not.toMatch(/secret-recorded|access-recorded|client-1|recorded:|axios/i)
  expect(error.cause).toBeUndefined()
}
