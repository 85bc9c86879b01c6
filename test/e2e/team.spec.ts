import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  linkInMail,
  newEmail,
  password,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { setPlan } from '../support/e2e/plan.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const invitation = 'invites you to'

async function openTeam(page: Page): Promise<void> {
  await page.goto('/settings?tab=team')
  await expect(region(page, 'Your businesses')).toBeVisible()
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await button(page, 'Invite').click()
  await field(page, 'Email').fill(email)
  await page.getByRole('radio', { name: role }).check()
  await expectAccessible(page)
  await button(page, 'Send Invitation').click()
  await expect(toast(page, 'Invitation Sent', email)).toBeVisible()
  await expect(region(page, 'Members').getByText(email)).toBeVisible()
}

async function joinAsNewPerson(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(title(page, 'Join Test Business')).toBeVisible()
  // The secret of the link is not kept in the history.
  await expect(page).toHaveURL('/join')
  await expectAccessible(page)
  await field(page, 'Full Name').fill('Robin Field')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Create Account and Join').click()
  await expect(toast(page, 'Joined', 'You’re now part of Test Business.')).toBeVisible()
}

/** By keyboard: in the header, or in the menu of small screens. */
async function switchTo(page: Page, name: string, isWide: boolean): Promise<void> {
  // What is loaded while a menu is open is not hidden behind it.
  await expect(page.getByRole('heading', { name: 'Cash Balance' })).toBeVisible()
  if (isWide) {
    await tabTo(page, button(page, /^Business:/))
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitemradio', { name })
    await expect(item).toBeVisible()
    await expectAccessible(page)
    while (!(await item.evaluate((element) => element === document.activeElement))) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await page.keyboard.press('ArrowDown')
    }
  } else {
    await tabTo(page, button(page, 'Menu'))
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await tabTo(page, button(page, new RegExp(`^${name}`)))
  }
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Switched', `You now work in ${name}.`)).toBeVisible()
}

for (const { name, width, height } of screens) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })

    test('someone is invited, joins, works in two businesses, gets another role and is removed', async ({
      page,
      request,
      browser,
    }) => {
      await signIn(page, await signUp(request))
      await openTeam(page)
      await expect(page.getByRole('heading', { name: 'Work together' })).toBeVisible()
      await expect(button(page, 'Add a business')).toBeDisabled()
      await expectAccessible(page)
      await setPlan(page, 'enterprise')
      await page.reload()
      await expect(page.getByText('No one else is here yet')).toBeVisible()
      await expectAccessible(page)
      const email = newEmail()
      await invite(page, email, 'Bookkeeper')

      const member = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
      await joinAsNewPerson(member, await linkInMail(email, invitation))
      await expect(member).toHaveURL('/dashboard')
      await expect(title(member, 'Welcome, Test Business')).toBeVisible()

      await openTeam(member)
      await expect(region(member, 'Members').getByRole('listitem')).toHaveCount(2)
      await expect(button(member, /^Remove/)).toHaveCount(0)
      await expect(member.getByRole('tab')).toHaveText(['Profile', 'Team'])
      await expectAccessible(member)
      await button(member, 'Add a business').click()
      await field(member, 'Business Name').fill('Field Works')
      await expectAccessible(member)
      await button(member, 'Add Business').click()
      await expect(title(member, 'Welcome, Field Works')).toBeVisible()
      await switchTo(member, 'Test Business', name === 'wide')
      await expect(title(member, 'Welcome, Test Business')).toBeVisible()
      await switchTo(member, 'Field Works', name === 'wide')
      await expect(title(member, 'Welcome, Field Works')).toBeVisible()
      await switchTo(member, 'Test Business', name === 'wide')
      await expect(title(member, 'Welcome, Test Business')).toBeVisible()

      await member.goto('/reports')
      await expect(title(member, 'Reports')).toBeVisible()
      await page.reload()
      await button(page, 'Change role of Robin Field').click()
      await page.getByRole('radio', { name: 'Sales' }).check()
      await expectAccessible(page)
      await button(page, 'Save Role').click()
      await expect(toast(page, 'Role Changed')).toBeVisible()
      await expect(button(page, 'Change role of Robin Field')).toBeFocused()
      await expect(title(member, 'Not Part of Your Role')).toBeVisible()
      await expectAccessible(member)
      await member.getByRole('link', { name: 'Go to invoices' }).click()
      await expect(title(member, 'Invoices')).toBeVisible()

      await button(page, 'Remove Robin Field').click()
      await expectAccessible(page)
      await button(page, 'Remove').click()
      await expect(toast(page, 'Member Removed')).toBeVisible()
      await expect(region(page, 'Members').getByRole('listitem')).toHaveCount(1)
      await expect(toast(member, 'No Longer a Member', 'no longer a member of Test Business')).toBeVisible()
      await expect(member).toHaveURL('/dashboard')
      await expect(title(member, 'Welcome, Field Works')).toBeVisible()
      await member.close()
    })
  })
}

test('an invitation waits for the invited address, and the business is handed over', async ({
  page,
  request,
  browser,
}) => {
  const owner = await signUp(request)
  await signIn(page, owner)
  await setPlan(page, 'pro')
  await openTeam(page)
  const person = await signUp(request)
  await button(page, 'Invite your accountant').click()
  await field(page, 'Email').fill(person.email)
  await expect(page.getByRole('radio', { name: 'Admin' })).toBeDisabled()
  await button(page, 'Send Invitation').click()
  await expect(page.getByText('The seat for your accountant is taken.')).toBeVisible()
  await expectToLookWell(page)

  const link = await linkInMail(person.email, invitation)
  const member = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const stranger = await signUp(request)
  await signIn(member, stranger)
  await member.goto(link)
  await expect(member.getByText(`you’re signed in as ${stranger.email}`)).toBeVisible()
  await expectToLookWell(member)
  await member.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await member.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await field(member, 'Email').fill(person.email)
  await member.getByLabel('Password', { exact: true }).fill(password)
  await button(member, 'Sign In').click()
  await button(member, 'Join Test Business').click()
  await expect(toast(member, 'Joined')).toBeVisible()
  await expect(member).toHaveURL('/dashboard')
  await member.goto(link)
  await expect(member.getByText('This invitation has been used.')).toBeVisible()
  await expectToLookWell(member)
  // Another link in the same tab is read, too.
  await member.goto('/join#token=another')
  await expect(member.getByText('This invitation has been used.')).toBeHidden()
  await expect(member.getByText('This invitation can’t be used.')).toBeVisible()

  await page.reload()
  await asDatabaseOwner(
    `update auth.sessions set confirmed_at = now() - interval '11 minutes'
     where user_id = (select id from auth.users where email = $1)`,
    [owner.email],
  )
  await button(page, 'Hand over').click()
  await button(page, 'Offer the Business').click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Business Offered')).toBeVisible()
  await expect(button(page, 'Withdraw the offer')).toBeVisible()
  await expectToLookWell(page)

  await member.goto('/dashboard')
  await member.getByRole('region', { name: 'Offer' }).getByRole('link', { name: 'Answer' }).click()
  await expect(region(member, 'You were offered Test Business')).toBeVisible()
  await expectToLookWell(member)
  await button(member, 'Accept').click()
  await expect(toast(member, 'You’re the Owner')).toBeVisible()
  await expect(member.getByRole('tab', { name: 'Subscription' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Subscription' })).toHaveCount(0)
  await expect(region(page, 'Members').getByRole('listitem').nth(1)).toContainText('Viewer / accountant')
  await member.close()
})
