import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

type Business = Awaited<ReturnType<ReminderApp['open']>>

async function look(business: Business, id: string) {
  const answer = await reminding.app.send(contract.getInvoiceReminders, { params: { id } }, business)
  return answerOf(contract.getInvoiceReminders, answer)
}

async function openOn(iso: string, days?: number[]) {
  reminding.setClock(iso)
  const business = await reminding.open()
  if (days) await business.series(days)
  return business
}

test('a day that had passed is not called one that went out', async () => {
  const business = await openOn('2026-11-18T00:00:00Z')
  const { id } = await business.invoice()
  expect(await look(business, id)).toMatchObject({ next: null, hint: 'passed', hasOwnSeries: false })
  const draft = await business.invoice({ sendOption: 'email_later' })
  expect(await look(business, draft.id)).toMatchObject({ hint: 'passed' })
})

test('a series without days says so', async () => {
  const business = await openOn('2026-11-01T00:00:00Z', [])
  const { id } = await business.invoice()
  expect(await look(business, id)).toMatchObject({ hint: 'no-steps', hasOwnSeries: true })
})

test('what is left of a series decides what is said', async () => {
  const business = await openOn('2026-11-18T00:00:00Z', [-7, 0])
  const { id } = await business.invoice()
  expect(await look(business, id)).toMatchObject({ next: { offsetDays: 0 }, lastAt: null, hint: null })
  await reminding.fireAt('2026-11-20T09:00:00Z')
  expect(await look(business, id)).toMatchObject({
    next: null,
    lastAt: '2026-11-20T09:00:00.000Z',
    hint: 'partly-passed',
  })
})

test('whether a client gets reminders can be asked, by its own business alone', async () => {
  const business = await openOn('2026-11-01T00:00:00Z')
  const { client } = await business.invoice({ client: clientInput({ email: 'asked@example.com' }) })
  const params = { id: client.id ?? '' }
  const ask = (who: Business) => reminding.app.send(contract.getClientReminders, { params }, who)
  expect(await answerOf(contract.getClientReminders, await ask(business))).toEqual({ optedOut: false })
  await reminding.app.send(contract.setClientReminders, { params, body: { optedOut: true } }, business)
  expect(await answerOf(contract.getClientReminders, await ask(business))).toEqual({ optedOut: true })
  expect(await problemOf(await ask(await reminding.open()))).toMatchObject({ code: 'NOT_FOUND' })
})
