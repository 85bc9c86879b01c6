import { type Page, expect } from '@playwright/test'
import { expectAccessible, stopClock, test } from '../support/e2e/browser.ts'
import { galleryUrl } from '../support/e2e/settings.ts'

test.use({ baseURL: galleryUrl })

/** Colours do not depend on the width, nor the layout on the colours, so two combinations are enough. */
const screens = [
  { theme: 'light', width: 1280, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const

/** The page's own toasts, without the copies of keep-toasts.ts. */
function toasts(page: Page) {
  return page
    .getByRole('region', { name: 'Notifications' })
    .locator('[data-toast]:not([data-copy]) [role=alert]')
}

async function openKit(page: Page, theme: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/?theme=${theme}`)
  await expect(page.getByRole('heading', { name: 'Page kit' })).toBeVisible()
}

test('what axe would find is found among what it has seen before', async ({ page }) => {
  await openKit(page, 'light')
  await expectAccessible(page)
  // A button like the others, without its name.
  await page.getByRole('button', { name: 'Error toast' }).evaluate((button) => button.replaceChildren())
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
})

for (const { theme, width, height } of screens) {
  test.describe(`how the kit looks, ${theme}, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height } })
    test.beforeEach(({ page }) => openKit(page, theme))

    test('axe finds nothing on the page, in any state of a list, or with a toast', async ({ page }) => {
      await expectAccessible(page)
      for (const name of ['Loading', 'Empty', 'Failed']) {
        await page.getByRole('tab', { name }).click()
        await expectAccessible(page)
      }
      await page.getByRole('button', { name: 'Error toast' }).click()
      await expectAccessible(page)
    })

    test('axe finds nothing in what opens', async ({ page }) => {
      for (const name of ['Open dialog', 'Open confirmation', 'Open menu', /^Change date/]) {
        await page.getByRole('button', { name }).click()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('combobox', { name: 'Client', exact: true }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
      await expectAccessible(page)
    })

    test('nothing is wider than the screen', async ({ page }) => {
      const body = await page.locator('body').boundingBox()
      const boxes = await page.getByRole('main').locator('section').all()
      for (const section of boxes) {
        const box = await section.boundingBox()
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(body?.width ?? 0)
      }
    })
  })
}

