import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { signInAdmin } from '../support/e2e/admin.ts'
import { expectToLookWell, mailTo, newEmail, test, toast } from '../support/e2e/browser.ts'
import { productUrl } from '../support/e2e/settings.ts'

const support = 'support@millrace.example'

/** Sends a message like the contact form. */
async function write(request: APIRequestContext, message: string) {
  const written = { name: 'Test Visitor', email: newEmail(), subject: `About ${randomUUID()}`, message }
  const response = await request.post('/api/v1/contact', { headers: { origin: productUrl }, data: written })
  expect(response.status()).toBe(204)
  return written
}

const cardOf = (page: Page, { subject }: { subject: string }) => page.getByRole('region', { name: subject })

async function show(page: Page, state: 'Open' | 'Answered' | 'Closed') {
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: state, exact: true }).click()
}

test('what visitors write is listed, answered by mail, closed and reopened', async ({ page, request }) => {
  const long = await write(request, `Does it work?\n${'And how? '.repeat(100)}\nThe last line.`)
  const short = await write(request, 'Just <b>this</b>.')
  const notification = await mailTo(support, long.subject)
  expect(notification.replyTo).toEqual([{ name: 'Test Visitor', address: long.email }])
  expect((await mailTo(long.email, 'We received your message')).text).not.toContain('Does it work?')

  await signInAdmin(page, request)
  await page.goto('/admin/messages')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible()
  await expect(page.getByText('Messages from visitors, and your answers.')).toBeVisible()
  const mailLink = cardOf(page, short).getByRole('link', { name: short.email })
  await expect(mailLink).toHaveAttribute('href', `mailto:${short.email}`)
  await expect(cardOf(page, short)).toContainText('Just <b>this</b>.')
  const asked = cardOf(page, long)
  const all = asked.getByRole('button', { name: 'Show all' })
  const folded = await asked.getByText('Does it work?').boundingBox()
  await all.click()
  const unfolded = await asked.getByText('Does it work?').boundingBox()
  expect(unfolded!.height).toBeGreaterThan(folded!.height)
  await expectToLookWell(page)

  // Closing the dialog loses nothing, and leaving the page asks first.
  await asked.getByRole('button', { name: 'Answer Test Visitor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer by email' })
  const answer = dialog.getByLabel('Your answer')
  await expect(answer).toBeFocused()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please enter your answer.')).toBeVisible()
  await expect(answer).toBeFocused()
  await answer.fill('It does.\n\nTry it <here>.')
  await expectToLookWell(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(asked.getByText('Your answer hasn’t been sent yet.')).toBeVisible()
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await asked.getByRole('button', { name: 'Answer Test Visitor' }).click()
  await expect(answer).toHaveValue('It does.\n\nTry it <here>.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(toast(page, 'Answer Sent', long.email)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'List of messages' })).toBeFocused()
  const mail = await mailTo(long.email, `Re: ${long.subject}`)
  expect(mail.replyTo?.[0]?.address).toBe(support)
  expect(mail.text).toContain('It does.\n\nTry it <here>.')
  expect(mail.text).toContain('You wrote:\nDoes it work?')

  await show(page, 'Answered')
  await expect(page).toHaveURL(/state=answered/)
  const answers = asked.getByRole('list', { name: 'Answers' })
  await expect(answers).toContainText('Try it <here>.')
  await expect(answers.getByText('Sent', { exact: true })).toBeVisible()
  await expectToLookWell(page)

  await show(page, 'Open')
  await cardOf(page, short).getByRole('button', { name: 'Close the message from Test Visitor' }).click()
  await expect(toast(page, 'Message Closed')).toBeVisible()
  await expect(cardOf(page, short)).toHaveCount(0)
  await show(page, 'Closed')
  await cardOf(page, short).getByRole('button', { name: 'Reopen the message from Test Visitor' }).click()
  await expect(toast(page, 'Message Reopened', 'It’s back under Open.')).toBeVisible()
  await expect(cardOf(page, short)).toHaveCount(0)
  await page.goto('/admin/messages')
  await expect(cardOf(page, short)).toBeVisible()
})

test('a list that cannot be loaded says so and can be asked for again', async ({ page, request }) => {
  await signInAdmin(page, request)
  await page.route('**/api/v1/admin/contact-messages?*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/messages?state=closed')
  await expect(page.getByText('Failed to load contact messages. Please try again.')).toBeVisible()
  await expectToLookWell(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to load contact messages.')).toHaveCount(0)
})
