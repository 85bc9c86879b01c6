import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeMonthly,
  feeOnce,
} from '../../../test/support/late-fees/late-fee-app.ts'

let late: LateFeeApp
let business: Awaited<ReturnType<LateFeeApp['open']>>
beforeAll(async () => {
  late = await createLateFeeApp()
})
beforeEach(async () => {
  late.setClock('2026-10-01T12:00:00Z')
  business = await late.open()
})
afterAll(() => late.app.close())

test('a reminder says when the next late fee is added, and how much it is', async () => {
  const { id } = await business.late(feeOnce, { sendReminder: true })
  await late.fireAt('2026-10-29T09:00:00Z')
  const [mail] = await business.mails(id)
  const warning = 'A late fee of $25.00 will be added on Nov 15, 2026 if this is not paid by then.'
  expect(mail?.text).toContain(`Late fee:\n${warning}`)
  expect(mail?.html).toContain(warning)
})

test('so does one in the words of the business, and it names the fees that were added', async () => {
  await business.series([30], { subject: 'Own subject', body: 'Own words.' })
  const { id } = await business.late(feeMonthly, { sendReminder: true })
  await late.addAt('2026-11-15T09:00:00Z')
  await late.fireAt('2026-12-01T09:00:00Z')
  const [mail] = await business.mails(id)
  expect(mail?.text).toContain('Own words.')
  expect(mail?.text).toContain('A late fee of $15.00 will be added on Dec 15, 2026')
  expect(mail?.text).toContain('Late fee: 14 days after Nov 1, 2026: $15.00')
  expect(mail?.text).toContain('Amount due: $1,015.00')
})

test('a reminder of an invoice without late fees, or whose fee was skipped or added, says nothing of them', async () => {
  const [without, after] = [
    await business.late(null, { sendReminder: true }),
    await business.late(feeOnce, { sendReminder: true }),
  ]
  await business.series([-3, 20])
  await late.fireAt('2026-10-29T09:00:00Z')
  await late.addAt('2026-11-15T09:00:00Z')
  await late.fireAt('2026-11-21T09:00:00Z')
  for (const mail of await business.mails(without.id)) expect(mail.text).not.toMatch(/late fee/i)
  const mails = await business.mails(after.id)
  expect(mails.map(({ text }) => text.includes('will be added'))).toEqual([true, false])
})
