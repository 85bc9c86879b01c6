import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AutopayWorld, createAutopayWorld } from '../../../../test/support/autopay/autopay-world.ts'
import { saveOwnStripe } from '../../../../test/support/providers/own-accounts.ts'
import { answerOf } from '../../../../test/support/test-app.ts'
import { getIntegrations } from '../../integrations/contract.ts'
import { reconcile } from '../reconcile-payments.ts'

const wrongKey = { kind: 'refused', signs: { isWrongKey: true } } as const
const restricted = { kind: 'refused', only: 'charge', signs: { problem: 'account-restricted' } } as const

let world: AutopayWorld
beforeAll(async () => {
  world = await createAutopayWorld()
})
beforeEach(() => {
  world.setClock('2026-11-15T12:00:00Z')
  world.own.failure = null
  world.cards.failure = null
})
afterAll(() => world.app.close())

type Owner = Awaited<ReturnType<AutopayWorld['open']>>

/** A client saved a card with the business's own account, and is about to be charged on December 25. */
async function openWithOwnAccount() {
  const owner = await world.open()
  await saveOwnStripe(world.app, owner.cookie, { secretKey: 'sk_test_own1' })
  await world.runAt('2026-11-15T12:00:00Z')
  const [first] = await owner.invoices()
  const sessionId = await owner.consent(world.own, async () => undefined, first!.id)
  world.setClock('2026-11-15T12:15:00Z')
  await reconcile(world.app.deps)
  expect(world.own.sessionOf(sessionId).facts.state).toBe('paid')
  expect(await owner.cards()).toMatchObject([{ isOwn: true, endedAt: null }])
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  return owner
}

const states = async (owner: Owner) => (await owner.charges()).map(({ state }) => state)
const triesOf = ({ businessId }: Owner) =>
  [...world.own.calls.charge, ...world.cards.calls.charge].filter(
    ({ metadata }) => metadata['business_id'] === businessId,
  ).length

async function stripeOf({ cookie }: Owner) {
  const response = await world.app.send(getIntegrations, {}, { cookie })
  const { refusedAt, problem } = (await answerOf(getIntegrations, response)).stripe
  return { refusedAt, problem }
}

test('keys that are refused are told to the owner, not to the client, and the card waits for them', async () => {
  const owner = await openWithOwnAccount()
  world.own.failure = wrongKey
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await stripeOf(owner)).toEqual({ refusedAt: '2026-12-25T09:00:00.000Z', problem: null })
  const [mail, ...more] = await owner.mails('card-keys-refused')
  expect(more).toEqual([])
  expect(mail?.text).toContain('The automatic payment of invoice')
  expect(mail?.text).toContain(
    'If the keys don’t work within a day, your client is asked to pay another way.',
  )
  const noticed = await owner.mails('autopay')
  // Keys that are known to be refused are not tried every minute, but each hour.
  await world.runAt('2026-12-25T09:01:00Z')
  await world.runAt('2026-12-25T09:40:00Z')
  expect(triesOf(owner)).toBe(1)
  await reconcile(world.app.deps)
  expect(triesOf(owner)).toBe(2)
  expect(await owner.mails('autopay')).toEqual(noticed)
  expect(await states(owner)).toEqual(['running'])
  // Others are tried within a minute.
  world.own.failure = null
  await saveOwnStripe(world.app, owner.cookie, { secretKey: 'sk_test_newer' })
  await world.runAt('2026-12-25T15:00:00Z')
  expect(await states(owner)).toEqual(['paid'])
  expect(await owner.mails('autopay')).toEqual(noticed)
  expect(await owner.cards()).toMatchObject([{ endedAt: null }])
})

test('a charge with keys that work again clears the notice', async () => {
  const owner = await openWithOwnAccount()
  world.own.failure = wrongKey
  await world.runAt('2026-12-25T09:00:00Z')
  world.own.failure = null
  world.setClock('2026-12-25T10:00:00Z')
  await reconcile(world.app.deps)
  expect(await states(owner)).toEqual(['paid'])
  expect(await stripeOf(owner)).toEqual({ refusedAt: null, problem: null })
})

