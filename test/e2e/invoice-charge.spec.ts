import { type Page, expect } from '@playwright/test'
import { expectAccessible, screens, test } from '../support/e2e/browser.ts'
import { amountOf, button, openNewInvoice, rowsOf } from '../support/e2e/charge-form.ts'

const lineOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Line ${number}`, exact: true })
const fieldOf = (page: Page, number: number, label: string) =>
  lineOf(page, number).getByLabel(label, { exact: true })

async function chooseFor(page: Page, line: number, action: string) {
  await button(page, `More actions for line ${line}`).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

async function expectLines(page: Page, descriptions: string[]) {
  const fields = page.getByRole('group', { name: /^Line \d+$/ }).getByLabel('Description')
  await expect(fields).toHaveCount(descriptions.length)
  for (const [index, description] of descriptions.entries()) {
    await expect(fields.nth(index)).toHaveValue(description)
  }
}

/** Types lines with the Enter key, starting in the first description. */
async function typeLines(page: Page, lines: [string, string, string][]) {
  for (const [index, cells] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    for (const [column, text] of cells.entries()) {
      if (column > 0) await page.keyboard.press('Enter')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    }
  }
}

const vat = { name: 'VAT', rate: 7700, description: 'Standard rate', isDefault: true }
const city = { name: 'City tax', rate: 1250 }

test.describe('on a phone', () => {
  test.use({ viewport: screens[1] })

  test('totals follow as one types', async ({ page, request }) => {
    await openNewInvoice(page, request, [vat, city])
    await button(page, 'Add line items').click()
    await expect(fieldOf(page, 1, 'Description')).toBeFocused()
    await typeLines(page, [
      ['Design', '2.5', '120'],
      ['Hosting', '3', '19.99'],
    ])
    await expect(lineOf(page, 2).getByText('$59.97')).toBeVisible()
    // The default rate is preselected, the other one is chosen.
    await expect(page.getByLabel(/^VAT/)).toBeChecked()
    await page.getByLabel(/^City tax/).check()
    await page.getByLabel('Discount', { exact: true }).selectOption('Percentage')
    await page.getByLabel('Discount percentage').fill('10.0%')
    await button(page, 'Add fee').click()
    await page.keyboard.type('Courier')
    // A blank line counts as nothing, both here and in the preview.
    await button(page, 'Add line').click()
    await expect(rowsOf(page).last()).toHaveText('Fees$0.00')
    await expect(amountOf(page)).toHaveValue('352.97')
    await chooseFor(page, 3, 'Remove')
    await page.getByLabel('Fee amount').fill('15')
    await expect(rowsOf(page)).toHaveText([
      'Subtotal$359.97',
      'Discount (10%)-$36.00',
      'VAT (7.7%)$24.95',
      'City tax (1.25%)$4.05',
      'Fees$15.00',
    ])
    await expect(amountOf(page)).toHaveValue('367.97')
    await expect(amountOf(page)).toHaveAttribute('readonly')
    await expectAccessible(page)

    await fieldOf(page, 2, 'Quantity').fill('three')
    await expect(rowsOf(page)).toHaveText([
      'Subtotal—',
      'Discount—',
      'VAT (7.7%)—',
      'City tax (1.25%)—',
      'Fees$15.00',
    ])
    await expect(amountOf(page)).toHaveValue('')
    await fieldOf(page, 2, 'Quantity').fill('0')
    await page.getByLabel('Discount', { exact: true }).selectOption('Fixed amount')
    await page.getByLabel('Discount amount').fill('300.01')
    await expect(amountOf(page)).toHaveValue('')
    await expect(page.getByText('The discount can’t be more than the subtotal.')).toBeVisible()
    await page.getByLabel('Discount amount').fill('300')
    await button(page, 'Remove fee 1').click()
    await expect(button(page, 'Add fee')).toBeFocused()
    await expect(amountOf(page)).toHaveValue('0.00')
  })
})

test('the largest amounts have room at every width', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await button(page, 'Add line items').click()
  await expect(page.getByLabel('Summary')).toHaveAccessibleDescription(/Appears above the lines\./)
  await fieldOf(page, 1, 'Quantity').fill('1.25')
  for (const width of [360, 390, 540, 580, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await fieldOf(page, 1, 'Rate').fill(width < 390 ? '9999999.99' : '999999999.99')
    const amount = lineOf(page, 1).getByText(/^\$/).last()
    await expect(amount).toHaveText(width < 390 ? '$12,499,999.99' : '$1,249,999,999.99')
    const rate = await fieldOf(page, 1, 'Rate').evaluate((input: HTMLInputElement) => {
      const { textAlign } = getComputedStyle(input)
      return { textAlign, isCut: input.scrollWidth > input.clientWidth }
    })
    expect(rate, `${width} pixels`).toEqual({ textAlign: 'right', isCut: false })
    const { lines, isInside } = await amount.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const line = element.closest('fieldset')!.getBoundingClientRect()
      const { left, right } = range.getBoundingClientRect()
      return { lines: range.getClientRects().length, isInside: left >= line.left && right <= line.right }
    })
    expect({ lines, isInside }, `${width} pixels`).toEqual({ lines: 1, isInside: true })
  }
})

test('a line is one row where there is room, with its columns named once', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await button(page, 'Add line items').click()
  for (const { name, width, height } of screens) {
    await page.setViewportSize({ width, height })
    const tops = await Promise.all(
      ['Description', 'Quantity', 'Rate'].map(
        async (label) => (await fieldOf(page, 1, label).boundingBox())!.y,
      ),
    )
    expect(new Set(tops).size, name).toBe(name === 'wide' ? 1 : 2)
    const headings = page.getByRole('form').getByText('Quantity', { exact: true })
    await expect(headings.first()).toBeVisible({ visible: name === 'wide' })
    await expectAccessible(page)
  }
})

test('the total stands once: in the bar only while the field with it is out of view', async ({
  page,
  request,
}) => {
  await openNewInvoice(page, request)
  const inBar = page.getByRole('form').getByText('Total', { exact: true }).last()
  await amountOf(page).fill('120')
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height })
    await amountOf(page).scrollIntoViewIfNeeded()
    await expect(inBar).toBeHidden()
    await page.getByRole('radio', { name: 'Do not send' }).scrollIntoViewIfNeeded()
    await expect(inBar).toBeVisible()
  }
  await button(page, 'Add line items').click()
  await expect(inBar).toBeVisible()
  await amountOf(page).scrollIntoViewIfNeeded()
  await expect(inBar).toBeHidden()
})

test('lines are moved and removed by keyboard, and dragged', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await button(page, 'Add line items').click()
  await typeLines(page, [
    ['One', '1', '1'],
    ['Two', '1', '2'],
    ['Three', '1', '3'],
  ])
  await expect(fieldOf(page, 3, 'Rate')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expectLines(page, ['One', 'Three', 'Two'])
  await expect(fieldOf(page, 2, 'Rate')).toBeFocused()
  await expect(page.getByText('Line 3 is now line 2 of 3.')).toBeAttached()
  await chooseFor(page, 1, 'Move down')
  await expectLines(page, ['Three', 'One', 'Two'])
  await expect(fieldOf(page, 1, 'Rate')).toHaveValue('3.00')

  const handle = (await lineOf(page, 3).locator('[data-drag-handle]').boundingBox())!
  const first = (await lineOf(page, 1).boundingBox())!
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x, first.y + 5, { steps: 5 })
  await page.mouse.up()
  await expectLines(page, ['Two', 'Three', 'One'])

  await chooseFor(page, 3, 'Remove')
  await expectLines(page, ['Two', 'Three'])
  await expect(fieldOf(page, 2, 'Description')).toBeFocused()
  await chooseFor(page, 1, 'Remove')
  await expectLines(page, ['Three'])
  await button(page, 'More actions for line 1').press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await button(page, 'Add line').press('Enter')
  await expect(fieldOf(page, 2, 'Description')).toBeFocused()
})

test('an amount becomes the first line, and the total an amount again', async ({ page, request }) => {
  await openNewInvoice(page, request)
  await amountOf(page).fill('1200')
  await page.getByLabel('Description', { exact: true }).fill('Two days of work')
  await button(page, 'Add line items').click()
  await expectLines(page, ['Two days of work'])
  await expect(fieldOf(page, 1, 'Quantity')).toHaveValue('1')
  await expect(fieldOf(page, 1, 'Rate')).toHaveValue('1,200.00')
  // Nothing would be lost yet, so there is no question.
  await button(page, 'Use a single amount').click()
  await expect(amountOf(page)).toBeFocused()
  await expect(amountOf(page)).toHaveValue('1,200.00')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Two days of work')

  await button(page, 'Add line items').click()
  await fieldOf(page, 1, 'Quantity').fill('2')
  await button(page, 'Use a single amount').click()
  const question = page.getByRole('alertdialog', { name: 'Use a single amount?' })
  await expect(question).toContainText('The total of $2,400.00 becomes the amount')
  await question.getByRole('button', { name: 'Cancel' }).click()
  // Its button has the same name as the one behind it.
  await expect(question).toBeHidden()
  await expect(fieldOf(page, 1, 'Quantity')).toHaveValue('2')
  await button(page, 'Use a single amount').click()
  await question.getByRole('button', { name: 'Use a single amount' }).click()
  await expect(amountOf(page)).toHaveValue('2,400.00')
  await expect(amountOf(page)).toBeEditable()
  await expect(button(page, 'Add line items')).toBeFocused()
})
