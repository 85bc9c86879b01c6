import { expect } from '@playwright/test'
import { test, toast } from '../support/e2e/browser.ts'
import { button, openCompany, openNewInvoice } from '../support/e2e/charge-form.ts'
import { makePicture } from '../support/fixtures/images.ts'

test('a bad logo is refused in words and the good one stays', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await openCompany(page)
  await expect(page.getByText('or drop it here')).toBeVisible()
  const file = page.getByLabel('Logo file')
  const preview = page.getByRole('group', { name: 'Logo' }).getByRole('img', { name: 'Your logo' })
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await makePicture('png') })
  await expect(preview).toBeVisible()
  const address = await preview.getAttribute('src')
  expect(
    await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(300)

  // settings.spec.ts tests all refusals with the same field.
  await file.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html>'),
  })
  await expect(toast(page, 'Invalid file type', 'Please upload an image file')).toBeVisible()
  await expect(preview).toHaveAttribute('src', address!)
  await page.route('**/api/v1/business/logo', (route) => route.abort())
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await makePicture('png') })
  await expect(toast(page, 'Upload Failed', 'Could not upload logo. Please try again.')).toBeVisible()
  await expect(preview).toHaveAttribute('src', address!)
  await button(page, 'Remove from this invoice').click()
  await expect(preview).toBeHidden()
  await expect(button(page, 'Upload logo')).toBeFocused()
})
