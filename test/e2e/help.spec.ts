import { type Page, expect } from '@playwright/test'
import { helpArticles } from '../../src/features/site/help-rules.ts'
import { signInAdmin } from '../support/e2e/admin.ts'
import { expectToLookWell, signIn, signUp, tabTo, test } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search the Help Center' })
const results = (page: Page) => page.getByRole('region', { name: 'Search results' })
const question = (page: Page, words: string) => page.getByRole('group').filter({ hasText: words })

test('a word with a slip leads to its paragraph by keyboard alone, and one that is nowhere to other ways', async ({
  page,
}) => {
  await page.goto('/help')
  await tabTo(page, searchField(page))
  await page.keyboard.type('pament terms')
  await expect(results(page).getByRole('status')).toHaveText(/^\d+ results for “pament terms”$/)
  await expect(results(page).getByRole('listitem').first()).toContainText('Creating your first invoice')
  await expect(results(page).locator('mark').first()).toHaveText('Payment')
  await expectToLookWell(page)
  await tabTo(page, results(page).getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/first-invoice#payment-terms')
  await expect(page.getByRole('heading', { name: 'Payment terms' })).toBeInViewport()

  await page.goBack()
  await expect(searchField(page)).toHaveValue('pament terms')
  await expect(results(page).getByRole('link').first()).toBeVisible()
  await searchField(page).fill('xylophone')
  await expect(page).toHaveURL('/help?search=xylophone')
  await expect(results(page).getByRole('status')).toHaveText('Nothing was found for “xylophone”.')
  await expect(results(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

test('a search that cannot be loaded says so and can be tried again', async ({ page }) => {
  await page.route('**/assets/find-help*', (route) => route.abort())
  await page.goto('/help?search=reminder')
  await expect(results(page).getByText('The search could not be loaded')).toBeVisible()
  await expectToLookWell(page)
  await page.unrouteAll()
  await results(page).getByRole('button', { name: 'Try again' }).click()
  await expect(results(page).getByRole('link').first()).toHaveText('Payment reminders')
})

test('articles and videos are tabs, whose choice is in the address', async ({ page }) => {
  await page.goto('/help?tab=videos')
  const [articles, videos] = ['Help Articles', 'Video Tutorials'].map((name) =>
    page.getByRole('tab', { name }),
  )
  await expect(videos!).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Video Tutorials')
  await expectToLookWell(page)
  await tabTo(page, videos!)
  await page.keyboard.press('ArrowRight')
  await expect(articles!).toBeFocused()
  await expect(page).toHaveURL('/help')
  await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(Object.keys(helpArticles).length)
  await expect(page.getByRole('tabpanel')).toContainText('7 min read')
  for (const [name, href] of [
    ['FAQ', '/faq'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Cookie Policy', '/cookies'],
    ['Contact', '/contact'],
  ] as const) {
    const link = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name })
    await expect(link).toHaveAttribute('href', href)
  }
})

test('readers say whether an article helped, and the operator sees how many', async ({ page, request }) => {
  // Left by an earlier attempt.
  await asDatabaseOwner(`delete from platform.help_votes where article = 'api'`)
  const vote = async (answer: 'Yes' | 'No') => {
    await page.goto('/help/api')
    await page.getByRole('group', { name: 'Was this helpful?' }).getByRole('button', { name: answer }).click()
  }
  await vote('Yes')
  await expect(page.getByText('Thanks for the feedback.')).toBeFocused()
  await vote('No')
  await expect(page.getByText('Thanks for the feedback.')).toBeFocused()
  await page.getByRole('link', { name: 'write to us' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Help article: Using the API')
  await vote('No')
  await expect(page.getByText(new RegExp('^You’ve already rated this article\\.'))).toBeVisible()

  await signInAdmin(page, request)
  await page.goto('/admin/messages')
  const row = page.getByRole('region', { name: 'Help articles' }).getByRole('row', { name: 'Using the API' })
  await expect(row.getByRole('cell')).toHaveText(['Using the API', '1', '1'])
})

test('the FAQ is searched in questions and answers, and a link opens its question', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveCount(4)
  const field = page.getByRole('searchbox', { name: 'Search questions and answers' })
  // Occurs only in answers.
  await field.fill('AES-256')
  await expect(page.getByRole('status')).toHaveText('1 question with “AES-256”')
  await expect(page).toHaveURL('/faq?search=AES-256')
  await expect(page.locator('mark').first()).toBeVisible()
  await expectToLookWell(page)
  await field.fill('xylophone')
  await expect(page.getByText('No matching questions')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    '/contact',
  )

  await page.goto('/faq#delete')
  const linked = question(page, 'How do I delete my account?')
  await expect(linked).toHaveAttribute('open')
  await expect(linked.getByText('Press Delete account in Settings')).toBeInViewport()
  await expect(question(page, 'What does it cost?')).not.toHaveAttribute('open')
})

test('a ? in the invoice editor opens the paragraph in another tab, and what was typed stays', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  await page.goto('/invoices/new')
  await page.getByLabel('Client Company Name', { exact: true }).fill('Client')
  await expect(page.getByLabel('Payment Terms', { exact: true })).toHaveAccessibleName('Payment Terms')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Help: payment terms (opens in a new tab)' }).click()
  const help = await opened
  await expect(help).toHaveURL('/help/first-invoice#payment-terms')
  await expect(help.getByRole('heading', { name: 'Payment terms' })).toBeInViewport()
  await expect(page.getByLabel('Client Company Name', { exact: true })).toHaveValue('Client')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('every article is listed and can be read, with its contents', async ({ page }) => {
    await page.goto('/help')
    const list = page.getByRole('tabpanel', { name: 'Help Articles' })
    for (const { title } of Object.values(helpArticles)) {
      await expect(list.getByRole('link', { name: title, exact: true })).toBeVisible()
    }
    await list.getByRole('link', { name: 'Discounts and taxes', exact: true }).click()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Fees' }).click()
    await expect(page).toHaveURL('/help/discounts-taxes#fees')
    await expect(page.getByRole('heading', { name: 'Fees' })).toBeInViewport()
  })
})