test('an account that may not take payments is told to the owner, and the charge is tried again', async () => {
  const owner = await openWithOwnAccount()
  world.own.failure = restricted
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await stripeOf(owner)).toMatchObject({ problem: 'account-restricted' })
  const [mail] = await owner.mails('card-problem-account-restricted')
  expect(mail?.text).toContain('The saved card is tried again for a day')
  expect(await states(owner)).toEqual(['running'])
  world.own.failure = null
  world.setClock('2026-12-25T10:00:00Z')
  await reconcile(world.app.deps)
  expect(await states(owner)).toEqual(['paid'])
  expect(await stripeOf(owner)).toEqual({ refusedAt: null, problem: null })
})

test.each([
  ['the business’s own', () => openWithOwnAccount(), wrongKey, false],
  ['a restricted', () => openWithOwnAccount(), restricted, true],
  [
    'the platform’s',
    async () => {
      const owner = await world.open()
      await world.runAt('2026-11-15T12:00:00Z')
      const [first] = await owner.invoices()
      await owner.consent(world.cards, world.deliver, first!.id)
      for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
      return owner
    },
    wrongKey,
    false,
  ],
])('after a day the client pays as usual: %s account', async (_, open, failure, canBeAsked) => {
  const owner = await open()
  world.own.failure = failure
  world.cards.failure = failure
  await world.runAt('2026-12-25T09:00:00Z')
  await world.runAt('2026-12-26T07:59:00Z')
  expect(await states(owner)).toEqual(['running'])
  await world.runAt('2026-12-26T08:01:00Z')
  await world.runAt('2026-12-26T08:02:00Z')
  expect(await states(owner)).toEqual(['failed'])
  expect((await owner.mails('autopay')).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('declined'),
  )
  const notices = (await owner.mails('autopay')).filter(({ subject }) =>
    subject.includes('not paid automatically'),
  )
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toContain('Your card was not declined.')
  const [ownersMail, ...more] = await owner.mails('autopay-owner')
  expect(ownersMail?.subject).toContain('was not paid automatically')
  expect(more).toEqual([])
  // No mail claims what the provider could not be asked.
  for (const text of [notices[0]?.text, ownersMail?.text]) {
    expect(text?.includes('Nothing was charged.')).toBe(canBeAsked)
  }
  expect(notices[0]?.text.includes('please don’t pay again')).toBe(!canBeAsked)
  // The card pays the next one.
  expect(await owner.cards()).toMatchObject([{ endedAt: null }])
  world.own.failure = null
  world.cards.failure = null
  for (const day of ['2027-01-15', '2027-01-22', '2027-01-25']) await world.runAt(`${day}T09:00:00Z`)
  expect(await states(owner)).toEqual(['failed', 'paid'])
})

test.each([
  ['when its client wants to pay', async (owner: Owner, id: string) => owner.pay(id, false)],
  ['within the hour', () => reconcile(world.app.deps)],
])('a charge whose account could not be asked is found %s, once the keys work again', async (_, ask) => {
  const owner = await openWithOwnAccount()
  world.own.losesAnswerTo = 'charge'
  await world.runAt('2026-12-25T09:00:00Z')
  Object.assign(world.own, { losesAnswerTo: null, failure: wrongKey })
  await world.runAt('2026-12-26T08:01:00Z')
  expect(await states(owner)).toEqual(['failed'])
  const [, second] = await owner.invoices()
  // Until then the client cannot pay by card, and the account is asked again.
  world.setClock('2026-12-26T12:00:00Z')
  await reconcile(world.app.deps)
  expect((await owner.pay(second!.id, false)).status).toBe(502)
  world.own.failure = null
  world.setClock('2026-12-26T18:00:00Z')
  await ask(owner, second!.id)
  expect(await states(owner)).toEqual(['paid'])
  expect((await owner.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await owner.pay(second!.id, false)).status).toBe(409)
})

test('a client can pay through another account while it is unknown whether the card paid', async () => {
  const owner = await openWithOwnAccount()
  world.own.failure = wrongKey
  await world.runAt('2026-12-25T09:00:00Z')
  await world.runAt('2026-12-26T08:01:00Z')
  await saveOwnStripe(world.app, owner.cookie, { secretKey: 'sk_test_newer' })
  // The newer account knows nothing of the card.
  world.own.failure = { kind: 'refused', only: 'find', signs: { isMissing: true } }
  const [, second] = await owner.invoices()
  expect((await owner.pay(second!.id, false)).status).toBe(200)
})
