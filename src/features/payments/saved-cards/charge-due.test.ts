import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AutopayWorld, createAutopayWorld } from '../../../../test/support/autopay/autopay-world.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { seriesContent } from '../../../../test/support/fixtures/recurring.ts'
import { problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { chargeDue } from './charge-due.ts'
import { lockInvoicesOfSeries } from './saved-card-queries.ts'

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

test('a card that declines is tried once, both are told once, and the reminders go on', async () => {
  const { owner } = await openWithCard()
  await world.runAt('2026-12-15T09:00:00Z')
  await world.runAt('2026-12-22T09:00:00Z')
  world.cards.declines = 'Your card was declined.'
  await world.runAt('2026-12-25T09:00:00Z')
  await world.charge()
  await world.runAt('2026-12-26T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 declined'])
  expect(
    world.cards.calls.charge.filter(({ metadata }) => metadata['business_id'] === owner.businessId),
  ).toHaveLength(1)
  const [, second] = await owner.invoices()
  expect(second).toMatchObject({ status: 'pending', autopayAt: null })
  const declined = (await owner.mails('autopay')).filter(({ subject }) => subject.includes('declined'))
  expect(declined).toHaveLength(1)
  expect(declined[0]?.text).toContain('Nothing was charged')
  expect(declined[0]?.text).toContain('View and pay invoice')
  expect(await owner.mails('autopay-owner')).toHaveLength(1)
  // A late report of the provider changes nothing.
  const [sessionId] = [...world.cards.sessions.keys()].slice(-1)
  await world.deliver(world.cards.chargeEvent(sessionId!))
  expect(await owner.mails('autopay-owner')).toHaveLength(1)
  expect((await owner.cards())[0]?.endedAt).toBeNull()
})

test('a card that declines twice in a row ends, and so does one that the provider no longer has', async () => {
  const { owner } = await openWithCard()
  world.cards.declines = 'Your card was declined.'
  for (const day of ['2026-12-15', '2026-12-22', '2026-12-25', '2027-01-15', '2027-01-22', '2027-01-25'])
    await world.runAt(`${day}T09:00:00Z`)
  expect(await chargesOf(owner)).toEqual(['1 declined', '2 declined'])
  expect(await owner.cards()).toMatchObject([{ endedBy: 'declined' }])
  expect((await owner.mails('autopay')).at(-1)?.text).toContain('Automatic payments have ended')
  await world.runAt('2027-02-25T09:00:00Z')
  expect(await owner.charges()).toHaveLength(2)

  world.setClock('2026-11-15T12:00:00Z')
  world.cards.declines = null
  const { owner: other } = await openWithCard()
  const [card] = await other.cards()
  world.cards.removedCards.add(card!.paymentMethodId)
  for (const day of ['2026-12-15', '2026-12-22', '2026-12-25']) await world.runAt(`${day}T09:00:00Z`)
  expect(await chargesOf(other)).toEqual(['1 failed'])
  expect(await other.cards()).toMatchObject([{ endedBy: 'removed' }])
})

test('an answer that is lost is asked for again with the same reference, and the card is charged once', async () => {
  const { owner } = await openWithCard()
  await world.runAt('2026-12-15T09:00:00Z')
  await world.runAt('2026-12-22T09:00:00Z')
  world.cards.losesAnswerTo = 'charge'
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 running'])
  const [, second] = await owner.invoices()
  expect(await owner.optionsOf(second!.id)).toMatchObject({ isProcessing: true })
  expect((await owner.pay(second!.id, false)).status).toBe(409)
  expect((await owner.remove(second!.id)).status).toBe(409)
  await world.charge()
  world.cards.losesAnswerTo = null
  await world.charge()
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  const charged = [...world.cards.sessions.values()].filter(
    ({ request }) => request.savedCard && request.metadata['business_id'] === owner.businessId,
  )
  expect(charged).toHaveLength(1)
  expect(await statuses(owner)).toEqual(['paid', 'paid'])
})

