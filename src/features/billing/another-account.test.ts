import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrial } from '../../../test/support/sandbox-checkout.ts'
import { startTestCards } from '../../../test/support/test-cards.ts'
import { answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('when the card provider’s account changes, nobody stays on what the old one knew, and plans can be bought anew', async () => {
  const { cookie } = await app.signUpAndIn()
  const choose = async () => {
    const body = { plan: 'pro', interval: 'month' } as const
    return answerOf(
      contract.startPlanCheckout,
      await app.send(contract.startPlanCheckout, { body }, { cookie }),
    )
  }
  const refresh = async () =>
    answerOf(contract.refreshSubscription, await app.send(contract.refreshSubscription, {}, { cookie }))
  await startTrial(app, (await choose()).url ?? '')
  expect((await refresh()).plan).toBe('pro')

  const { database, jobs, log } = app.deps
  const other = await startTestCards({
    database,
    jobs,
    log,
    appUrl: app.deps.appUrl,
    now: app.deps.now,
    send: (url, init) => app.app.request(url, init),
    secret: 'the secret of quite another account',
  })
  try {
    app.deps.cards = other.provider
    expect(await refresh()).toMatchObject({ plan: 'free', subscription: null, trialAvailable: false })
    const { url } = await choose()
    expect(url).toContain(app.deps.appUrl)
    expect(url).not.toBeNull()
  } finally {
    await other.sandbox.close()
  }
})
