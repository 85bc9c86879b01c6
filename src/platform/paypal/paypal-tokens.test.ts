import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import {
  type Answering,
  type Asked,
  closePaypals,
  failureOf,
  inTurn,
  order,
  paypalAnswering,
  sending,
  token,
} from '../../../test/support/providers/answering-paypal.ts'
import { createPaypalProvider } from './paypal-provider.ts'

afterEach(closePaypals)

const isToken = ({ what }: Asked) => what.includes('oauth2')

test('one token serves for many questions, and for whoever has the same keys', async () => {
  const { paypal, asked, address, account } = await paypalAnswering(sending(200, order()))
  await paypal.checkouts.read('ORDER')
  await createPaypalProvider(account, address).checkouts.read('ORDER')
  expect(asked.filter(isToken)).toHaveLength(1)
  expect(asked[0]?.headers.authorization).toBe(`Basic ${btoa(`${account.clientId}:${account.clientSecret}`)}`)
  expect(asked[0]?.body).toBe('grant_type=client_credentials')
  await createPaypalProvider({ ...account, clientSecret: 'other' }, address).checkouts.read('ORDER')
  expect(asked.filter(isToken)).toHaveLength(2)
})

test('a token that is about to end is not used any more', async () => {
  const short = { tokens: sending(200, { ...token, expires_in: 59 }) }
  const { paypal, asked } = await paypalAnswering(sending(200, order()), short)
  await paypal.checkouts.read('ORDER')
  await paypal.checkouts.read('ORDER')
  expect(asked.filter(isToken)).toHaveLength(2)
})

test('a token that is refused is replaced once', async () => {
  const tokens = inTurn(sending(200, token), sending(200, { ...token, access_token: 'newer' }))
  const refusal = sending(401, { name: 'AUTHENTICATION_FAILURE', details: [{ issue: 'INVALID_TOKEN' }] })
  const { paypal, asked } = await paypalAnswering(inTurn(refusal, sending(200, order())), { tokens })
  expect(await paypal.checkouts.read('ORDER')).toMatchObject({ state: 'paid' })
  expect(asked.at(-1)?.headers.authorization).toBe('Bearer newer')
  const stubborn = await paypalAnswering(refusal)
  await expect(stubborn.paypal.checkouts.read('ORDER')).rejects.toMatchObject({ isWrongKey: true })
  expect(stubborn.asked.map(({ what }) => what)).toEqual([
    'POST /v1/oauth2/token',
    'GET /v2/checkout/orders/ORDER',
    'POST /v1/oauth2/token',
    'GET /v2/checkout/orders/ORDER',
  ])
})

test('a test of the keys always asks', async () => {
  const { paypal, asked } = await paypalAnswering(sending(200, order()))
  await paypal.check()
  await paypal.check()
  expect(asked.filter(isToken)).toHaveLength(2)
  await paypal.checkouts.read('ORDER')
  expect(asked.filter(isToken)).toHaveLength(2)
})

test('wrong keys are refused, and what is no token is none', async () => {
  const wrong = {
    tokens: sending(401, { error: 'invalid_client', error_description: 'Client Authentication failed' }),
  }
  const { paypal } = await paypalAnswering(sending(200, order()), wrong)
  await expect(paypal.check()).rejects.toMatchObject({
    kind: 'refused',
    isMissing: false,
    isWrongKey: true,
  })
  await expect(paypal.checkouts.read('ORDER')).rejects.toMatchObject({ kind: 'refused', isMissing: false })
  for (const tokens of [
    sending(200, '<html>'),
    sending(200, {}),
    sending(307, '', { location: '/elsewhere' }),
  ]) {
    const { paypal: odd } = await paypalAnswering(sending(200, order()), { tokens })
    expect(await failureOf(odd.check())).toBe('malformed')
  }
})

test('a test that is called off leaves nothing open', async () => {
  const { paypal } = await paypalAnswering(sending(200, order()), { tokens: () => undefined })
  const caller = new AbortController()
  const checked = failureOf(paypal.check(caller.signal))
  caller.abort()
  expect(await checked).toBe('unreachable')
})

test('neither keys nor tokens are in what an error says', async () => {
  const keys = { clientId: 'the-client', clientSecret: 'the-very-secret', mode: 'demo' } as const
  const echo: Answering = ({ headers, body }, response) =>
    sending(400, { name: 'X', headers, body })({} as Asked, response)
  const { address } = await paypalAnswering(echo, { tokens: echo })
  const work = createPaypalProvider(keys, address).checkouts.read('ORDER')
  const printed = await work.catch((error: Error) => inspect(error, { depth: 10, showHidden: true }))
  expect(printed).toContain('PayPal refused: X')
  expect(printed).not.toMatch(/the-very-secret|Basic/)
})