test('what nobody answers for 23 hours is looked up, and not charged if the provider knows nothing of it', async () => {
  const { owner } = await openWithCard()
  await world.runAt('2026-12-15T09:00:00Z')
  await world.runAt('2026-12-22T09:00:00Z')
  world.cards.failure = { kind: 'unreachable' }
  await world.runAt('2026-12-25T09:00:00Z')
  await world.runAt('2026-12-26T07:59:00Z')
  await world.runAt('2026-12-26T08:01:00Z')
  expect(await chargesOf(owner)).toEqual(['1 running'])
  world.cards.failure = null
  await world.charge()
  expect(await chargesOf(owner)).toEqual(['1 failed'])
  // Nobody declined it.
  const subjects = (await owner.mails('autopay')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('was not paid automatically'))).toHaveLength(1)
  expect(subjects).not.toContainEqual(expect.stringContaining('declined'))
})

test('none is charged after a stop, also if it arrives while the provider does not answer', async () => {
  const { owner, first } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  world.cards.failure = { kind: 'unreachable', only: 'charge' }
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 running'])
  expect((await owner.stop(first.id)).status).toBe(204)
  expect((await owner.stop(first.id)).status).toBe(204)
  world.cards.failure = null
  await world.runAt('2026-12-25T09:02:00Z')
  expect(await chargesOf(owner)).toEqual(['1 failed'])
  expect(await owner.cards()).toMatchObject([{ endedBy: 'client' }])
  await world.runAt('2027-02-25T09:00:00Z')
  expect(await owner.charges()).toHaveLength(1)
  expect(await statuses(owner)).toEqual(['paid', 'pending', 'pending', 'pending'])
  // The client is not told that a card was declined: they stopped it themselves.
  expect((await owner.mails('autopay')).filter(({ subject }) => subject.includes('declined'))).toEqual([])
  expect(await owner.mails('autopay-owner')).toMatchObject([
    { subject: 'Your client stopped automatic payments' },
  ])
})

test('an invoice that was paid by hand while the provider did not answer is not charged', async () => {
  const { owner } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  world.cards.failure = { kind: 'unreachable', only: 'charge' }
  await world.runAt('2026-12-25T09:00:00Z')
  const [, second] = await owner.invoices()
  expect((await owner.record(second!.id, 12_000)).status).toBe(200)
  world.cards.failure = null
  await world.runAt('2026-12-25T09:02:00Z')
  expect(await chargesOf(owner)).toEqual(['1 failed'])
  expect(await owner.tenant('select from payments where invoice_id = $1', second!.id)).toHaveLength(1)
})

test('a page that the client has open is closed first', async () => {
  const { owner } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  const [, second] = await owner.invoices()
  world.setClock('2026-12-25T08:50:00Z')
  expect((await owner.pay(second!.id, false)).status).toBe(200)
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  const open = await owner.tenant(
    `select state from checkouts where invoice_id = $1 order by created_at`,
    second!.id,
  )
  expect(open).toEqual([{ state: 'expired' }, { state: 'complete' }])
})

test('an amount that was raised is told first, and charged a day later', async () => {
  const { owner } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  const [, second] = await owner.invoices()
  await owner.tenant(
    'update invoices set total_minor = 15000, subtotal_minor = 15000 where id = $1',
    second!.id,
  )
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await owner.charges()).toEqual([])
  expect((await owner.mails('autopay')).at(-1)?.text).toContain('will be charged $150.00 on Dec 26, 2026')
  await world.runAt('2026-12-26T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  expect(world.cards.calls.charge.at(-1)).toMatchObject({ amountMinor: 15_000 })
})

