import { type Page, expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  mailTo,
  newEmail,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { makeRemindersDue } from '../support/e2e/reminders.ts'
import { productUrl } from '../support/e2e/settings.ts'

async function saveSettings(page: Page, settings: object) {
  const answer = await page.request.put('/api/v1/reminders/settings', {
    headers: { origin: productUrl },
    data: settings,
  })
  expect(answer.status()).toBe(200)
}

async function makeOwner(page: Page) {
  const owner = await signUp(page.request)
  await signIn(page, owner)
  return owner
}

const unknown = { phone: '', address: '', contactName: '' }
const inDays = (days: number) => addDays(dateIn('UTC', new Date()), days)

/** Creates an invoice that the owner sends without the product, so that only its reminder is mailed. */
function makeInvoice(page: Page, { email = newEmail(), dueInDays = 20, owner = newEmail() } = {}) {
  return postInvoice(page.request, {
    company: { name: 'Test Business', email: owner, ...unknown },
    client: { id: null, name: 'Corner Bakery', email, ...unknown },
    dueDate: inDays(dueInDays),
    sendReminder: true,
  })
}

test('a business chooses its own series and its own words', async ({ page }) => {
  await makeOwner(page)
  await page.goto('/settings?tab=reminders')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await page.getByRole('radio', { name: 'My own series' }).check()
  await page.getByRole('button', { name: 'Use the recommended series' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'the due date' })).toHaveText([
    /^7 days before/,
    /^On the due date/,
    /^1 day after/,
    /^7 days after/,
    /^14 days after/,
    /^30 days after/,
  ])

  const week = page.getByRole('listitem').filter({ hasText: '7 days after' })
  await week.getByRole('button', { name: 'Text' }).click()
  const subject = week.getByLabel('Subject')
  await subject.fill('Still open: ')
  await week.getByRole('button', { name: '{invoice}' }).click()
  await expect(subject).toHaveValue('Still open: {invoice}')
  await expect(week.getByRole('region', { name: 'Preview' })).toContainText('Still open: 1A2B3C4D')
  await week.getByLabel('Text', { exact: true }).fill('Hello {cleint}')
  await save.click()
  await expect(week.getByText('{cleint} is not a placeholder.')).toBeVisible()
  await expect(week.getByLabel('Text', { exact: true })).toBeFocused()
  await week.getByLabel('Text', { exact: true }).fill('Hello {client}')

  await page.getByRole('textbox', { name: 'Days' }).fill('7')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('There’s already one on this day.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Days' }).fill('45')
  await page.getByRole('textbox', { name: 'Days' }).press('Enter')
  await page.getByRole('button', { name: 'Remove: 30 days after the due date' }).click()
  await page.getByLabel('Sending hour').selectOption('8:00 AM')
  await expectToLookWell(page)

  // Another tab of the page keeps it; leaving the page asks.
  await page.setViewportSize(screens[0])
  await page.getByRole('tab', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(leave).toContainText('Changes to your reminders haven’t been saved')
  await leave.getByRole('button', { name: 'Keep Editing' }).click()
  // So does a reload, about which the browser itself asks.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('tab', { name: 'Reminders' }).click()
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
  await save.click()
  await expect(toast(page, 'Reminders Saved')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'the due date' }).last()).toHaveText(/^45 days/)
  await expect(page.getByLabel('Sending hour')).toHaveValue('8')
  await week.getByRole('button', { name: 'Text' }).click()
  await expect(subject).toHaveValue('Still open: {invoice}')
  await week.getByRole('button', { name: 'Restore default' }).click()
  await expect(subject).toHaveValue('Invoice {invoice} was due on {due date}')
})

