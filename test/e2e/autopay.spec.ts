import { type APIRequestContext, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { addDays, dateIn } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { cards, enterCard } from '../support/e2e/payments.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { startInThePast } from '../support/e2e/recurring.ts'
import { productUrl } from '../support/e2e/settings.ts'
import { invoiceInput } from '../support/fixtures/invoice-input.ts'

async function post(request: APIRequestContext, path: string, data?: object) {
  const response = await request.post(path, { data, headers: { origin: productUrl } })
  expect(response.status()).toBe(200)
  return response.json()
}

const invoicesOf = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`/api/v1/recurring/${id}/invoices`)).json()).invoices as {
    id: string
    status: string
  }[]

const run = (job: string) => asDatabaseOwner(`insert into pgboss.job (name, data) values ($1, '{}')`, [job])

test('a client saves a card on a phone, the next invoice is charged, and the client stops it', async ({
  page,
  browser,
}) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  const today = dateIn('UTC', new Date())
  const {
    issueDate: _issued,
    dueDate: _due,
    sendOption: _option,
    ...content
  } = invoiceInput({
    charge: { kind: 'amount', amountMinor: 12_000 },
    paymentTerms: 'custom',
  })
  const input = {
    frequency: 'monthly',
    startDate: today,
    end: { kind: 'never' },
    sends: true,
    autopay: true,
    content: { ...content, parts: [], dueInDays: 20 },
  }
  const { id } = await post(page.request, '/api/v1/recurring', { ...input, requestId: randomUUID() })
  const series = id as string
  await startInThePast({ id: series }, addDays(today, -1))
  await expect.poll(async () => (await invoicesOf(page.request, series)).length).toBe(1)
  const [first] = await invoicesOf(page.request, series)

  const client = await browser.newContext({ viewport: screens[1], baseURL: productUrl })
  const phone = await client.newPage()
  await phone.goto(`/invoices/${first!.id}/view`)
  const consent = phone.getByRole('checkbox', { name: /^Save this card and pay the invoices of this series/ })
  await expect(consent).not.toBeChecked()
  await consent.check()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Pay $120.00 by Card' }).click()
  await expect(
    phone.getByText('you allow this card to be charged for this payment and future payments'),
  ).toBeVisible()
  await enterCard(phone, cards.pays)
  await expect(phone).toHaveURL(/payment-success/)
  await expect.poll(async () => (await invoicesOf(page.request, series))[0]?.status).toBe('paid')

  // The next period is made, its client was told two days ago, and its day has come.
  await asDatabaseOwner('update recurring_series set next_on = $2 where id = $1', [
    series,
    addDays(today, -1),
  ])
  await run('make-recurring-invoices')
  await expect.poll(async () => (await invoicesOf(page.request, series)).length).toBe(2)
  const [second] = await invoicesOf(page.request, series)
  await phone.goto(`/invoices/${second!.id}/view`)
  await expect(phone.getByText(/^Your Visa ending in 4242 will be charged \$120\.00 on /)).toBeVisible()
  await expectToLookWell(phone)
  await page.goto(`/invoices/${second!.id}`)
  await expect(page.getByText(/^Visa ending in 4242 will be charged \$120\.00 on /)).toBeVisible()
  await expectToLookWell(page)
  await asDatabaseOwner(
    `update saved_cards set consented_at = now() - interval '40 days' where series_id = $1`,
    [series],
  )
  await asDatabaseOwner(
    `update invoices set due_date = current_date - 1, autopay_announced_at = now() - interval '2 days' where id = $1`,
    [second!.id],
  )
  await run('charge-saved-cards')
  await expect.poll(async () => (await invoicesOf(page.request, series))[0]?.status).toBe('paid')

  await page.goto(`/invoices/${second!.id}`)
  await expect(page.getByText('Charged automatically: Visa ending in 4242')).toBeVisible()
  await page.goto(`/invoices/recurring/${series}`)
  await expect(page.getByText('Paid automatically with Visa ending in 4242')).toBeVisible()
  await expectToLookWell(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(
    page.getByText('Invoices that were sent are still charged to the saved card.').first(),
  ).toBeVisible()

  await phone.reload()
  await phone.getByRole('button', { name: 'Stop automatic payments' }).click()
  await expect(phone.getByRole('alertdialog', { name: 'Stop automatic payments?' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(toast(phone, 'Automatic payments stopped')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Stop automatic payments' })).toHaveCount(0)
  await client.close()
})
