import { type Page, expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectToLookWell, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { fillClient, invoiceCreated } from '../support/e2e/invoice-form.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { readPdf } from '../support/read-pdf.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

interface NewField {
  kind?: string
  choices?: string
  isShown?: boolean
}

async function addField(page: Page, target: 'client' | 'invoice', name: string, field: NewField = {}) {
  await page.getByRole('button', { name: `Add Field for ${target}s` }).click()
  await dialog(page).getByLabel('Name').fill(name)
  if (field.kind !== undefined) await dialog(page).getByLabel('Kind').selectOption(field.kind)
  if (field.choices !== undefined) await dialog(page).getByLabel('Choices').fill(field.choices)
  if (field.isShown) await dialog(page).getByLabel('Show on documents').check()
  await dialog(page).getByRole('button', { name: 'Save Field' }).click()
  await expect(dialog(page)).toBeHidden()
}

const labelsIn = (page: Page, card: string) =>
  region(page, card).getByRole('listitem').locator('p:first-child')

for (const [name, viewport, colorScheme] of [
  ['desktop', { width: 1280, height: 800 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme })

    test('fields are defined, filled in, shown to the client, found and exported', async ({
      page,
      request,
    }) => {
      await signIn(page, await signUp(request))
      await page.goto('/clients')
      await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Own fields' })).toBeHidden()
      await page.goto('/invoices/fields')
      await expect(page.getByText('Upgrade to Enterprise')).toBeVisible()
      await expectAccessible(page)
      await setPlan(page, 'enterprise')

      await test.step('defined', async () => {
        await page.goto('/clients')
        await page.getByRole('link', { name: 'Own fields' }).click()
        await expect(region(page, 'Clients')).toContainText('No fields for clients yet')
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Add Field for clients' }).click()
        await dialog(page).getByLabel('Kind').selectOption('Choice')
        await dialog(page).getByRole('button', { name: 'Save Field' }).click()
        await expect(dialog(page)).toContainText('Please enter a name.')
        await expect(dialog(page)).toContainText('Please enter at least one choice.')
        await expectAccessible(page)
        await dialog(page).getByLabel('Name').fill('Level')
        await dialog(page).getByLabel('Choices').fill('Gold\nSilver')
        await dialog(page).getByRole('button', { name: 'Save Field' }).click()
        await expect(region(page, 'Clients')).toContainText('Choice: Gold, Silver')
        await addField(page, 'invoice', 'Site', { isShown: true })
        await addField(page, 'invoice', 'Hours', { kind: 'Number', isShown: true })
        await addField(page, 'invoice', 'Inspected', { kind: 'Date' })
        await page.getByRole('button', { name: 'Move Hours up' }).click()
        await expect(labelsIn(page, 'Invoices')).toHaveText([/^Hours/, /^Site/, 'Inspected'])
        await expectAccessible(page)
      })

      await test.step('archived and brought back', async () => {
        await page.getByRole('button', { name: 'Archive Inspected' }).click()
        await expect(toast(page, 'Field Archived')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Invoices', exact: true })).toBeFocused()
        await page.getByRole('button', { name: 'Bring Back Inspected' }).click()
        await expect(page.getByRole('button', { name: 'Archive Inspected' })).toBeVisible()
      })

      await test.step('filled in on a client', async () => {
        await page.goto('/clients')
        await page.getByRole('button', { name: 'New Client' }).click()
        await dialog(page).getByRole('textbox', { name: 'Company Name' }).fill('Corner Bakery')
        await dialog(page).getByRole('textbox', { name: 'Email' }).fill('bread@example.com')
        await dialog(page).getByLabel('Level').selectOption('Gold')
        await expectAccessible(page)
        await dialog(page).getByRole('button', { name: 'Add Client' }).click()
        await expect(region(page, 'Details')).toContainText('Gold')
        await expectAccessible(page)
        await page.goto('/clients?search=gold')
        await expect(page.getByRole('row').filter({ hasText: 'Corner Bakery' })).toBeVisible()
      })

      await test.step('filled in on an invoice, whose draft keeps it', async () => {
        await page.goto('/invoices/new')
        await fillClient(page, 'Corner Bakery')
        const fields = page.getByRole('form')
        await fields.getByLabel('Amount', { exact: true }).fill('120')
        await fields.getByLabel('Site').fill('Depot Basel')
        await fields.getByLabel('Hours').fill('about ten')
        await fields.getByLabel('Inspected').fill('Nov 20, 2026')
        await page.waitForFunction(() =>
          Object.values(sessionStorage).some((draft: string) => draft.includes('Depot Basel')),
        )
        await page.reload()
        await expect(fields.getByLabel('Site')).toHaveValue('Depot Basel')
        await page.getByRole('button', { name: 'Create Invoice' }).click()
        await expect(page.getByText('Please enter a number for Hours, such as 1234.5.').first()).toBeVisible()
        await fields.getByLabel('Hours').fill('1,234.50')
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Create Invoice' }).click()
        await expect(toast(page, 'Invoice Created', invoiceCreated)).toBeVisible()
      })

      await test.step('found and opened', async () => {
        await page.goto('/invoices?search=depot')
        await page.getByRole('row').filter({ hasText: 'Corner Bakery' }).getByRole('link').first().click()
        await expect(region(page, 'Own fields')).toContainText('Nov 20, 2026')
        await expect(region(page, 'Own fields')).toContainText('1,234.5')
        await expectAccessible(page)
      })

      await test.step('shown to the client', async () => {
        const [, id = ''] = /invoices\/([0-9a-f-]{36})/.exec(page.url()) ?? []
        await page.goto(`/invoices/${id}/view`)
        const paper = page.getByRole('main')
        await expect(paper).toContainText('Depot Basel')
        await expect(paper).toContainText('1,234.5')
        await expect(paper).not.toContainText('Inspected')
        await expectAccessible(page)
        const pdf = await page.request.get(`/api/v1/public/invoices/${id}/pdf`)
        const { text } = await readPdf(await pdf.body())
        expect(text).toContain('Depot Basel')
        expect(text).not.toContain('Inspected')
      })

      await test.step('exported', async () => {
        await page.goto('/invoices')
        const arrives = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export' }).click()
        await page.getByRole('menuitem', { name: /CSV/ }).click()
        const lines = (await readFile(await (await arrives).path(), 'utf8')).split('\n')
        expect(lines[0]).toContain('Hours,Site,Inspected')
        expect(lines[1]).toContain('1234.5,Depot Basel,2026-11-20')
      })

      await page.goto('/invoices/fields')
      await expect(labelsIn(page, 'Invoices')).toHaveCount(3)
      await expectToLookWell(page)
    })
  })
}
