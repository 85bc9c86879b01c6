import { type Page, expect } from '@playwright/test'
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
import { makeInvoice, markPaid } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** An owner on Pro with three invoices to one client, of which one is paid. */
async function setUp(page: Page, request: Parameters<typeof signUp>[0]) {
  await signIn(page, await signUp(request))
  await setPlan(page, 'pro')
  const email = newEmail()
  const client = { client: 'Corner Bakery', email }
  const paid = await makeInvoice(page, { ...client, minor: 5000 })
  await markPaid(paid.id)
  await makeInvoice(page, { ...client, minor: 12_000 })
  const open = await makeInvoice(page, { ...client, minor: 3000 })
  const clientId = open.client.id ?? ''
  const portal = await (await page.request.get(`/api/v1/clients/${clientId}/portal`)).json()
  return { email, clientId, url: String(portal.url), open }
}

/** Opens the link in another browser and enters the code from the email. */
async function enter(page: Page, { url, email }: { url: string; email: string }) {
  await page.goto(url)
  await expect(title(page, 'Confirm that it’s you')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  const mail = await mailTo(email, 'Your code for')
  await page.reload()
  await page.getByRole('button', { name: 'I have a code' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Code' }).fill(/Code: (\d{6})/.exec(mail.text ?? '')?.[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Your account')).toBeVisible()
}

for (const { name, width, height } of screens) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })

    test('a client opens their portal, looks around, writes, corrects details and pays', async ({
      page,
      request,
      browser,
    }) => {
      const { email, clientId, url } = await setUp(page, request)
      const guest = await (await browser.newContext({ viewport: { width, height } })).newPage()

      await test.step('a new device is asked for a code', async () => {
        await guest.goto(url)
        await expect(guest.getByText(`${email[0]}•••@example.com`)).toBeVisible()
        await expectAccessible(guest)
        await enter(guest, { url, email })
        await expect(guest).not.toHaveTitle(new RegExp(url.split('/').at(-1) ?? 'x'))
        await expect(region(guest, 'What you owe')).toContainText('$150.00')
        await expectToLookWell(guest)
      })

      await test.step('each tab, by keyboard', async () => {
        await tabTo(guest, tab(guest, 'Overview'))
        for (const [label, text] of [
          ['Invoices', '$50.00'],
          ['Estimates', 'No estimates yet'],
          ['Payments', 'Bank transfer'],
          ['Statement', 'Download PDF'],
          ['Your details', 'Ask to change'],
          ['Messages', 'No messages yet.'],
        ] as const) {
          await guest.keyboard.press('ArrowRight')
          await expect(tab(guest, label)).toHaveAttribute('aria-selected', 'true')
          await expect(guest.getByRole('tabpanel')).toContainText(text)
          await expectAccessible(guest)
        }
      })

      await test.step('a message', async () => {
        await guest.getByRole('textbox', { name: /^Message to/ }).fill('When is it due?')
        await guest.getByRole('button', { name: 'Send' }).click()
        await expect(toast(guest, 'Message Sent')).toBeVisible()
        await expect(region(guest, 'Messages')).toContainText('When is it due?')
      })

      await test.step('other details', async () => {
        await tab(guest, 'Your details').click()
        await guest.getByRole('textbox', { name: 'Email' }).fill('x')
        await guest.getByRole('button', { name: 'Ask to change' }).click()
        await expect(guest.getByText('Please enter a valid email address.')).toBeVisible()
        await guest.getByRole('textbox', { name: 'Email' }).fill(email)
        await guest.getByRole('textbox', { name: 'Phone' }).fill('+41 44 123 45 67')
        await guest.getByRole('button', { name: 'Ask to change' }).click()
        await expect(guest.getByText(/hasn’t decided yet/)).toBeVisible()
        await expectAccessible(guest)
      })

      await test.step('the owner sees both, answers and accepts', async () => {
        await page.goto('/dashboard')
        await expect(page.getByText('Wrote you a message')).toBeVisible()
        await page.goto(`/clients/${clientId}`)
        await expect(region(page, 'Proposed change')).toContainText('+41 44 123 45 67')
        await expectAccessible(page)
        await region(page, 'Proposed change').getByRole('button', { name: 'Accept' }).click()
        await expect(toast(page, 'Client Updated')).toBeVisible()
        await expect(region(page, 'Details')).toContainText('+41 44 123 45 67')
        await region(page, 'Messages').getByRole('textbox').fill('In December.')
        await region(page, 'Messages').getByRole('button', { name: 'Send' }).click()
        await expect(toast(page, 'Message Sent')).toBeVisible()
        await expect(region(page, 'Client portal')).toContainText('Confirmed on 1 device.')
        await expect(region(page, 'Timeline')).toContainText('The client opened their portal')
        expect((await mailTo(email, 'Message from')).text).toContain('In December.')
      })

      await test.step('two invoices are paid together', async () => {
        await guest.goto(url)
        await guest.getByRole('button', { name: 'Pay', exact: true }).click()
        const bar = region(guest, 'Pay the chosen invoices')
        await expect(bar).toContainText('2 invoices: $150.00')
        await guest.getByRole('checkbox').first().click()
        await expect(bar).toContainText(/1 invoice: \$(120|30)\.00/)
        await guest.getByRole('checkbox').first().click()
        await expect(bar).toContainText('2 invoices: $150.00')
        await expectAccessible(guest)
        await bar.getByRole('button', { name: 'Pay by Card' }).click()
        await expect(guest).not.toHaveURL(/\/portal\//)
        await guest.goto('/portal?canceled=true')
        await expect(title(guest, 'Your account')).toBeVisible()
        await expect(tab(guest, 'Invoices')).toHaveAttribute('aria-selected', 'true')
      })

      await test.step('or without money, where test payments are allowed', async () => {
        await guest.goto(url)
        await guest.getByRole('button', { name: 'Pay', exact: true }).click()
        const bar = region(guest, 'Pay the chosen invoices')
        await expect(bar).toContainText('Marks the invoices as paid without moving money.')
        await expectToLookWell(guest)
        await bar.getByRole('button', { name: 'Demo Payment' }).click()
        await expect(toast(guest, 'Payment Successful')).toBeVisible()
        await expect(guest.getByText('Nothing to pay')).toBeVisible()
        await expect(bar).toHaveCount(0)
      })

      await test.step('a renewed link ends, and a new one comes by email', async () => {
        await page.getByRole('button', { name: 'More actions for the portal' }).click()
        await page.getByRole('menuitem', { name: 'Renew link…' }).click()
        await expectAccessible(page)
        await page.getByRole('alertdialog').getByRole('button', { name: 'Renew link' }).click()
        await expect(toast(page, 'Link Renewed')).toBeVisible()
        await guest.goto(url)
        await expect(title(guest, 'This link is no longer valid')).toBeVisible()
        await expectAccessible(guest)
        await guest.getByRole('button', { name: 'Email me a new link' }).click()
        await expect(guest.getByText('Check your email')).toBeVisible()
        const mail = await mailTo(email, 'Your link to your invoices')
        const fresh = /http\S+\/portal\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
        expect(fresh).not.toBe(url)
        await guest.goto(fresh)
        await expect(title(guest, 'Confirm that it’s you')).toBeVisible()
      })
      await guest.context().close()
    })
  })
}