// The layout depends on the width, so it has to work at both.
for (const { theme, width, height } of screens) {
  test(`how the kit works, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openKit(page, theme)

    await test.step('a dialog takes the focus, keeps it, and gives it back on Escape', async () => {
      const opener = page.getByRole('button', { name: 'Open dialog' })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: 'Record a payment' })
      await expect(dialog.getByLabel('Reference')).toBeFocused()
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Tab')
        await expect(dialog.locator(':focus')).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('tabs move by arrow keys and skip the one that is coming soon', async () => {
      // The second click moves the focus from one tab to another.
      for (const name of ['All Invoices', 'Failed']) {
        await page.getByRole('tab', { name }).click()
        await expect(page.getByRole('tab', { name })).toBeFocused()
        await expect(page.getByRole('tab', { name })).toHaveCSS('outline-style', 'none')
      }
      await expect(page.getByRole('tab', { name: /Receipts/ })).toBeDisabled()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: 'All Invoices' })).toBeFocused()
      await expect(page.getByRole('tab', { name: 'All Invoices' })).toHaveCSS('outline-style', 'solid')
      await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible()
    })

    await test.step('a list is a table with named columns at every width', async () => {
      const table = page.getByRole('table', { name: 'Invoices' })
      await expect(table.getByRole('row')).toHaveCount(4)
      await expect(table.getByRole('cell', { name: '$1,234.50' })).toBeVisible()
      await expect(table.getByRole('columnheader', { name: 'Amount' })).toBeAttached()
    })

    await test.step('a date can be picked by keyboard or typed', async () => {
      const field = page.getByRole('textbox', { name: 'Due date' })
      await page.getByRole('button', { name: /^Change date/ }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue('Mar 17, 2026')
      await expect(page.getByTestId('due')).toHaveText('2026-03-17')
      await expect(page.getByRole('button', { name: 'Change date, Mar 17, 2026' })).toBeFocused()

      await field.fill('12/31/2026')
      await field.blur()
      await expect(field).toHaveValue('Dec 31, 2026')
      await field.fill('soon')
      await expect(page.getByTestId('due')).toHaveText('none')
    })
  })
}

test('how the kit works at any width', async ({ page, context }) => {
  await openKit(page, 'light')

  await test.step('a dialog opened from a menu gives the focus back to the button of the menu', async () => {
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog').getByLabel('Reference')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })

  await test.step('the last page of a list keeps the place of the keyboard', async () => {
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(page.getByText('That is all of them.')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByText('That is all of them.')).toHaveCount(0)
  })

  await test.step('a dialog that must be answered stays', async () => {
    await page.getByRole('button', { name: 'Open forced dialog' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Update Password' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('closing a toast leaves the dialog below it open', async () => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    await page.getByRole('button', { name: 'Save payment' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Payment recorded' })).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Record a payment' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a combobox filters, moves and chooses by keyboard', async () => {
    const field = page.getByRole('combobox', { name: 'Client', exact: true })
    await field.focus()
    await page.keyboard.type('ceram')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Ceramics studio/])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(field).toHaveAttribute('aria-activedescendant', /-option-3$/)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('Bike repair shop')
    await expect(page.getByText('Chosen: bikes')).toBeVisible()

    // After a click, typing replaces the selected option.
    await page.keyboard.press('Tab')
    await field.click()
    await page.keyboard.type('flor')
    await expect(field).toHaveValue('flor')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Florist/])
  })

  await test.step('a combobox searches elsewhere and says when there is nothing', async () => {
    const field = page.getByRole('combobox', { name: 'Client on the server' })
    await field.fill('flor')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Florist/])
    await expect(page.getByText('1 result', { exact: true })).toBeAttached()
    await field.fill('nobody')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await field.fill('bike')
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Bike repair shop/ })
      .click()
    await expect(field).toHaveValue('Bike repair shop')
  })

  await test.step('a menu opens, moves and closes by keyboard', async () => {
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })

  await test.step('an amount is read as it is typed and tidied when left', async () => {
    const field = page.getByRole('textbox', { name: 'Amount' })
    const minor = page.getByTestId('minor')
    await expect(field).toHaveAttribute('inputmode', 'decimal')
    await field.fill(' $2,500.5 ')
    await expect(minor).toHaveText('250050 minor')
    await expect(field).toHaveValue(' $2,500.5 ')
    await field.blur()
    await expect(field).toHaveValue('2,500.50')
    await field.fill('twelve')
    await expect(minor).toHaveText('none')
    await field.blur()
    await expect(field).toHaveValue('twelve')
  })

  await test.step('a busy button works once and keeps its focus', async () => {
    const button = page.getByRole('button', { name: 'Add expense' })
    await button.focus()
    await page.keyboard.press('Enter')
    const busy = page.getByRole('button', { name: 'Adding...' })
    await expect(busy).toBeFocused()
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await busy.click({ force: true })
    await expect(page.getByText('Presses: 1')).toBeVisible()
  })

  await test.step('a password can be shown and hidden', async () => {
    const field = page.getByLabel('Password', { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAccessibleDescription('Use at least 8 characters.')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(page.getByRole('button', { name: 'Hide password' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the theme can be chosen and is remembered in a cookie', async () => {
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const cookie = (await context.cookies()).find(({ name }) => name === 'theme')
    expect(cookie).toMatchObject({ value: 'dark', sameSite: 'Lax', path: '/' })
  })
})

test.describe('toasts', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Page kit' })).toBeVisible()
    await stopClock(page)
  })

  test('one at a time: the next one replaces the last', async ({ page }) => {
    await page.getByRole('button', { name: 'Plain toast' }).click()
    await expect(toasts(page)).toHaveText(['Transactions Updated'])
    await page.getByRole('button', { name: 'Success toast' }).click()
    await expect(toasts(page)).toHaveText([/^Saved/])
  })

  test('gone after five seconds', async ({ page }) => {
    await page.getByRole('button', { name: 'Plain toast' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(4900)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(100)
    await expect(toasts(page)).toHaveCount(0)
    // A test that looks late still finds it, until that test does something.
    const copy = page.getByRole('alert').filter({ hasText: 'Transactions Updated' })
    await expect(copy).toBeVisible()
    await page.keyboard.press('Shift')
    await expect(copy).toHaveCount(0)
  })

  test('stays while the pointer is on it', async ({ page }) => {
    await page.getByRole('button', { name: 'Plain toast' }).click()
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(2, 2)
    // Its timer continues once the page has noticed that the pointer left.
    await expect(async () => {
      await page.clock.runFor(5000)
      expect(await toasts(page).count()).toBe(0)
    }).toPass()
  })
})
