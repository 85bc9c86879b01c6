import { expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import { expectAccessible, expectToLookWell, mailTo, newEmail, test } from '../support/e2e/browser.ts'
import { createButton, field, fillClient, invoiceCreated, openForm } from '../support/e2e/invoice-form.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { cardButton, cards, enterCard, makeOwner } from '../support/e2e/payments.ts'

const today = () => dateIn('UTC', new Date())
const unknown = { phone: '', address: '', contactName: '' }
const half = { kind: 'percentage', value: 50_000 } as const

for (const width of [1280, 390]) {
  test(`an owner asks for a deposit at ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 })
    await openForm(page, request)
    await fillClient(page, 'Corner Bakery')
    await field(page, 'Amount').fill('1000')
    await page.getByRole('button', { name: 'Ask for a deposit or installments' }).click()
    const part = page.getByRole('group', { name: 'Part 1', exact: true })
    await expect(part.getByLabel('Percentage of the total')).toBeFocused()
    await expect(part).toContainText('Part 1 $500.00')
    await part.getByLabel('Percentage of the total').fill('100')
    await createButton(page).click()
    await expect(part).toContainText('Please enter a percentage between 0 and 100')
    await part.getByLabel('Percentage of the total').fill('30')
    await expect(part).toContainText('Part 1 $300.00')
    await expect(page.getByText('The rest, due on the due date')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add part' }).click()
    const second = page.getByRole('group', { name: 'Part 2', exact: true })
    await second.getByRole('button', { name: 'Amount', exact: true }).click()
    await second.getByLabel('Amount to ask for').fill('800')
    await createButton(page).click()
    await expect(second).toContainText('The parts must come to less than the total')
    await second.getByRole('button', { name: 'Remove part 2' }).click()
    await expect(part.getByLabel('Percentage of the total')).toBeFocused()

    await page.getByLabel('Do not send').check()
    await createButton(page).click()
    await expect(page.getByText(invoiceCreated)).toBeVisible()
  })
}

test('a client pays the deposit on a phone, and the rest shows as next', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeOwner(request)
  const client = { id: null, name: 'Corner Bakery', email: newEmail(), ...unknown }
  const invoice = await postInvoice(request, {
    client,
    charge: { kind: 'amount', amountMinor: 100_000 },
    parts: [{ amount: half, dueDate: addDays(today(), -2) }],
  })
  await page.goto(invoice.publicUrl)
  await expect(page.getByText('Amount due: deposit')).toBeVisible()
  const schedule = page.getByRole('list', { name: 'Payment schedule' }).first()
  await expect(schedule).toContainText(`Deposit 50% due ${formatDate(addDays(today(), -2))} · Overdue$500.00`)
  await expect(schedule).toContainText(`Rest due ${formatDate(addDays(today(), 30))}$500.00`)
  await page.getByRole('radio', { name: 'Pay the whole $1,000.00' }).check()
  await expect(cardButton(page, '$1,000.00')).toBeVisible()
  await page.getByRole('radio', { name: 'Pay the deposit: $500.00' }).check()
  await expectToLookWell(page)
  await cardButton(page, '$500.00').click()
  await enterCard(page, cards.pays)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible()
  await mailTo(client.email, `Receipt for $500.00 paid on invoice ${invoice.number} from Test Business`)

  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByText('Amount due: rest')).toBeVisible()
  await expect(schedule).toContainText('Paid')
  await expect(cardButton(page, '$500.00')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Pay the whole/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('a client of several installments is asked for the first by its number', async ({ page, request }) => {
  await makeOwner(request)
  const client = { id: null, name: 'Corner Bakery', email: newEmail(), ...unknown }
  const { publicUrl } = await postInvoice(request, {
    client,
    charge: { kind: 'amount', amountMinor: 100_000 },
    parts: [
      { amount: half, dueDate: addDays(today(), 2) },
      { amount: { kind: 'fixed', value: 20_000 }, dueDate: addDays(today(), 9) },
    ],
  })
  await page.goto(publicUrl)
  await expect(page.getByRole('radio', { name: 'Pay installment 1 of 3: $500.00' })).toBeChecked()
})
