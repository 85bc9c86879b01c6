import { type Page, expect } from '@playwright/test'
import { addMonths, monthOf } from '../../src/shared/dates.ts'
import {
  expectToLookWell,
  mailTo,
  newEmail,
  pdfHeadOf,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { daysFromToday } from '../support/e2e/expenses.ts'
import { setPlan } from '../support/e2e/plan.ts'

const [wide] = screens
const card = (page: Page) => page.getByRole('region', { name: 'Monthly summary' })
const accountantField = (page: Page) => card(page).getByLabel('To my accountant')
const saveButton = (page: Page) => card(page).getByRole('button', { name: 'Save Changes' })

async function openSettings(page: Page) {
  const owner = await signUp(page.request)
  await signIn(page, owner)
  await setPlan(page, 'pro')
  await page.setViewportSize(wide)
  await page.goto('/reports/settings')
  return owner
}

/** Makes it look as if the summary was turned on months ago, so that one is due now. */
async function makeSummaryDue(accountant: string): Promise<void> {
  const month = addMonths(monthOf(daysFromToday(0)), -3)
  await asDatabaseOwner('update report_settings set summary_last_month = $1 where accountant_email = $2', [
    month,
    accountant,
  ])
  // The scheduler does this within a minute; here it is done immediately.
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('send-summaries', '{}')`)
}

test('the summary is turned on with the keyboard, and refused without anyone to send it to', async ({
  page,
}) => {
  const owner = await openSettings(page)
  const onOff = card(page).getByRole('switch', { name: 'Send a summary every month' })
  await tabTo(page, onOff)
  await page.keyboard.press('Space')
  await card(page).getByLabel('Day of the month').selectOption('12')
  await card(page).getByRole('switch', { name: 'To me' }).click()
  await expectToLookWell(page)
  await page.setViewportSize(wide)
  await tabTo(page, saveButton(page))
  await page.keyboard.press('Enter')
  await expect(accountantField(page)).toHaveAccessibleDescription(
    /^Please enter an address, or have the summary sent to you\./,
  )
  await expect(accountantField(page)).toBeFocused()
  await accountantField(page).fill('accountant')
  await saveButton(page).click()
  await expect(accountantField(page)).toHaveAccessibleDescription(/^Please enter a valid email address\./)
  await accountantField(page).fill('')
  await card(page).getByRole('switch', { name: 'To me' }).click()
  await card(page).getByRole('radio', { name: 'When paid' }).check()
  await saveButton(page).click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await expect(
    card(page).getByText(/^The next summary is about \w+ \d{4}, and leaves on \w+ 12, \d{4}\.$/),
  ).toBeVisible()
  await page.reload()
  await expect(card(page).getByLabel('Day of the month')).toHaveValue('12')
  await expect(card(page).getByRole('radio', { name: 'When paid' })).toBeChecked()

  await card(page).getByRole('button', { name: 'Send me last month’s now' }).click()
  await expect(toast(page, 'Summary Sent', owner.email)).toBeVisible()
  const { text } = await mailTo(owner.email, 'at Test Business')
  expect(text).toContain('Nothing was earned or spent in this period.')
  const link = /Open the report:\s+(\S+)/.exec(text ?? '')?.[1] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Profit and loss' })).toBeVisible()

  await page.goto('/reports/settings')
  await onOff.click()
  await saveButton(page).click()
  await expect(toast(page, 'Settings Saved', 'No summary is sent.')).toBeVisible()
})

test('an accountant gets the summary with its PDF and stops it without an account, and the owner sees that', async ({
  page,
  browser,
}) => {
  await openSettings(page)
  const accountant = newEmail()
  await card(page).getByRole('switch', { name: 'Send a summary every month' }).click()
  await accountantField(page).fill(accountant)
  await saveButton(page).click()
  await expect(toast(page, 'Settings Saved')).toBeVisible()
  await makeSummaryDue(accountant)

  const mail = await mailTo(accountant, 'at Test Business')
  expect(pdfHeadOf(mail)).toBe('%PDF-')
  const link = /Stop them:\s+(\S+)/.exec(mail.text ?? '')?.[1] ?? ''
  const stranger = await browser.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Stop these emails?' })).toBeVisible()
  await expectToLookWell(stranger)
  await page.reload()
  await expect(card(page).getByText('Your accountant stopped these emails')).toBeHidden()
  await stranger.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'These emails are stopped' })).toBeVisible()
  await expect(stranger.getByText(`${accountant} no longer gets the monthly summary`)).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Get them again' })).toBeFocused()

  await page.reload()
  await expect(card(page).getByText('Your accountant stopped these emails')).toBeVisible()
  await expectToLookWell(page)
  await stranger.getByRole('button', { name: 'Get them again' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Stop these emails?' })).toBeVisible()
  await stranger.goto(link.slice(0, -3))
  await expect(stranger.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible()
  await stranger.close()
})
