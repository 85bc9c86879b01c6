import { expect } from '@playwright/test'
import { expectAccessible, inEachLook, screens, signIn, signUp, test, toast } from '../support/e2e/browser.ts'
import { createButton, field, makeFirstInvoice, openForm } from '../support/e2e/invoice-form.ts'
import { markPaid } from '../support/e2e/invoices.ts'

test('a paid invoice is shown as it is, with nothing to change', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
  await markPaid(made.id)
  for (const path of ['', '/edit']) {
    await page.goto(`/invoices/${made.id}${path}`)
    await inEachLook(page, async () => {
      await expect(page.getByText('It can no longer be changed')).toBeVisible()
      const paper = page.getByRole('article', { name: `Invoice ${made.number}` })
      await expect(paper).toContainText('First Client')
      await expect(paper).toContainText('Paid')
      await expect(page.getByRole('button', { name: 'Email', exact: true })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Created')
      await expect(page.getByRole('form')).toBeHidden()
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
      await expectAccessible(page)
    })
  }
})

test('the timeline stands below the preview, or below the form', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
  await page.goto(`/invoices/${made.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Created')
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height })
    const isWide = width >= 1280
    const above = isWide ? page.getByRole('complementary', { name: 'Preview' }) : page.getByRole('form')
    await expect(above).toBeVisible()
    // Content that is still loading moves both.
    await expect(async () => {
      const [upper, lower] = [(await above.boundingBox())!, (await timeline.boundingBox())!]
      expect(lower.y).toBeGreaterThanOrEqual(upper.y + upper.height)
      expect(lower.x).toBe(upper.x)
    }).toPass()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: screens[1] })

  test('the Tab key leads to nothing that lies below the header or the bar', async ({ page, request }) => {
    await openForm(page, request)
    await page.getByRole('button', { name: 'Add line items' }).click()
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    const covered: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      // Through the whole form and out of it on the other side.
      let seen = 0
      for (let presses = 0; presses < 120; presses++) {
        await page.keyboard.press(key)
        const found = await page.evaluate(() => {
          const [focused, form] = [document.activeElement!, document.querySelector('main form')!]
          const bar = form.querySelector('[type="submit"]')!.parentElement!
          if (!form.contains(focused)) return 'outside'
          if (bar.contains(focused)) return 'clear'
          const { top, bottom } = focused.getBoundingClientRect()
          const header = document.querySelector('header')!.getBoundingClientRect()
          const isClear = top >= header.bottom && bottom <= bar.getBoundingClientRect().top
          return isClear ? 'clear' : focused.outerHTML
        })
        if (found === 'outside' && seen > 0) break
        if (found !== 'outside') seen += 1
        if (found !== 'outside' && found !== 'clear') covered.push(`${key}: ${found}`)
      }
      expect(seen, key).toBeGreaterThan(20)
    }
    expect(covered).toEqual([])
  })
})

test('what is wrong is said when a field is left, and what is empty only at the end', async ({
  page,
  request,
}) => {
  await openForm(page, request)
  const form = page.getByRole('form')
  const messages = form.getByText(/^Please |^The amount /)
  for (const label of ['Client Company Name', 'Client Email', 'Amount']) {
    await field(page, label).focus()
    await page.keyboard.press('Tab')
  }
  await field(page, 'Due Date').fill('')
  await field(page, 'Purchase Order').focus()
  await expect(messages).toHaveCount(0)

  await field(page, 'Client Email').fill('nobody')
  await field(page, 'Due Date').fill('soon')
  await field(page, 'Amount').fill('99999999999')
  await field(page, 'Purchase Order').focus()
  await expect(messages).toHaveText([
    'Please enter a valid email address.',
    'The amount can be at most $999,999,999.99.',
    'Please choose a due date.',
  ])
  await expect(field(page, 'Amount')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await field(page, 'Amount').fill('1.2345')
  await expect(messages.nth(1)).toHaveText('Please use at most two decimals.')
  await field(page, 'Amount').fill('')
  await field(page, 'Client Email').fill('somebody@example.com')
  await field(page, 'Due Date').fill('12/31/2030')
  await expect(messages).toHaveCount(0)
  await createButton(page).click()
  await expect(messages).toHaveText([
    'Please enter the client’s company name.',
    'Please enter an amount, such as 150.00.',
  ])
})

test('a press that leaves a wrong field still reaches its button', async ({ page, request }) => {
  await openForm(page, request)
  await page.getByRole('button', { name: 'Add line items' }).click()
  await field(page, 'Quantity').fill('many')
  const add = page.getByRole('button', { name: 'Add line', exact: true })
  const { height } = (await add.boundingBox())!
  await add.hover({ position: { x: 10, y: height - 2 } })
  await page.mouse.down()
  await expect(page.getByText('Please enter a quantity, such as 1.5.')).toBeHidden()
  await page.mouse.up()
  await expect(page.getByRole('group', { name: 'Line 2' })).toBeVisible()
  await expect(page.getByText('Please enter a quantity, such as 1.5.')).toBeVisible()
})

test('an invoice that was mailed says so in place of the choice', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const made = await makeFirstInvoice(page)
  await page.goto(`/invoices/${made.id}`)
  const reminder = page.getByRole('checkbox', { name: 'Send a reminder 3 days before the due date' })
  await expect(page.getByRole('radio', { name: 'Do not send' })).toBeChecked()
  await expect(reminder).toBeDisabled()
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(toast(page, 'Email Sent')).toBeVisible()
  await expect(
    page.getByText(/^Emailed on \w+ \d+, \d+ to first@example\.com\. Use Email to send it again\.$/),
  ).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
  await reminder.check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  // Now that it has been sent and saved, what matters comes first.
  await expect(page.getByRole('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(reminder).toBeChecked()
})
