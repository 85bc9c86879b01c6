import { type Page, expect } from '@playwright/test'
import { expectToLookWell, screens, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { createButton, field, fillClient } from '../support/e2e/invoice-form.ts'
import { cardButton, cards, enterCard } from '../support/e2e/payments.ts'
import { productUrl } from '../support/e2e/settings.ts'
import { readPdf } from '../support/read-pdf.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const payments = (page: Page) => page.getByRole('region', { name: 'Payments' })

/** Amounts as the page writes them: a no-break space stands before the sign. */
const euros = (amount: string) => `${amount}\u{a0}€`

async function chooseEuros(page: Page): Promise<void> {
  const path = '/api/v1/business/profile'
  const {
    email: _email,
    logo: _logo,
    isCurrencyFixed: _fixed,
    ...profile
  } = await (await page.request.get(path)).json()
  const data = { ...profile, currency: 'EUR', locale: 'de-DE' }
  const response = await page.request.put(path, { headers: { origin: productUrl }, data })
  expect(response.status()).toBe(200)
}

async function pdfText(page: Page, address: string): Promise<string> {
  const { text } = await readPdf(await (await page.request.get(address)).body())
  return text.replaceAll(/\s/g, ' ')
}

for (const screen of screens) {
  test(`a business in euros sends, is paid, refunds and credits, on a ${screen.name} screen`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(screen)
    await signIn(page, await signUp(request))
    await chooseEuros(page)

    await page.goto('/invoices/new')
    await fillClient(page, 'Casa Verde')
    await field(page, 'Amount').fill('1.234')
    await createButton(page).click()
    await expect(
      page.getByText('“1.234” could mean 1.234,00 or 1,23. Please write the one you mean.'),
    ).toBeVisible()
    await field(page, 'Amount').fill('1.234,56')
    await createButton(page).click()
    await expect(toast(page, 'Invoice Created')).toBeVisible()
    const { invoices } = await (await page.request.get('/api/v1/invoices')).json()
    const { id, number, totalMinor } = invoices[0]
    expect(totalMinor).toBe(123_456)

    await page.goto(`/invoices/${id}/view`)
    await expect(page.getByRole('article')).toContainText(euros('1.234,56'))
    await cardButton(page, euros('1.234,56')).click()
    await enterCard(page, cards.pays)
    await expect(page.getByRole('main')).toContainText(`Amount${euros('1.234,56')}`)

    await page.goto(`/invoices/${id}`)
    await payments(page).getByRole('button', { name: 'Refund' }).click()
    await dialog(page).getByLabel('Amount').fill('34,56')
    await dialog(page).getByRole('button', { name: 'Refund' }).click()
    await expect(toast(page, 'Refund Sent', euros('34,56'))).toBeVisible()
    await expect(payments(page)).toContainText(`-${euros('34,56')}`)

    await page.getByRole('button', { name: `More actions for invoice ${number}` }).click()
    await page.getByRole('menuitem', { name: 'Cancel or correct with a credit note' }).click()
    await dialog(page).getByRole('radio', { name: 'A part of it' }).check()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('200')
    await dialog(page).getByRole('button', { name: 'Create credit note' }).click()
    await expect(
      toast(page, 'Credit Note Created', `CN-0001: ${euros('200,00')} of invoice ${number} was credited.`),
    ).toBeVisible()
    await expectToLookWell(page)

    const invoicePdf = await pdfText(page, `/api/v1/public/invoices/${id}/pdf`)
    expect(invoicePdf).toContain('1.234,56 €')
    expect(invoicePdf).toContain('-200,00 €')
    const { creditNotes } = await (await page.request.get(`/api/v1/invoices/${id}/credit-notes`)).json()
    const creditPdf = await pdfText(page, `/api/v1/public/credit-notes/${creditNotes[0].id}/pdf`)
    expect(creditPdf).toContain('CN-0001')
    expect(creditPdf).toContain('200,00 €')
  })
}

test('quantities and percentages have a decimal comma, as the amounts beside them', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await chooseEuros(page)
  await page.goto('/invoices/new')
  await fillClient(page, 'Casa Verde')
  await page.getByRole('button', { name: 'Add line items' }).click()
  const line = page.getByRole('group', { name: 'Line 1', exact: true })
  await line.getByLabel('Description').fill('Design')
  await line.getByLabel('Quantity').fill('1.250')
  await line.getByLabel('Rate').fill('100')
  await createButton(page).click()
  await expect(
    page.getByText('“1.250” could mean 1250 or 1,25. Please write the one you mean.'),
  ).toBeVisible()
  await line.getByLabel('Quantity').fill('1,5')
  await page.getByLabel('Discount', { exact: true }).selectOption('Percentage')
  await page.getByLabel('Discount percentage').fill('2,5')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('Discount (2,5%)')
  await createButton(page).click()
  await expect(toast(page, 'Invoice Created')).toBeVisible()

  const { invoices } = await (await page.request.get('/api/v1/invoices')).json()
  const pdf = await pdfText(page, `/api/v1/public/invoices/${invoices[0].id}/pdf`)
  expect(pdf).toContain('1,5 100,00 € 150,00 €')
  expect(pdf).toContain('Discount (2,5%)')
  await page.goto(`/invoices/${invoices[0].id}/edit`)
  await expect(line.getByLabel('Quantity')).toHaveValue('1,5')
  await expect(page.getByLabel('Discount percentage')).toHaveValue('2,5')
})
