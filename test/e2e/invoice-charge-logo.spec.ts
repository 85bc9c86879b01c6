import { expect } from '@playwright/test'
import { test, toast } from '../support/browser.ts'
import { button, openNewInvoice } from '../support/charge-form.ts'
import { makeNoise, makePicture, makePngBomb } from '../support/images.ts'

test('a bad logo is refused in words and the good one stays', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await expect(page.getByText('or drop it here')).toBeVisible()
  const file = page.locator('input[type="file"]')
  const preview = page.getByRole('group', { name: 'Logo' }).getByRole('img', { name: 'Your logo' })
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await makePicture('png') })
  await expect(preview).toBeVisible()
  const address = await preview.getAttribute('src')
  expect(
    await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(300)

  const noise = await makeNoise('png', 200, 200)
  const tooLarge = ['File too large', 'Logo image must be less than 2MB'] as const
  const invalid = ['Invalid file type', 'Please upload an image file'] as const
  const bad = [
    ['large.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1), tooLarge],
    ['logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), invalid],
    ['page.png', 'image/png', Buffer.from('<!doctype html><title>x</title>'), invalid],
    ['half.png', 'image/png', noise.subarray(0, noise.length / 2), invalid],
    ['bomb.png', 'image/png', makePngBomb(30_000, 30_000, 'black-and-white'), invalid],
  ] as const
  for (const [name, mimeType, buffer, [title, description]] of bad) {
    await file.setInputFiles({ name, mimeType, buffer })
    await expect(toast(page, title, description)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect(preview).toHaveAttribute('src', address!)
  }
  await page.route('**/api/v1/business/logo', (route) => route.abort())
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: noise })
  await expect(toast(page, 'Upload Failed', 'Could not upload logo. Please try again.')).toBeVisible()
  await expect(preview).toHaveAttribute('src', address!)
  await button(page, 'Remove from this invoice').click()
  await expect(preview).toBeHidden()
  await expect(button(page, 'Upload logo')).toBeFocused()
})