test('who owes in several currencies sees what is due in each, and pays one of them', async ({
  page,
  request,
  browser,
}) => {
  const { email, url } = await setUp(page, request)
  await makeInvoice(page, { client: 'Corner Bakery', email, minor: 7000, currency: 'JPY' })
  const guest = await (await browser.newContext()).newPage()
  await enter(guest, { url, email })
  await expect(region(guest, 'What you owe')).toContainText('Next: $150.00 and ¥7,000 are due on')
  await expectToLookWell(guest)
  await guest.getByRole('button', { name: 'Pay', exact: true }).click()
  const bar = region(guest, 'Pay the chosen invoices')
  await expect(bar).toContainText(/This payment is in (USD|JPY)\. Your invoices in (JPY|USD) need a payment/)
  await expectToLookWell(guest)
  await guest.getByRole('checkbox', { checked: false }).first().click()
  await expect(bar).not.toContainText('This payment is in')
  await guest.context().close()
})

test('the owner looks at the portal without a code; without the plan there is none', async ({
  page,
  request,
}) => {
  const { clientId, url } = await setUp(page, request)
  await page.goto(url)
  await expect(page.getByText('This is what your client sees')).toBeVisible()
  await tab(page, 'Messages').click()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
  await tab(page, 'Invoices').click()
  await expect(page.getByRole('row').filter({ hasText: '$120.00' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await setPlan(page, 'free')
  await page.goto(url)
  await expect(title(page, 'This link is no longer valid')).toBeVisible()
  await page.goto(`/clients/${clientId}`)
  await expect(page.getByText('Client portal')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  await expect(region(page, 'Messages')).toBeHidden()
})

test('without a link, the page says where it is', async ({ page }) => {
  await page.goto('/portal')
  await expect(title(page, 'Open the link in your email')).toBeVisible()
  await expectAccessible(page)
})
