import { type APIRequestContext, type Browser, type Page, expect } from '@playwright/test'
import { connectBank } from '../support/e2e/banking.ts'
import {
  expectAccessible,
  expectToLookWell,
  linkInMail,
  looks,
  newEmail,
  password,
  signIn,
  signInOnThePage,
  test,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { productUrl } from '../support/e2e/settings.ts'

async function signUpAs(request: APIRequestContext, name: string, businessName: string) {
  const email = newEmail()
  const response = await request.post('/api/v1/auth/sign-up', {
    headers: { origin: productUrl },
    data: { name, email, password, businessName, timeZone: 'UTC' },
  })
  expect(response.status()).toBe(200)
  return { email, password }
}

/** Makes the person a member of the business of whoever is signed in on the page. */
async function join(page: Page, { email }: { email: string }): Promise<void> {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  await asDatabaseOwner(
    `insert into members (business_id, user_id, role) select $1, id, 'bookkeeper' from auth.users where email = $2`,
    [session.business.id, email],
  )
}

async function openElsewhere(browser: Browser, look: (typeof looks)[number]): Promise<Page> {
  const { width, height, colorScheme } = look
  const context = await browser.newContext({ baseURL: productUrl, viewport: { width, height }, colorScheme })
  return context.newPage()
}

const card = (page: Page) => page.getByRole('region', { name: 'Comments' })

test('two members comment on an invoice: a mention by keyboard, its email, the bell, a change and a deletion', async ({
  page,
  browser,
  request,
}) => {
  const olive = await signUpAs(request, 'Olive Owner', 'Olive Studio')
  const ben = await signUpAs(request, 'Ben Book', 'Ben Alone')
  await signIn(page, olive)
  await setPlan(page, 'enterprise')
  const { id } = await makeInvoice(page, { client: 'Corner Bakery', minor: 100_000 })
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Invoice')
  // Who works alone sees none of it.
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Mentions' })).toHaveCount(0)

  await join(page, ben)
  await page.reload()
  await expect(card(page)).toContainText('No comments on this invoice yet.')
  const field = card(page).getByLabel('New comment')
  await field.pressSequentially('Please check, @bo')
  await expect(card(page).getByRole('option')).toHaveText(['Ben Book'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card(page).getByRole('option')).toHaveCount(0)
  await field.pressSequentially('o')
  await expect(card(page).getByRole('option', { name: 'Ben Book' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Please check, @Ben Book ')
  // What was not sent is kept in this tab.
  await page.reload()
  await expect(field).toHaveValue('Please check, @Ben Book ')
  await field.press('End')
  await field.pressSequentially('thanks.')
  await card(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(card(page).getByRole('listitem')).toContainText('Please check, @Ben Book thanks.')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expectToLookWell(page)
  await page.setViewportSize(looks[0])

  // The link of the email leads to the invoice in this business, after signing in.
  const { number } = await (await page.request.get(`/api/v1/invoices/${id}`)).json()
  const link = await linkInMail(ben.email, `Olive Owner mentioned you: invoice ${number}`)
  const other = await openElsewhere(browser, looks[0])
  await other.goto(link)
  await signInOnThePage(other, ben.email)
  await expect(card(other).getByRole('listitem')).toContainText('Please check, @Ben Book thanks.')
  expect(new URL(other.url()).search).toBe('')
  // Whoever has read it there has seen it.
  const bell = other.getByRole('banner').getByRole('button', { name: /mention/i })
  await expect(bell).toHaveAccessibleName('Mentions')

  await other.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await field.fill('One more, @Ben Book')
  await card(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(bell).toHaveAccessibleName('1 unread mention')
  await bell.click()
  const list = other.getByRole('dialog', { name: 'Mentions' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await expectAccessible(other)
  await list.getByRole('link').first().click()
  await expect(card(other).getByRole('listitem')).toHaveCount(2)
  await expect(bell).toHaveAccessibleName('Mentions')

  await card(other).getByLabel('New comment').fill('It’s fine.')
  await card(other).getByRole('button', { name: 'Comment', exact: true }).click()
  const theirs = card(page).getByRole('listitem').filter({ hasText: 'It’s fine.' })
  await expect(theirs).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  const own = card(page).getByRole('listitem').filter({ hasText: 'One more' })
  await own.getByRole('button', { name: 'Edit' }).click()
  await card(page).getByLabel('Your comment').fill('Never mind.')
  await card(page).getByRole('button', { name: 'Save', exact: true }).click()
  const changed = card(other).getByRole('listitem').filter({ hasText: 'Never mind.' })
  await expect(changed).toContainText('(edited)')
  await expect(changed.getByRole('button')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await other.context().close()
})

test('on a phone, a transaction is commented from its row, and its mention leads back to it', async ({
  page,
  browser,
  request,
}) => {
  const olive = await signUpAs(request, 'Olive Owner', 'Olive Studio')
  const ben = await signUpAs(request, 'Ben Book', 'Ben Alone')
  await signIn(page, olive)
  await setPlan(page, 'enterprise')
  await join(page, ben)
  await connectBank(page, 'citi')
  await page.setViewportSize(looks[1])
  await page.emulateMedia({ colorScheme: looks[1].colorScheme })
  await page.goto('/transactions')
  const button = page.getByRole('button', { name: /^Comment: / }).first()
  const name = (await button.getAttribute('aria-label')) ?? ''
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Comments' })
  await expect(dialog).toContainText('No comments on this transaction yet.')
  const field = dialog.getByLabel('New comment')
  await field.pressSequentially('What is this, @')
  await page.getByRole('option', { name: 'Ben Book' }).click()
  await expect(field).toHaveValue('What is this, @Ben Book ')
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toContainText('What is this, @Ben Book')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: name.replace('Comment', '1 comment') })).toBeFocused()

  const other = await openElsewhere(browser, looks[1])
  await signIn(other, ben)
  const { session } = await (await page.request.get('/api/v1/session')).json()
  await other.goto(`/dashboard?business=${session.business.id}`)
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('button', { name: '1 unread mention' }).click()
  const mentions = other.getByRole('dialog', { name: 'Mentions' })
  await expectAccessible(other)
  await mentions.getByRole('link').click()
  await expect(other.getByRole('dialog', { name: 'Comments' })).toContainText('What is this, @Ben Book')
  await other.context().close()
})
