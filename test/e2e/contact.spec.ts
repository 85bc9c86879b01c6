import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  expectToLookWell,
  holdRequests,
  mailTo,
  newEmail,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'

const support = 'support@millrace.example'
const address = '**/api/v1/contact'
const labels = ['Name', 'Email', 'Subject', 'Message'] as const

const field = (page: Page, label: (typeof labels)[number]) =>
  page.getByRole('main').getByLabel(label, { exact: true })

async function type(page: Page, label: (typeof labels)[number], text: string) {
  await tabTo(page, field(page, label))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function expectFields(page: Page, values: Record<(typeof labels)[number], string>) {
  for (const label of labels) await expect(field(page, label)).toHaveValue(values[label])
}

test('a visitor writes by keyboard alone, is told what is wrong, and that it was sent', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: support })).toHaveAttribute('href', `mailto:${support}`)
  await expect(main.getByText('Monday to Friday, 9am to 5pm ET')).toBeVisible()
  for (const [name, href] of [
    ['Help Center', '/help'],
    ['FAQ', '/faq'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await expectToLookWell(page)

  const send = page.getByRole('button', { name: 'Send Message' })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  for (const words of [
    'Please enter your name.',
    'Please enter your email address.',
    'Please enter a subject.',
    'Please enter your message.',
  ]) {
    await expect(main.getByText(words)).toBeVisible()
  }
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Please enter your name.')
  await expectToLookWell(page)

  const written = {
    Name: 'Test Visitor',
    Subject: `About ${randomUUID()}`,
    Message: '<b>How</b> does it work?',
  }
  const email = newEmail()
  await type(page, 'Name', written.Name)
  await type(page, 'Email', 'not an address')
  await type(page, 'Subject', written.Subject)
  await type(page, 'Message', written.Message)
  // The next element after the message: no hidden one is in between.
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address.')

  await type(page, 'Email', email)
  const letGo = await holdRequests(page, address)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await letGo()
  await expect(toast(page, 'Message Sent Successfully', 'We’ll reply by email.')).toBeVisible()
  await expect(send).toBeVisible()
  await expectFields(page, { Name: '', Email: '', Subject: '', Message: '' })
  await expect(main.getByText(`We’ll reply to ${email}.`)).toBeVisible()
  await expect(main.getByText('Please enter')).toHaveCount(0)
  const notification = await mailTo(support, written.Subject)
  expect(notification.replyTo).toEqual([{ name: written.Name, address: email }])
  expect(notification.text).toContain(written.Message)
})

test('a member is known already, and whatever goes wrong keeps what was typed', async ({ page, request }) => {
  const member = await signUp(request)
  await signIn(page, member)
  await page.goto('/contact?subject=About+plans')
  const before = { Name: 'Test Owner', Email: member.email, Subject: 'About plans', Message: '' }
  await expectFields(page, before)
  await field(page, 'Message').fill('Which one is mine?')
  const typed = { ...before, Message: 'Which one is mine?' }
  const send = page.getByRole('button', { name: 'Send Message' })
  const notice = page.getByRole('main').getByRole('alert')

  const said = 'You’ve sent several messages within an hour. Please try again in 60 minutes.'
  await page.route(address, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: {
        code: 'TOO_MANY_REQUESTS',
        title: 'Too many requests',
        status: 429,
        message: said,
        requestId: '1',
      },
    }),
  )
  await send.click()
  await expect(notice).toContainText(`${said} What you typed is still here.`)
  await expectFields(page, typed)
  await expectToLookWell(page)

  await page.unrouteAll()
  await page.route(address, (route) => route.fulfill({ status: 500 }))
  await send.click()
  await expect(notice).toContainText('Your message could not be sent. Please try again.')
  await page.unrouteAll()
  await page.context().setOffline(true)
  await send.click()
  await expect(notice).toContainText('You are offline. Nothing was sent.')
  await page.context().setOffline(false)
  await expectFields(page, typed)

  await send.click()
  await expect(toast(page, 'Message Sent Successfully')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expectFields(page, { ...before, Subject: '', Message: '' })
})
