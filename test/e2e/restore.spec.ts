import { type Page, expect } from '@playwright/test'
import { unzipSync, zipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { expectToLookWell, looks, password, signIn, signUp, tabTo, test } from '../support/e2e/browser.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Restore from an archive', exact: true })

async function exportFrom(page: Page): Promise<Buffer> {
  await page.goto('/settings')
  const arrives = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  return readFile(await (await arrives).path())
}

test('an archive is restored into a new account, by keyboard', async ({ page, request, browser }) => {
  const { email } = await signUp(request)
  await signIn(page, { email, password })
  await expect(async () => {
    await page.goto('/settings')
    await expect(card(page)).toBeVisible()
  }).toPass()
  await makeInvoice(page, { client: 'Corner Bakery' })
  const archive = await exportFrom(page)
  // An account with data takes none.
  await expect(card(page)).toBeHidden()
  await page.goto('/dashboard')
  const owed = await page.getByRole('main').getByText('$1,250.00').first().textContent()

  for (const look of looks) {
    await test.step(`${look.name}, ${look.colorScheme}`, async () => {
      const { email: fresh } = await signUp(request)
      const context = await browser.newContext({
        viewport: { width: look.width, height: look.height },
        colorScheme: look.colorScheme,
        reducedMotion: 'reduce',
      })
      const other = await context.newPage()
      // Playwright takes over the dialog for files as long as someone listens. Here a key opens it at once.
      other.on('filechooser', () => undefined)
      // The check goes through all looks. What follows is done in this one again.
      const lookWell = async () => {
        await expectToLookWell(other)
        await other.setViewportSize({ width: look.width, height: look.height })
        await other.emulateMedia({ colorScheme: look.colorScheme })
      }
      await signIn(other, { email: fresh, password })
      await other.goto('/settings')
      await expect(card(other)).toContainText('What an archive doesn’t bring back')
      await lookWell()
      const choose = async (buffer: Buffer) => {
        const button = card(other).getByRole('button', { name: 'Choose an archive' })
        await tabTo(other, button)
        const chooser = other.waitForEvent('filechooser')
        await other.keyboard.press('Enter')
        await (await chooser).setFiles({ name: 'archive.zip', mimeType: 'application/zip', buffer })
      }
      const { 'json/businesses.json': _, ...rest } = unzipSync(new Uint8Array(archive))
      await choose(Buffer.from(zipSync(rest)))
      await expect(card(other).getByRole('alert')).toContainText('This archive doesn’t contain one business.')
      await lookWell()
      await choose(archive)
      await expect(card(other)).toContainText('Your data is back')
      await expect(card(other)).toContainText('Invoices1')
      expect(other.viewportSize()?.width).toBe(look.width)
      await lookWell()
      await other.goto('/dashboard')
      await expect(
        other
          .getByRole('main')
          .getByText(owed ?? '')
          .first(),
      ).toBeVisible()
      await other.goto('/invoices')
      await expect(other.getByRole('main').getByText('Corner Bakery').first()).toBeVisible()
      await other.goto('/settings')
      await expect(other.getByRole('button', { name: 'Export data' })).toBeVisible()
      await expect(card(other)).toBeHidden()
      await context.close()
    })
  }
})
