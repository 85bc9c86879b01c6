import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AutopayWorld, createAutopayWorld } from '../../../../test/support/autopay/autopay-world.ts'

let world: AutopayWorld
beforeAll(async () => {
  world = await createAutopayWorld()
})
beforeEach(() => {
  world.setClock('2026-11-15T12:00:00Z')
  Object.assign(world.cards, { declines: null, failure: null, losesAnswerTo: null, beforeAnswer: undefined })
})
afterAll(() => world.app.close())

type Owner = Awaited<ReturnType<AutopayWorld['open']>>

/** The first invoice is paid with consent; the second is made on December 15 and due on December 25. */
async function openWithCard(overrides: Parameters<AutopayWorld['open']>[0] = {}) {
  const owner = await world.open(overrides)
  await world.runAt('2026-11-15T12:00:00Z')
  const [first] = await owner.invoices()
  await owner.consent(world.cards, world.deliver, first!.id)
  return { owner, first: first! }
}

const chargesOf = async (owner: Owner) =>
  (await owner.charges()).map(({ period, state }) => `${period} ${state}`)
const statuses = async (owner: Owner) => (await owner.invoices()).map(({ status }) => status)

test('the next invoice is charged on its due date, and the client is told before', async () => {
  const { owner } = await openWithCard()
  expect(await owner.cards()).toMatchObject([
    {
      last4: '4242',
      isTest: true,
      consentIp: '203.0.113.7',
      consentText: expect.stringContaining('You can stop at any time.'),
      endedAt: null,
    },
  ])
  await world.runAt('2026-12-15T09:00:00Z')
  const [, second] = await owner.invoices()
  expect(second).toMatchObject({ status: 'pending', autopayAt: new Date('2026-12-25T09:00:00Z') })
  const [, mail] = await owner.mails('invoice')
  expect(mail?.text).toContain('Your Visa ending in 4242 will be charged $120.00 on Dec 25, 2026.')
  expect(await owner.page(second!.id)).toMatchObject({
    autopay: { card: 'Visa ending in 4242', on: '2026-12-25', amountMinor: 12_000 },
  })
  // The invoice was mailed more than seven days before.
  await world.runAt('2026-12-22T09:00:00Z')
  await world.runAt('2026-12-22T09:05:00Z')
  expect(await owner.mails('autopay')).toMatchObject([
    { subject: expect.stringContaining('will be paid automatically'), to_address: 'client@example.com' },
  ])
  await world.runAt('2026-12-25T08:59:00Z')
  expect(await chargesOf(owner)).toEqual([])
  await world.runAt('2026-12-25T09:00:00Z')
  await world.charge()
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  expect(await statuses(owner)).toEqual(['paid', 'paid'])
  expect(await owner.mails('receipt')).toHaveLength(2)
  const kinds = await owner.tenant<{ kind: string; note: string }>(
    `select kind, note from invoice_events where invoice_id = $1 and kind = 'charged'`,
    second!.id,
  )
  expect(kinds).toEqual([{ kind: 'charged', note: 'Visa ending in 4242' }])
})