test('a reminder that is due arrives, and its client’s “I have paid” stops the rest', async ({
  page,
  browser,
}) => {
  const owner = await makeOwner(page)
  // At any hour of the day, the sending hour is now.
  const sendHour = Math.max(0, new Date().getUTCHours() - 1)
  const steps = [-3, 7].map((offsetDays) => ({ offsetDays, subject: null, body: null }))
  await saveSettings(page, { hasOwnSeries: true, sendHour, steps })
  const client = newEmail()
  const invoice = await makeInvoice(page, { email: client, dueInDays: 3, owner: owner.email })
  await makeRemindersDue(invoice.id)
  const mail = await mailTo(client, `Invoice ${invoice.number} is due on`)
  const link = /https?:\/\/\S+paid=said/.exec(mail.text ?? '')?.[0] ?? ''
  expect(link).toBe(`${invoice.publicUrl}?paid=said`)

  const stranger = await browser.newContext({ reducedMotion: 'reduce' })
  const theirs = await stranger.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Have you paid this invoice?' })).toBeVisible()
  await expectToLookWell(theirs)
  await theirs.getByLabel('Note').fill('By transfer on Monday')
  await theirs.getByRole('button', { name: 'Yes, I have paid' }).click()
  await expect(theirs.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  // A client who has said so is not asked again.
  await theirs.goto(link)
  await expect(theirs.getByText(/^You said on .* that you’ve paid\.$/)).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Have you paid this invoice?' })).toBeHidden()
  await expectToLookWell(theirs)
  await stranger.close()

  const notification = await mailTo(owner.email, invoice.number)
  expect(notification.text).toContain('By transfer on Monday')
  await page.goto('/invoices')
  await expect(page.getByText('Reminders paused · client says it’s paid')).toBeVisible()
  await page.goto(`/invoices/${invoice.id}`)
  const panel = page.getByRole('region', { name: 'Reminders' })
  await expect(page.getByText('Corner Bakery says this is paid')).toBeVisible()
  await expect(page.getByText('By transfer on Monday').first()).toBeVisible()
  await expect(panel).toContainText('Your client says this is paid.')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('The client says it’s paid')
  await expect(timeline).toContainText('By transfer on Monday')
  await expect(timeline).toContainText(`Reminder emailed to ${client}`)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Resume reminders' }).click()
  await expect(panel).toContainText('7 days after the due date.')
})

test('from the keyboard, the next reminder is skipped, paused and sent now', async ({ page }) => {
  await makeOwner(page)
  const client = newEmail()
  const steps = [-3, 0, 7].map((offsetDays) => ({ offsetDays, subject: null, body: null }))
  await saveSettings(page, { hasOwnSeries: true, sendHour: 9, steps })
  const invoice = await makeInvoice(page, { email: client })
  await page.goto(`/invoices/${invoice.id}`)
  const panel = page.getByRole('region', { name: 'Reminders' })
  await expect(panel).toContainText('3 days before the due date.')
  await panel.getByRole('button', { name: 'Skip' }).focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Skip this reminder?' })
  await expect(asked).toContainText('The one planned 3 days before the due date will not be sent.')
  await tabTo(page, asked.getByRole('button', { name: 'Skip reminder' }))
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('On the due date.')
  await expect(panel.getByRole('button', { name: 'Skip' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Reminder skipped')

  await tabTo(page, panel.getByRole('button', { name: 'Pause reminders' }))
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('Reminders are paused')
  await expect(panel.getByRole('button', { name: 'Resume reminders' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('On the due date.')

  await panel.getByRole('switch', { name: 'Send reminders to this client' }).focus()
  await page.keyboard.press('Space')
  await expect(panel).toContainText('This client gets none automatically.')
  await page.keyboard.press('Space')
  await expect(panel).toContainText('On the due date.')

  await panel.getByRole('button', { name: 'Send now' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('alertdialog', { name: 'Send the planned reminder now?' })
    .getByRole('button', { name: 'Send now' })
    .click()
  await expect(toast(page, 'Reminder Sent')).toBeVisible()
  await mailTo(client, invoice.number)
  await expect(panel).toContainText('7 days after the due date.')
  await panel.getByRole('button', { name: 'Send an extra reminder' }).click()
  const reminding = page.getByRole('alertdialog', { name: 'Send an extra reminder?' })
  await expect(reminding).toContainText(`Invoice ${invoice.number} is due on`)
  await expect(reminding).toContainText(`Last reminded${formatDate(inDays(0))}`)
  await reminding.getByRole('button', { name: 'Send reminder' }).click()
  await expect(reminding).toContainText('You’ve sent a reminder for this invoice within the last hour.')
})
