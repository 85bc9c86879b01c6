import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpOnPro } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

let app: TestApp
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

const send = ({ cookie }: { cookie: string }, id: string, after?: string) =>
  app.send(
    contract.listSeriesInvoices,
    { params: { id }, query: after === undefined ? {} : { after } },
    { cookie },
  )
const list = async (...given: Parameters<typeof send>) =>
  answerOf(contract.listSeriesInvoices, await send(...given))

test('what a series has made comes newest first, twenty at a time, and nothing of another', async () => {
  now = new Date('2026-11-15T12:00:00Z')
  const owner = await signUpOnPro(app)
  const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-15' })
  const other = await owner.make({ frequency: 'yearly', startDate: '2026-11-15' })
  expect(await list(owner, id)).toEqual({ invoices: [], next: null })
  now = new Date('2027-04-06T12:00:00Z')
  await makeDueInvoices(app.deps)
  const first = await list(owner, id)
  const second = await list(owner, id, first.next!)
  expect([first.invoices.length, second.invoices.length, second.next]).toEqual([20, 1, null])
  expect(first.invoices[0]).toEqual({
    id: expect.any(String),
    number: expect.any(String),
    issueDate: '2027-04-04',
    currency: 'USD',
    totalMinor: 169_811,
    status: 'pending',
  })
  expect(second.invoices).toMatchObject([{ issueDate: '2026-11-15', status: 'overdue' }])
  const made = [...first.invoices, ...second.invoices].map(({ issueDate }) => issueDate)
  expect(made).toEqual([...new Set(made)].toSorted().toReversed())
  expect((await list(owner, other.id)).invoices).toMatchObject([{ issueDate: '2026-11-15' }])
  expect(await problemOf(await send(owner, id, 'nonsense'))).toMatchObject({
    fields: { after: 'This isn’t a valid position in the list.' },
  })
})

test('of one that is not there, was ended or is another business’s, there is no list', async () => {
  const [owner, stranger] = [await signUpOnPro(app), await signUpOnPro(app)]
  const { id } = await owner.make({ startDate: '2028-01-31' })
  const statuses = async () => [
    (await send(stranger, id)).status,
    (await send(owner, 'nonsense')).status,
    (await send(owner, id)).status,
  ]
  expect(await statuses()).toEqual([404, 404, 200])
  await app.send(contract.deleteSeries, { params: { id } }, { cookie: owner.cookie })
  expect(await statuses()).toEqual([404, 404, 404])
})
