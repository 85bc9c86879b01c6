import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEstimateApp, signUpToEstimate } from '../../../test/support/fixtures/estimates.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { seriesContent } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

let world: Awaited<ReturnType<typeof createEstimateApp>>
let app: TestApp
beforeAll(async () => {
  world = await createEstimateApp()
  app = world.app
})
afterAll(() => app.close())

type Query = RequestOf<typeof contract.listClientEstimates>['query']

function ask(cookie: string, id: string, query: Query = {}) {
  return app.send(contract.listClientEstimates, { params: { id }, query }, { cookie })
}

test('the estimates of a client are paged, newest first, each once and none of another client', async () => {
  const owner = await signUpToEstimate(app)
  const first = await owner.make({ issueDate: '2026-11-01' })
  const clientId = first.content.client.id ?? ''
  const days = Array.from(
    { length: 51 },
    (_, index) => `2026-11-${String((index % 15) + 1).padStart(2, '0')}`,
  )
  await Promise.all(days.map((issueDate) => owner.make({ issueDate })))
  await owner.make({ content: seriesContent({ client: clientInput({ email: 'other@example.com' }) }) })

  const read = async (query: Query) =>
    answerOf(contract.listClientEstimates, await ask(owner.cookie, clientId, query))
  const page = await read({})
  const rest = await read({ after: page.next ?? '' })
  const all = [...page.estimates, ...rest.estimates]
  expect([page.estimates.length, rest.estimates.length, rest.next, page.previous]).toEqual([
    50,
    2,
    null,
    null,
  ])
  expect(new Set(all.map(({ id }) => id)).size).toBe(52)
  expect(all.map(({ clientEmail }) => clientEmail)).not.toContain('other@example.com')
  const dates = all.map(({ issueDate }) => issueDate)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect((await read({ before: rest.previous ?? '' })).estimates).toEqual(page.estimates)
})

test('each says what the list of estimates says about it', async () => {
  const owner = await signUpToEstimate(app)
  const open = await owner.make({ sendOption: 'email_now' })
  const invoiced = await owner.make()
  await owner.invoice(invoiced)
  await owner.make({ issueDate: '2026-09-01', validUntil: '2026-09-30' })
  const clientId = open.content.client.id ?? ''
  const { estimates } = await answerOf(contract.listClientEstimates, await ask(owner.cookie, clientId))
  expect(estimates).toEqual((await owner.list()).estimates)
  expect(estimates.map(({ status }) => status).toSorted()).toEqual(['accepted', 'expired', 'open'])
  expect(estimates).toContainEqual(
    expect.objectContaining({ id: invoiced.id, hasInvoices: true, leftMinor: 0 }),
  )
})

test('a client of another business is unknown', async () => {
  const owner = await signUpToEstimate(app)
  const made = await owner.make()
  const stranger = await signUpToEstimate(app)
  expect((await ask(stranger.cookie, made.content.client.id ?? '')).status).toBe(404)
  expect((await ask(owner.cookie, randomUUID())).status).toBe(404)
})
