import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { typedBanking } from '../../../test/support/fixtures/integration-settings.ts'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { saveBanking, testBanking } from './contract.ts'

let app: TestApp
let cookie: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.signUpAndIn()).cookie
})
afterAll(() => app.close())
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const tryOut = async (body: BodyOf<typeof testBanking>) =>
  answerOf(testBanking, await app.send(testBanking, { body }, { cookie }))

/** Knows the keys of `typedBanking` alone. */
async function startPlaid() {
  const asked: unknown[] = []
  const server = await startAnsweringServer((request, response) => {
    const { 'plaid-client-id': clientId, 'plaid-secret': secret } = request.headers
    asked.push([clientId, secret])
    const isKnown = clientId === typedBanking.clientId && secret === typedBanking.secret
    const refusal = { error_type: 'INVALID_INPUT', error_code: 'INVALID_API_KEYS', error_message: 'no' }
    sending(isKnown ? 200 : 400, isKnown ? { institutions: [] } : refusal)(request, response)
  })
  closing.push(() => server.close())
  Object.assign(app.deps, { plaidAddress: server.url })
  return asked
}

test('typed keys are tried, good or wrong', async () => {
  await startPlaid()
  expect(await tryOut(typedBanking)).toEqual({
    ok: true,
    message: 'Plaid accepts these keys for its sandbox, so no real banks are used.',
  })
  expect(await tryOut({ ...typedBanking, secret: 'wrong' })).toEqual({
    ok: false,
    message:
      'Plaid doesn’t recognize this client ID and secret in the sandbox. Each environment has its own secret.',
  })
})

test('the saved secret is tried where none is typed', async () => {
  const asked = await startPlaid()
  expect(await tryOut({ ...typedBanking, secret: null })).toEqual({
    ok: false,
    message: 'Please enter the client ID and the secret first.',
  })
  await app.send(saveBanking, { body: typedBanking }, { cookie })
  expect((await tryOut({ ...typedBanking, secret: null })).ok).toBe(true)
  expect(asked).toEqual([[typedBanking.clientId, typedBanking.secret]])
})
