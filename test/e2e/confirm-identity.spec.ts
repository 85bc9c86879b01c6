import { type Page, expect } from '@playwright/test'
import { expectToLookWell, mailTo, password, tabTo, test, toast } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { card, field, openIntegrations, press, publishableKey, secrets } from './integrations-page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const typed = (page: Page) => dialog(page).getByLabel('Password', { exact: true })

const ofPerson = 'user_id = (select id from auth.users where email = $1)'

/** Makes it look as if the user had signed in a while ago. */
const ageSession = (email: string) =>
  asDatabaseOwner(`update auth.sessions set confirmed_at = now() - interval '11 minutes' where ${ofPerson}`, [
    email,
  ])

test('a sensitive change asks for the password, goes on once it is right, and is told to the owner', async ({
  page,
}) => {
  test.slow()
  const { email } = await openIntegrations(page)
  await ageSession(email)
  const stripe = card(page, 'Stripe')

  await test.step('cancelled, nothing is saved and what was typed stays', async () => {
    await field(stripe, 'Publishable Key').fill(publishableKey)
    await field(stripe, 'Secret Key').fill(secrets.secretKey)
    await tabTo(page, stripe.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(typed(page)).toBeFocused()
    await expectToLookWell(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(
      toast(page, 'Failed to save settings securely', 'Nothing was saved or changed.'),
    ).toBeVisible()
    await expect(stripe.getByRole('button', { name: 'Save' })).toBeFocused()
    await expect(field(stripe, 'Publishable Key')).toHaveValue(publishableKey)
    await expect(stripe.getByText('Not Connected', { exact: true })).toBeVisible()
  })

  await test.step('a wrong password is said at the field; the right one saves', async () => {
    await press(stripe, 'Save')
    await typed(page).fill('not this one')
    await typed(page).press('Enter')
    await expect(typed(page)).toHaveAccessibleDescription('The password is incorrect.')
    await expect(typed(page)).toBeFocused()
    await typed(page).fill(password)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, 'Stripe settings saved securely.')).toBeVisible()
    await expect(stripe.getByText('Connected', { exact: true })).toBeVisible()
    const { text } = await mailTo(email, 'Your Stripe account was saved')
    expect(text).toContain('Chrome on Linux')
    expect(text).not.toContain(secrets.secretKey)
  })

  await test.step('on top of a question that is open already', async () => {
    await ageSession(email)
    await press(stripe, 'Remove account')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Remove account' }).click()
    await typed(page).fill(password)
    await typed(page).press('Enter')
    await expect(toast(page, 'Your Stripe account was removed')).toBeVisible()
    await expect(question).toBeHidden()
    await expect(stripe.getByRole('heading', { name: 'Stripe', exact: true })).toBeFocused()
  })

  await test.step('a download is no broken file', async () => {
    await ageSession(email)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Export data' }).click()
    await typed(page).fill(password)
    const arrives = page.waitForEvent('download')
    await typed(page).press('Enter')
    expect((await arrives).suggestedFilename()).toMatch(/\.zip$/)
    await mailTo(email, 'Your data was exported')
  })

  await test.step('everything stands in the list; without a password there is a link to set one', async () => {
    await page.goto('/integrations?tab=settings')
    await expect(card(page, 'Security activity').getByRole('listitem')).toContainText([
      /Data exported.*Chrome on Linux/,
      /Account removed.*Stripe: pk_test_51MadeUp/,
      /Account saved.*Stripe: pk_test_51MadeUp/,
    ])
    await ageSession(email)
    await asDatabaseOwner(`update auth.accounts set password = null where ${ofPerson}`, [email])
    await page.getByRole('switch', { name: 'Enable All Integrations' }).click()
    await dialog(page).getByRole('button', { name: 'Send reset link' }).click()
    await expect(dialog(page)).toContainText(`The link is on its way to ${email}.`)
    await expectToLookWell(page)
    await mailTo(email, 'Set a new password')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('switch', { name: 'Enable All Integrations' })).toBeChecked()
  })
})
