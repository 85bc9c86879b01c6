import { type Download, type Page, expect } from '@playwright/test'
import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectToLookWell,
  holdRequests,
  mailTo,
  password,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { productUrl } from '../support/e2e/settings.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Account deletion' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function filesIn(download: Download) {
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  return (name: string) => Buffer.from(files[name] ?? []).toString()
}

async function openDialog(page: Page) {
  await card(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function submit(page: Page, name: string, typed: string) {
  await dialog(page).getByLabel('Business Name').fill(name)
  await dialog(page).getByLabel('Password', { exact: true }).fill(typed)
  await dialog(page).getByRole('button', { name: 'Delete account' }).click()
}

test('an owner of two businesses deletes one of them, and keeps the account', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await setPlan(page, 'enterprise')
  const added = await page.request.post('/api/v1/businesses', {
    headers: { origin: productUrl },
    data: { name: 'Second Shop', timeZone: 'UTC', requestId: crypto.randomUUID() },
  })
  expect(added.status()).toBe(200)
  await page.goto('/settings')
  await expect(card(page, 'Delete business')).toContainText('Your account and your other businesses stay.')
  await card(page, 'Delete business').getByRole('button', { name: 'Delete business' }).click()
  await expect(dialog(page)).toContainText('Delete Second Shop?')
  await expect(dialog(page)).not.toContainText('sign-in')
  await expectToLookWell(page)
  await dialog(page).getByLabel('Business Name').fill('Second Shop')
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Delete business' }).click()
  await expect(toast(page, 'Deletion Scheduled', 'Second Shop will be deleted on')).toBeVisible()
  await expect(banner(page)).toContainText('Second Shop will be deleted on')
  await banner(page).getByRole('button', { name: 'Keep the business' }).click()
  await expect(toast(page, 'Deletion Canceled', 'Second Shop will not be deleted.')).toBeVisible()
})

test('all of the data in an archive, and the account scheduled for deletion, kept and deleted', async ({
  page,
  request,
}) => {
  const { email } = await signUp(request)
  await signIn(page, { email, password })
  const invoice = await makeInvoice(page, { client: 'Corner Bakery' })
  await page.goto('/settings')

  // The archive, with a slow response.
  const answer = await holdRequests(page, '**/account/export')
  const exporting = card(page, 'Your data').getByRole('button')
  await tabTo(page, exporting)
  const arrives = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await expect(exporting).toHaveText('Exporting...')
  await answer()
  const download = await arrives
  expect(download.suggestedFilename()).toMatch(/^millrace-export-test-business-\d{4}-\d\d-\d\d\.zip$/)
  await expect(toast(page, 'Data Exported', download.suggestedFilename())).toBeVisible()
  const read = await filesIn(download)
  expect(read('README.txt')).toContain('Test Business')
  expect(JSON.parse(read('json/invoices.json'))).toMatchObject([
    { id: invoice.id, client_name: 'Corner Bakery', total_minor: 125_000 },
  ])
  expect(read('csv/invoices.csv')).toContain('Corner Bakery')
  expect(JSON.parse(read('json/account.json'))).toMatchObject([{ name: 'Test Owner', email }])

  await page.route('**/account/export', (route) => route.abort())
  await exporting.click()
  await expect(toast(page, 'Export Failed', 'can’t be reached')).toBeVisible()
  await expect(exporting).toHaveText('Export data')
  await page.unroute('**/account/export')

  // Requires the name and the password.
  await openDialog(page)
  const copied = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export data' }).click()
  expect((await filesIn(await copied))('csv/invoices.csv')).toContain('Corner Bakery')
  await submit(page, 'test business', password)
  await expect(dialog(page).getByText('Please type the name exactly as shown: Test Business')).toBeVisible()
  await expect(dialog(page).getByLabel('Business Name')).toBeFocused()
  await submit(page, 'Test Business', 'something else')
  await expect(dialog(page).getByText('The password is incorrect.')).toBeVisible()
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await expectToLookWell(page)
  await expect(banner(page)).toHaveCount(0)

  const schedule = await holdRequests(page, '**/account/deletion')
  const inSevenDays = formatDate(addDays(dateIn('UTC', new Date()), 7))
  await submit(page, 'Test Business', password)
  await expect(dialog(page).getByRole('button', { name: 'Scheduling...' })).toBeVisible()
  await schedule()
  await expect(toast(page, 'Deletion Scheduled', `will be deleted on ${inSevenDays}`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Delete account')).toContainText(`will be deleted on ${inSevenDays}`)
  await expect(banner(page)).toContainText(`Your account will be deleted on ${inSevenDays}.`)
  const { text } = await mailTo(email, `Your account will be deleted on ${inSevenDays}`)
  expect(text).toContain('choose Keep my account')

  // Every page says so, and everything works as usual.
  await page.goto('/invoices')
  await expect(page.getByText('Corner Bakery')).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await expectToLookWell(page)
  await banner(page).getByRole('button', { name: 'Keep my account' }).click()
  await expect(toast(page, 'Deletion Canceled', 'will not be deleted')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await mailTo(email, 'Your account won’t be deleted')

  // Once more, and cancelled on the same page.
  await page.goto('/settings')
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await openDialog(page)
  await expect(dialog(page).getByLabel('Business Name')).toHaveValue('')
  await submit(page, 'Test Business', password)
  await expect(banner(page)).toBeVisible()
  await card(page, 'Delete account').getByRole('button', { name: 'Keep my account' }).click()
  await expect(banner(page)).toHaveCount(0)

  // Due, and deleted: the browser is signed out.
  await asDatabaseOwner(
    `update businesses set deletion_requested_at = now() - interval '8 days', delete_after = now() - interval '1 day'
     from members join auth.users on users.id = members.user_id
     where businesses.id = members.business_id and users.email = $1`,
    [email],
  )
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('delete-due-accounts', '{}')`)
  await expect.poll(() => asDatabaseOwner('select id from auth.users where email = $1', [email])).toEqual([])
  await mailTo(email, 'Your account has been deleted')
  await page.goto('/invoices')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/settings')
  await expect(page.getByText('Please Sign In')).toBeVisible()
  await page.goto(`/invoices/${invoice.id}/view`)
  await expect(page.getByText('Invoice not found or could not be loaded')).toBeVisible()
})