test('each part of an invoice is charged on its own date', async () => {
  const { owner } = await openWithCard({
    content: seriesContent({
      charge: { kind: 'amount', amountMinor: 12_000 },
      paymentTerms: 'custom',
      dueInDays: 25,
      parts: [{ amount: { kind: 'fixed', value: 4000 }, dueInDays: 5 }],
    }),
  })
  // The first invoice has a part left.
  await world.runAt('2026-12-07T09:00:00Z')
  await world.runAt('2026-12-10T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['0 paid'])
  for (const day of ['2026-12-15', '2026-12-20', '2027-01-06', '2027-01-09'])
    await world.runAt(`${day}T09:00:00Z`)
  expect((await owner.charges()).map(({ period, part, state }) => [period, part, state])).toEqual([
    [0, 1, 'paid'],
    [1, 0, 'paid'],
    [1, 1, 'paid'],
  ])
  expect(await statuses(owner)).toEqual(['paid', 'paid'])
})

test('the owner stops it on the page of the series, by withdrawing the offer or by ending the series', async () => {
  const { owner } = await openWithCard()
  expect((await owner.stopByOwner()).savedCard).toBeNull()
  expect(await owner.cards()).toMatchObject([{ endedBy: 'owner' }])
  expect(await owner.mails('autopay')).toMatchObject([{ subject: expect.stringContaining('have ended') }])
  const { owner: withdrawing } = await openWithCard()
  await withdrawing.change({ autopay: false })
  expect(await withdrawing.cards()).toMatchObject([{ endedBy: 'owner' }])
  const { owner: ending } = await openWithCard()
  await ending.endSeries()
  expect(await ending.cards()).toMatchObject([{ endedBy: 'owner' }])
})

test('a test card is not charged once tests are no longer allowed', async () => {
  const { owner } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  const before = world.cards.calls.charge.length
  world.setClock('2026-12-25T09:00:00Z')
  await chargeDue({ ...world.app.deps, demoPayments: false })
  expect(await owner.charges()).toEqual([])
  expect(await owner.cards()).toMatchObject([{ endedBy: 'account' }])
  expect(world.cards.calls.charge).toHaveLength(before)
})

test('reminders before the due date are left out while a card pays, and begin again after a stop', async () => {
  const { owner, first } = await openWithCard({
    content: seriesContent({
      charge: { kind: 'amount', amountMinor: 12_000 },
      paymentTerms: 'custom',
      dueInDays: 10,
      sendReminder: true,
    }),
  })
  await world.runAt('2026-12-15T09:00:00Z')
  expect((await owner.invoices())[1]).toMatchObject({ nextReminderAt: null })
  await owner.stop(first.id)
  expect((await owner.invoices())[1]).toMatchObject({
    nextReminderAt: new Date('2026-12-22T09:00:00Z'),
    autopayAt: null,
  })
})

test('a stop that arrives once the provider has charged leaves the payment', async () => {
  const { owner, first } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  world.cards.losesAnswerTo = 'charge'
  await world.runAt('2026-12-25T09:00:00Z')
  await owner.stop(first.id)
  world.cards.losesAnswerTo = null
  await world.runAt('2026-12-25T09:02:00Z')
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  expect(await statuses(owner)).toEqual(['paid', 'paid'])
})

test('a request that is still on its way when the client stops counts if it arrives', async () => {
  const { owner, first } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  world.cards.failure = { kind: 'unreachable', only: 'charge' }
  await world.runAt('2026-12-25T09:00:00Z')
  await world.runAt('2026-12-25T10:00:00Z')
  await owner.stop(first.id)
  await world.runAt('2026-12-25T10:00:30Z')
  expect(await chargesOf(owner)).toEqual(['1 running'])
  world.cards.failure = null
  world.cards.charge(world.cards.calls.charge.at(-1)!)
  await world.runAt('2026-12-25T10:02:00Z')
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  expect(await statuses(owner)).toEqual(['paid', 'paid'])
})

test('a pause leaves what was sent to be charged', async () => {
  const { owner } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  await owner.pause()
  await world.runAt('2026-12-25T09:00:00Z')
  expect(await chargesOf(owner)).toEqual(['1 paid'])
  await world.runAt('2027-01-25T09:00:00Z')
  expect(await owner.invoices()).toHaveLength(2)
})

test('after a downgrade the card pays what its client was told and what comes next, and no other card is saved', async () => {
  const { owner, first } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22']) await world.runAt(`${day}T09:00:00Z`)
  const other = await owner.make({ startDate: '2026-12-22', sends: true, autopay: true })
  await setPlan(world.app, owner.businessId, 'free')
  await world.runAt('2026-12-22T09:30:00Z')
  const unsaved = (await owner.invoices()).find(({ seriesId }) => seriesId === other.id)
  expect(await owner.optionsOf(unsaved!.id)).toMatchObject({ offersAutopay: false, savedCard: null })
  expect((await owner.pay(unsaved!.id)).status).toBe(422)
  for (const day of ['2026-12-25', '2027-01-15', '2027-01-22', '2027-01-25'])
    await world.runAt(`${day}T09:00:00Z`)
  expect(await chargesOf(owner)).toEqual(['1 paid', '2 paid'])
  // Both can still stop it.
  expect(await owner.optionsOf(first.id)).toMatchObject({ savedCard: 'Visa ending in 4242' })
  expect((await owner.stopByOwner()).savedCard).toBeNull()
})

test('a card is saved only where the series offers it, and only by card', async () => {
  const owner = await world.open({ autopay: false })
  await world.runAt('2026-11-15T12:00:00Z')
  const [first] = await owner.invoices()
  expect(await owner.optionsOf(first!.id)).toMatchObject({ offersAutopay: false, savedCard: null })
  expect(await problemOf(await owner.pay(first!.id))).toMatchObject({
    status: 422,
    fields: { savesCard: 'Automatic payments aren’t offered for this invoice.' },
  })
})

test('the link of another invoice stops nothing', async () => {
  const [{ owner }, { owner: other, first }] = [await openWithCard(), await openWithCard()]
  const series = await owner.make({ startDate: '2026-11-15', sends: true })
  await world.runAt('2026-11-15T12:00:00Z')
  const unrelated = (await owner.invoices()).find(({ seriesId }) => seriesId === series.id)
  await owner.stop(unrelated!.id)
  expect(await owner.cards()).toMatchObject([{ endedAt: null }])
  expect((await owner.stop(series.id)).status).toBe(404)
  await other.stop(first.id)
  expect(await owner.cards()).toMatchObject([{ endedAt: null }])
  expect(await other.cards()).toMatchObject([{ endedBy: 'client' }])
})

test('what changes a card locks at once all invoices it touches: the open ones, the newest and its own', async () => {
  const { owner, first } = await openWithCard()
  for (const day of ['2026-12-15', '2026-12-22', '2026-12-25', '2027-01-15'])
    await world.runAt(`${day}T09:00:00Z`)
  const [, second, newest] = await owner.invoices()
  const { businessId } = owner
  const lockedWith = (invoiceId: string | null) =>
    withTenant(world.app.database, businessId, async (tx) => {
      await lockInvoicesOfSeries(tx, { businessId, seriesId: owner.series.id }, invoiceId)
      const free = await owner.tenant<{ id: string }>('select id from invoices for update skip locked')
      return (await owner.invoices()).map(({ id }) => id).filter((id) => !free.some((row) => row.id === id))
    })
  expect(await statuses(owner)).toEqual(['paid', 'paid', 'pending'])
  expect(await lockedWith(null)).toEqual([newest!.id])
  await owner.record(newest!.id, 12_000)
  expect(await lockedWith(null)).toEqual([newest!.id])
  expect(await lockedWith(first.id)).toEqual([first.id, newest!.id])
  await world.runAt('2027-02-15T09:00:00Z')
  const [, , , last] = await owner.invoices()
  expect(await lockedWith(second!.id)).toEqual([second!.id, last!.id])
})
