import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  inEachLook,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'
import { makeNoise, makePicture, makePngBomb } from '../support/fixtures/images.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const timeZone = (page: Page) => page.getByRole('combobox', { name: 'Time Zone' })
const preview = (page: Page) =>
  page.getByRole('group', { name: 'Logo' }).getByRole('img', { name: 'Your logo' })
const profileApi = '**/api/v1/business/profile'

const red = { r: 200, g: 30, b: 40 }
const blue = { r: 20, g: 60, b: 190 }
const picture = async (colour: typeof red) => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await makePicture('png', { colour }),
})

test.use({ timezoneId: 'America/Lima' })

test('a profile is filled in, saved, and stands on the next invoice', async ({ page, request }) => {
  const person = await signUp(request)
  await signIn(page, person)

  // The layout does not shift when the response arrives.
  const answer = await holdRequests(page, profileApi)
  await page.goto('/settings')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Subscription' })).toBeVisible()
  await expect(field(page, 'Full Name')).toBeHidden()
  await expect(page.getByText('This device')).toBeVisible()
  const nextBoxes = () =>
    inEachLook(page, async () => (await page.getByRole('region', { name: 'Password' }).boundingBox())?.y)
  const before = await nextBoxes()
  await answer()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  expect(await nextBoxes()).toEqual(before)

  await expect(field(page, 'Email')).toHaveValue(person.email)
  await expect(field(page, 'Email')).toBeDisabled()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/can’t be changed/)
  await expect(field(page, 'Business Name')).toHaveValue('Test Business')
  await expect(field(page, 'Contact Name')).toHaveAccessibleDescription(
    'Shown on invoices. If empty, your full name is shown.',
  )
  await expect(timeZone(page)).toHaveValue('UTC')
  await expect(button(page, 'Save Changes')).toBeDisabled()

  // With the keyboard only; errors are shown at their fields.
  await tabTo(page, field(page, 'Full Name'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter your full name.')).toBeVisible()
  await expect(field(page, 'Full Name')).toBeFocused()
  await expectToLookWell(page)
  await page.keyboard.type('Test Owner')
  await field(page, 'Business Name').fill('  Mill & Works ')
  await field(page, 'Phone').fill('1'.repeat(41))
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Please use at most 40 characters.')).toBeVisible()
  await field(page, 'Phone').fill('+41 44 000 00 00')
  await field(page, 'Address').fill('2 Mill Lane\n8000 Zurich')

  // A time zone is found by its city, and this device's is one click away.
  await timeZone(page).fill('atlantis')
  await expect(page.getByText('No time zone found.')).toBeVisible()
  await timeZone(page).fill('new york')
  await expect(page.getByRole('option')).toHaveText([/America\/New York\s*UTC-0[45]:00 · Eastern/])
  await expectToLookWell(page)
  await page.keyboard.press('Enter')
  await expect(timeZone(page)).toHaveValue('America/New York')
  await button(page, 'Use this device’s').click()
  await expect(timeZone(page)).toHaveValue('America/Lima')
  await expect(timeZone(page)).toBeFocused()
  await expect(timeZone(page)).toHaveAccessibleDescription(
    /^Used for due dates\. It’s \d{1,2}:\d\d [AP]M there now\.$/,
  )
  await expect(button(page, 'Use this device’s')).toHaveCount(0)

  // Switching tabs loses nothing; leaving the page asks.
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await expect(page.getByRole('region', { name: 'Current plan' })).toBeVisible()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('banner').getByRole('link', { name: 'Millrace' }).click()
  await expect(leave).toContainText('Changes to your profile haven’t been saved')
  await leave.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(leave).toBeHidden()
  // So does signing out, also from the menu of a small screen.
  const signOut = page.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await inEachLook(page, async () => {
    await openMenu(page)
    await button(page, 'Sign Out').click()
    await expect(signOut).toContainText('Changes to your profile haven’t been saved')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(signOut).toBeHidden()
    const isSmall = await button(page, 'Menu').isVisible()
    await expect(button(page, isSmall ? 'Menu' : 'Sign Out')).toBeFocused()
    await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  })

  await page.route(profileApi, (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Save Changes').click()
  await expect(
    toast(page, 'Update Failed', 'There was an error updating your profile. Please try again.'),
  ).toBeVisible()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  await page.unrouteAll({ behavior: 'wait' })

  const saved = await holdRequests(page, profileApi)
  await button(page, 'Save Changes').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Saving...')).toBeVisible()
  // Input during a save is not lost.
  await field(page, 'Contact Name').fill('Accounts')
  await button(page, 'Saving...').focus()
  await saved()
  await expect(toast(page, 'Profile Updated', 'Your changes have been saved.')).toBeVisible()
  await expect(field(page, 'Business Name')).toHaveValue(/Mill & Works/)
  await expect(field(page, 'Contact Name')).toHaveValue('Accounts')
  await expect(button(page, 'Save Changes')).toBeEnabled()
  await button(page, 'Save Changes').click()
  await expect(button(page, 'Save Changes')).toBeDisabled()
  await expect(button(page, 'Save Changes')).toBeFocused()
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()

  await page.reload()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  await expect(field(page, 'Business Name')).toHaveValue('Mill & Works')
  await expect(field(page, 'Phone')).toHaveValue('+41 44 000 00 00')
  await expect(field(page, 'Address')).toHaveValue('2 Mill Lane\n8000 Zurich')
  await expect(field(page, 'Contact Name')).toHaveValue('Accounts')
  await expect(timeZone(page)).toHaveValue('America/Lima')

  await page.route(profileApi, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load user data.' })).toBeVisible()
  await expectToLookWell(page)
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Try again').click()
  await field(page, 'Contact Name').fill('')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Profile Updated')).toBeVisible()

  await page.goto('/invoices/new')
  await expect(field(page, 'Company Name').first()).toHaveValue('Mill & Works')
  await button(page, 'Edit your company').click()
  await expect(field(page, 'Contact Name').first()).toHaveValue('Test Owner')
  await expect(field(page, 'Company Phone')).toHaveValue('+41 44 000 00 00')
  await expect(field(page, 'Company Address')).toHaveValue('2 Mill Lane\n8000 Zurich')

  // A user who signs out without saving discards the changes.
  await page.goto('/settings')
  await field(page, 'Phone').fill('+41 44 000 00 01')
  await openMenu(page)
  await button(page, 'Sign Out').click()
  await signOut.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Logged Out')).toBeVisible()
  await expect(page).toHaveURL('/')
  await signIn(page, person)
  await page.clock.install({ time: new Date('2026-01-15T14:14:30Z') })
  await page.goto('/settings')
  await expect(field(page, 'Phone')).toHaveValue('+41 44 000 00 00')
  await expect(page.getByText('Unsaved changes were restored')).toBeHidden()
  await page.clock.pauseAt(new Date('2026-01-15T18:14:30Z'))
  await expect(page.getByText('It’s 1:14 PM there now.')).toBeVisible()
  await page.clock.runFor(30_000)
  await expect(page.getByText('It’s 1:15 PM there now.')).toBeVisible()
})

async function openMenu(page: Page) {
  if (await button(page, 'Menu').isVisible()) await button(page, 'Menu').click()
}

test('a logo is chosen, dropped, pasted and removed, and stays on an invoice that was sent', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/settings')
  await expect(page.getByText('JPG, PNG, GIF or WEBP, at most 2 MB, recommended 300x300px.')).toBeVisible()
  await expect(button(page, 'Remove logo')).toHaveCount(0)

  const chooser = page.waitForEvent('filechooser')
  const uploaded = await holdRequests(page, '**/api/v1/business/logo')
  await tabTo(page, button(page, 'Upload logo'))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await picture(red))
  await expect(button(page, 'Uploading...')).toBeVisible()
  await uploaded()
  await expect(toast(page, 'Logo uploaded')).toBeVisible()
  await expect(preview(page)).toHaveAttribute('src', /\/api\/v1\/files\//)
  await expectToLookWell(page)
  // Saved immediately: there is nothing to save.
  await expect(button(page, 'Save Changes')).toBeDisabled()
  const first = (await preview(page).getAttribute('src'))!

  const input = page.getByLabel('Logo file')
  const noise = await makeNoise('png', 200, 200)
  const tooLarge = ['File too large', 'Logo image must be less than 2MB'] as const
  const invalid = ['Invalid file type', 'Please upload an image file'] as const
  for (const [title, description, mimeType, buffer] of [
    [...tooLarge, 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1)],
    [...invalid, 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [...invalid, 'image/png', Buffer.from('<!doctype html><title>x</title>')],
    [...invalid, 'image/png', noise.subarray(0, noise.length / 2)],
    [...invalid, 'image/png', makePngBomb(30_000, 30_000, 'black-and-white')],
  ] as const) {
    await input.setInputFiles({ name: 'logo.png', mimeType, buffer })
    await expect(toast(page, title, description)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  }
  await page.route('**/api/v1/business/logo', (route) => route.abort())
  await input.setInputFiles(await picture(blue))
  await expect(toast(page, 'Upload Failed', 'Could not upload logo. Please try again.')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(preview(page)).toHaveAttribute('src', first)

  const sent = await postInvoice(page.request, {
    logoId: first.split('/').at(-1)!,
    sendOption: 'email_now',
  })
  // What was saved elsewhere is merged with the input here.
  await field(page, 'Phone').fill('+41 44 000 00 00')
  const profile = await (await page.request.get('/api/v1/business/profile')).json()
  const { email: _email, logo: _logo, isCurrencyFixed: _isFixed, ...values } = profile
  const data = { ...values, contactName: 'Accounts' }
  await page.request.put('/api/v1/business/profile', { headers: { origin: productUrl }, data })
  await dropPicture(page, await picture(blue))
  await expect(field(page, 'Contact Name')).toHaveValue('Accounts')
  await expect(field(page, 'Phone')).toHaveValue('+41 44 000 00 00')
  await expect(button(page, 'Save Changes')).toBeEnabled()
  await field(page, 'Phone').fill('')
  await expect(button(page, 'Save Changes')).toBeDisabled()
  await expect(preview(page)).not.toHaveAttribute('src', first)
  await expect(toast(page, 'Logo uploaded')).toBeVisible()
  const second = (await preview(page).getAttribute('src'))!
  expect((await request.get(first)).status()).toBe(200)

  await field(page, 'Phone').focus()
  await pastePicture(page, await picture(red))
  await expect(preview(page)).toHaveAttribute('src', second)
  await field(page, 'Phone').blur()
  await pastePicture(page, await picture(red))
  await expect(preview(page)).not.toHaveAttribute('src', second)
  // No invoice uses the previous logo, so it is deleted.
  await expect.poll(async () => (await request.get(second)).status()).toBe(404)

  const third = (await preview(page).getAttribute('src'))!
  await page.route('**/api/v1/business/logo', (route) => route.abort())
  await button(page, 'Remove logo').click()
  await expect(toast(page, 'Could not remove logo')).toBeVisible()
  await expect(preview(page)).toHaveAttribute('src', third)
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Remove logo').click()
  await expect(toast(page, 'Logo removed')).toBeVisible()
  await expect(preview(page)).toHaveCount(0)
  await expect(button(page, 'Upload logo')).toBeFocused()
  expect((await request.get(third)).status()).toBe(404)
  await page.reload()
  await expect(field(page, 'Full Name')).toHaveValue('Test Owner')
  await expect(preview(page)).toHaveCount(0)

  const client = await (await browser.newContext()).newPage()
  await client.goto(sent.publicUrl)
  const shown = client.locator(`img[src$="${first}"]`)
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(300)
  await client.context().close()
})

async function dropPicture(page: Page, { name, mimeType, buffer }: Awaited<ReturnType<typeof picture>>) {
  const data = await page.evaluateHandle(fileTransfer, { name, mimeType, base64: buffer.toString('base64') })
  const zone = page.getByText('JPG, PNG, GIF or WEBP').locator('..').getByRole('group').locator('> div')
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await zone.dispatchEvent('drop', { dataTransfer: data })
}

async function pastePicture(page: Page, { name, mimeType, buffer }: Awaited<ReturnType<typeof picture>>) {
  const data = await page.evaluateHandle(fileTransfer, { name, mimeType, base64: buffer.toString('base64') })
  await page.evaluate((clipboardData) => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

function fileTransfer({ name, mimeType, base64 }: { name: string; mimeType: string; base64: string }) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0)!)
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { type: mimeType }))
  return transfer
}
