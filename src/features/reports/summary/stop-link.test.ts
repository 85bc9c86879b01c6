import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import {
  type SummaryApp,
  type SummaryOwner,
  createSummaryApp,
} from '../../../../test/support/reports/summary-app.ts'
import { answerOf, problemOf } from '../../../../test/support/test-app.ts'
import type { MailAttachment } from '../../../platform/db/tables/mail.ts'
import { openSummaryLink, stopSummaries } from './contract.ts'
import { withReportFiles } from './report-attachment.ts'
import { readStopToken, writeStopToken } from './stop-token.ts'
import { createSummaryObjection, summaryUnwanted } from './summary-objection.ts'

const accountantEmail = 'accountant@books.example'

let summing: SummaryApp
let owner: SummaryOwner
let token: string
beforeAll(async () => {
  summing = await createSummaryApp()
})
afterAll(() => summing.app.close())
beforeEach(async () => {
  summing.setClock('2026-10-20T12:00:00Z')
  owner = await summing.open()
  await owner.turnOn({ accountantEmail })
  await summing.sendAt('2026-11-05T08:00:00Z')
  const mail = (await owner.mails()).find(({ to }) => to === accountantEmail)
  token = /summary-emails\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
})

const open = (given = token) => summing.app.send(openSummaryLink, { params: { token: given } })
const stop = async (isStopped = true) =>
  answerOf(stopSummaries, await summing.app.send(stopSummaries, { params: { token }, body: { isStopped } }))

test('opening the link changes nothing; confirming stops the emails to that address alone', async () => {
  const link = { business: 'Test Business', email: accountantEmail }
  expect(await answerOf(openSummaryLink, await open())).toEqual({ ...link, isStopped: false })
  expect((await owner.settings()).isStopped).toBe(false)
  expect(await stop()).toEqual({ ...link, isStopped: true })
  expect(await stop()).toEqual({ ...link, isStopped: true })
  expect((await owner.settings()).isStopped).toBe(true)
  await summing.sendAt('2026-12-05T08:00:00Z')
  expect((await owner.mails()).slice(2).map(({ to }) => to)).toEqual([owner.email])
})

test('a stopped address stays stopped after another one was entered, until its own link says otherwise', async () => {
  await stop()
  // What else is saved is saved.
  expect(await owner.turnOn({ accountantEmail, day: 7 })).toMatchObject({ day: 7, isStopped: true })
  expect(await owner.turnOn({ accountantEmail: 'other@books.example' })).toMatchObject({ isStopped: false })
  const refused = await problemOf(await owner.save({ accountantEmail }))
  expect(refused.fields).toHaveProperty('accountantEmail')
  await stop(false)
  expect(await owner.turnOn({ accountantEmail })).toMatchObject({ accountantEmail, isStopped: false })
  await summing.sendAt('2026-12-05T08:00:00Z')
  expect((await owner.mails()).slice(2).map(({ to }) => to)).toEqual([owner.email, accountantEmail])
})

test('the link works without the Pro plan and outlives another address', async () => {
  await owner.turnOn({ accountantEmail: '' })
  await setPlan(summing.app, owner.businessId, 'free')
  expect(await stop()).toMatchObject({ isStopped: true })
})

test('a token that was not signed for this business and this address is like none', async () => {
  const other = await summing.open()
  const [ticket = '', signature = ''] = token.split('.')
  const { businessId, email } = readStopToken(token) ?? { businessId: '', email: '' }
  expect({ businessId, email }).toEqual({ businessId: owner.businessId, email: accountantEmail })
  const signed = (values: Partial<{ businessId: string; email: string }>) =>
    writeStopToken(Buffer.alloc(32), { businessId, email, ...values })
  const [ofOther = ''] = signed({ businessId: other.businessId }).split('.')
  const [toOther = ''] = signed({ email: owner.email }).split('.')
  for (const wrong of [
    signed({}),
    signed({ businessId: randomUUID() }),
    `${ofOther}.${signature}`,
    `${toOther}.${signature}`,
    `${ticket}.${signature.toLowerCase()}`,
    ticket,
  ]) {
    const answer = await open(wrong)
    expect([wrong, answer.status]).toEqual([wrong, 404])
    expect(await problemOf(answer)).toMatchObject({ message: 'There is nothing at this address.' })
  }
})

test('an email that still waits is not sent to an address that stopped it or was removed', async () => {
  const objection = createSummaryObjection(summing.app.deps)
  const mail = { kind: 'accountant-summary', businessId: owner.businessId, toAddress: accountantEmail }
  expect(await objection(mail)).toBeNull()
  expect(await objection({ ...mail, toAddress: 'former@books.example' })).toBe(summaryUnwanted)
  await stop()
  expect(await objection(mail)).toBe(summaryUnwanted)
  expect(await objection({ ...mail, kind: 'month-summary' })).toBeNull()
})

test('the accountant’s email carries the profit and loss of the month as a PDF', async () => {
  const [mail] = await owner.sql<{ attachment: MailAttachment }>(
    `select attachment from mails where kind = 'accountant-summary'`,
  )
  const make = withReportFiles(summing.app.deps, async () => [])
  const [file, ...others] = await make({ businessId: owner.businessId, attachment: mail!.attachment })
  expect(others).toEqual([])
  expect(file?.filename).toBe('profit-and-loss-2026-10-01-to-2026-10-31.pdf')
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-')
})
