import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import {
  type SummaryApp,
  type SummaryOwner,
  createSummaryApp,
} from '../../../../test/support/reports/summary-app.ts'
import { answerOf, problemOf } from '../../../../test/support/test-app.ts'
import { listSecurityActivity } from '../../integrations/contract.ts'
import { sendTestSummary } from './contract.ts'

let summing: SummaryApp
let owner: SummaryOwner
beforeAll(async () => {
  summing = await createSummaryApp()
})
afterAll(() => summing.app.close())
beforeEach(async () => {
  summing.setClock('2026-11-10T12:00:00Z')
  owner = await summing.open()
})

const activity = async () => {
  const answer = await summing.app.send(listSecurityActivity, { query: {} }, owner)
  return (await answerOf(listSecurityActivity, answer)).entries
}
const sendNow = () => summing.app.send(sendTestSummary, {}, owner)

test('a business that never chose gets no summary', async () => {
  expect(await owner.settings()).toEqual({
    day: null,
    toOwner: true,
    accountantEmail: '',
    basis: 'accrual',
    isStopped: false,
    next: null,
  })
})

test('the settings are saved, and turning it off ends what was to come', async () => {
  const settings = {
    day: 28,
    toOwner: false,
    accountantEmail: 'accountant@books.example',
    basis: 'cash' as const,
  }
  expect(await owner.turnOn(settings)).toEqual({
    ...settings,
    isStopped: false,
    next: { at: '2026-12-28T08:00:00.000Z', month: '2026-11-01' },
  })
  expect(await owner.turnOn({ ...settings, day: null })).toMatchObject({ day: null, next: null })
})

test('after a pause the month in which it is turned on again is the next', async () => {
  await owner.turnOn()
  await owner.turnOn({ day: null })
  summing.setClock('2027-02-03T12:00:00Z')
  expect((await owner.turnOn({ day: 1 })).next?.month).toBe('2027-02-01')
})

test('another day neither repeats a month nor loses one', async () => {
  await owner.turnOn({ day: 20 })
  await summing.sendAt('2026-12-10T08:00:00Z')
  await owner.turnOn({ day: 5 })
  await summing.sendAt('2026-12-10T08:01:00Z')
  await owner.turnOn({ day: 28 })
  await summing.sendAt('2026-12-28T08:00:00Z')
  expect(await owner.subjects()).toEqual(['November 2026 at Test Business'])
})

test('what cannot be right is refused at its field', async () => {
  const fieldsOf = async (settings: Parameters<typeof owner.save>[0]) =>
    (await problemOf(await owner.save(settings))).fields
  for (const day of [0, 29, 1.5]) {
    expect(await fieldsOf({ day })).toEqual({ day: 'Please choose a day from 1 to 28.' })
  }
  expect(await fieldsOf({ accountantEmail: 'accountant' })).toEqual({
    accountantEmail: 'Please enter a valid email address.',
  })
  expect(await fieldsOf({ toOwner: false })).toEqual({
    accountantEmail: 'Please enter an address, or have the summary sent to you.',
  })
  expect((await owner.settings()).day).toBeNull()
})

test('the owner’s own address is fine, and an address is the same in capitals', async () => {
  const { accountantEmail } = await owner.turnOn({ accountantEmail: ` ${owner.email.toUpperCase()} ` })
  expect(accountantEmail).toBe(owner.email)
})

test('another address of the accountant is in the activity of the account, and the owner gets an email', async () => {
  await owner.turnOn({ accountantEmail: 'first@books.example' })
  await owner.turnOn({ accountantEmail: 'first@books.example', day: 7 })
  await owner.turnOn({ accountantEmail: '' })
  expect(await activity()).toMatchObject([
    {
      what: 'Accountant’s email changed',
      detail: 'Gets the monthly summary: no one. Before: first@books.example',
    },
    { detail: 'Gets the monthly summary: first@books.example. Before: no one' },
  ])
  expect(await owner.sql(`select to_address as to from mails where kind = 'security-notice'`)).toEqual([
    { to: owner.email },
    { to: owner.email },
  ])
})

test('without the Pro plan it can be read and not changed', async () => {
  await owner.turnOn()
  await setPlan(summing.app, owner.businessId, 'free')
  expect((await owner.settings()).day).toBe(5)
  for (const answer of [await owner.save({ day: null }), await sendNow()]) {
    expect(await problemOf(answer)).toMatchObject({ code: 'PLAN_REQUIRED' })
  }
})

test('the summary of the last month can be sent to the owner at once, five times an hour', async () => {
  await owner.turnOn({ accountantEmail: 'accountant@books.example', basis: 'cash' })
  expect(await answerOf(sendTestSummary, await sendNow())).toEqual({ to: owner.email, state: 'queued' })
  const [mail, ...others] = await owner.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'month-summary', subject: 'October 2026 at Test Business' })
  expect(mail?.text).toContain('Nothing was earned or spent in this period.')
  expect(mail?.text).toContain('&basis=cash')
  expect((await owner.settings()).next?.month).toBe('2026-11-01')
  for (let sent = 1; sent < 5; sent += 1) expect((await sendNow()).status).toBe(200)
  expect((await sendNow()).status).toBe(429)
})
