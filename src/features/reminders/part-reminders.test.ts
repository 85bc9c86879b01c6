import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { recordPayment } from '../payments/contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

/** 40% of $1,000 on November 10, the rest on November 20. */
async function openInParts() {
  reminding.setClock('2026-11-01T00:00:00Z')
  const business = await reminding.open()
  await business.series([-3, 0, 7])
  const invoice = await business.invoice({
    charge: { kind: 'amount', amountMinor: 100_000 },
    parts: [{ amount: { kind: 'percentage', value: 40_000 }, dueDate: '2026-11-10' }],
  })
  const pay = async (amountMinor: number, receivedOn: string) => {
    const payment = { amountMinor, method: 'transfer', receivedOn, note: '', sendReceipt: false } as const
    const request = { params: { id: invoice.id }, body: { ...payment, requestId: crypto.randomUUID() } }
    const response = await reminding.app.send(recordPayment, request, { cookie: business.cookie })
    expect(response.status).toBe(200)
  }
  return { business, invoice, pay }
}

test('each part has all of its own reminders, which name it and its amount', async () => {
  const { fireAt } = reminding
  const { business, invoice, pay } = await openInParts()
  await fireAt('2026-11-07T09:00:00Z')
  await fireAt('2026-11-10T09:00:00Z')
  reminding.setClock('2026-11-11T12:00:00Z')
  await pay(40_000, '2026-11-11')
  await fireAt('2026-11-17T09:00:00Z')
  await fireAt('2026-11-20T09:00:00Z')
  await fireAt('2026-11-27T09:00:00Z')
  expect(await business.steps(invoice.id)).toEqual(['-3 sent', '0 sent', '-3 sent', '0 sent', '7 sent'])
  const mails = await business.mails(invoice.id)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invoice ${invoice.number} (deposit) is due on Nov 10, 2026`,
    `Invoice ${invoice.number} (deposit) is due today`,
    `Invoice ${invoice.number} (rest) is due on Nov 20, 2026`,
    `Invoice ${invoice.number} (rest) is due today`,
    `Invoice ${invoice.number} (rest) was due on Nov 20, 2026`,
  ])
  expect(mails[0]?.text).toContain('for $400.00 is due on Nov 10, 2026')
  expect(mails[4]?.text).toContain('for $600.00 was due on Nov 20, 2026')
})

test('an overdue part is asked for with those that have come since', async () => {
  const { fireAt } = reminding
  const { business, invoice } = await openInParts()
  await fireAt('2026-11-17T09:00:00Z')
  const [mail] = await business.mails(invoice.id)
  expect(mail?.subject).toBe(`Invoice ${invoice.number} (deposit) was due on Nov 10, 2026`)
  expect(mail?.text).toContain('for $400.00 was due on Nov 10, 2026')
})

test('a part that is paid late brings no reminders of the next one that lie in the past', async () => {
  const { setClock, fireAt } = reminding
  const { business, invoice, pay } = await openInParts()
  setClock('2026-11-21T12:00:00Z')
  await pay(40_000, '2026-11-21')
  await fireAt('2026-11-22T09:00:00Z')
  expect(await business.steps(invoice.id)).toEqual([])
  expect(await business.next(invoice.id)).toBe('7 at 2026-11-27T09:00')
})
