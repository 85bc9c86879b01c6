import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/support/fixtures/invoices.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf } from '../../../test/support/test-app.ts'
import { remindNow, skipStep } from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp({ mailWaitsForVerification: true })
})
afterAll(() => reminding.app.close())

test('an owner who has not confirmed an address sends none: it waits for the next sending hour', async () => {
  const { app, open, fireAt } = reminding
  const business = await open()
  await business.series([0, 1])
  const { id } = await business.invoice()
  await fireAt('2026-11-20T09:00:00Z')
  expect(await business.steps(id)).toEqual([])
  expect(await business.mails(id)).toEqual([])
  expect(await business.next(id)).toBe('0 at 2026-11-21T09:00')
  const { businessId } = business
  await asOwner(app, 'businesses', `update businesses set owner_verified = true where id = '${businessId}'`)
  await fireAt('2026-11-20T09:01:00Z')
  expect(await business.steps(id)).toEqual([])
  await fireAt('2026-11-21T09:00:00Z')
  expect(await business.steps(id)).toEqual(['0 missed', '1 sent'])
  expect(await business.mails(id)).toMatchObject([{ state: 'queued' }])
})

test('what such an owner sends by hand waits, and it is said that it does', async () => {
  const { app, open, setClock } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const { businessId } = business
  await business.series([0])
  const [waiting, leaving] = [await business.invoice(), await business.invoice()]
  const act = async (endpoint: typeof remindNow, id: string) =>
    (await answerOf(endpoint, await app.send(endpoint, { params: { id } }, business))).mail
  expect(await act(remindNow, waiting.id)).toBe('held')
  expect(await business.mails(waiting.id)).toMatchObject([{ state: 'held' }])
  await asOwner(app, 'businesses', `update businesses set owner_verified = true where id = '${businessId}'`)
  expect(await act(remindNow, leaving.id)).toBe('queued')
  expect(await act(skipStep as unknown as typeof remindNow, leaving.id)).toBeNull()
})
