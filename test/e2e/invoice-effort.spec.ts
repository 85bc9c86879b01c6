import { expect } from '@playwright/test'
import { mailTo, newEmail, password, screens, test, toast } from '../support/e2e/browser.ts'
import { Effort } from '../support/e2e/effort.ts'
import { createButton, field } from '../support/e2e/invoice-form.ts'

/** Two thirds of what it took when the form began with the owner’s own company: 11 presses, 1640 and 2632 pixels. */
const maxPixels = { wide: 1093, small: 1754 }

for (const { name, width, height } of screens) {
  test(`from signing up to the first sent invoice on a ${name} screen`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const [owner, client] = [newEmail(), newEmail()]
    const effort = new Effort(page)
    const label = (text: string) => page.getByLabel(text, { exact: true })
    await page.goto('/')
    await effort.click(page.getByRole('main').locator('a[href="/signup"]').first())

    await effort.arriveAt('Create an Account')
    await expect(label('Full Name')).toBeFocused()
    await effort.type(label('Full Name'), 'Test Owner')
    await effort.type(label('Email'), owner)
    await effort.type(label('Business Name'), 'Corner Repairs')
    await effort.type(label('Password'), password)
    await effort.press('Enter')

    await effort.arriveAt('Sign In')
    await expect(label('Email')).toHaveValue(owner)
    await expect(label('Password')).toBeFocused()
    await effort.type(label('Password'), password)
    await effort.press('Enter')

    await effort.arriveAt('Welcome, Corner Repairs')
    await effort.click(page.getByRole('main').locator('a[href="/invoices/new"]').first())

    await effort.arriveAt('Create New Invoice')
    await expect(field(page, 'Client Company Name')).toBeFocused()
    await effort.type(field(page, 'Client Company Name'), 'First Client')
    await effort.type(field(page, 'Client Email'), client)
    await effort.click(page.getByRole('button', { name: 'Add line items' }))
    const lines = [
      ['Oven repaired', '2', '80'],
      ['New door', '1', '120.50'],
    ] as const
    for (const [index, [description, quantity, rate]] of lines.entries()) {
      const line = page.getByRole('group', { name: `Line ${index + 1}`, exact: true })
      if (index > 0) await effort.press('Enter')
      await expect(line.getByLabel('Description')).toBeFocused()
      await effort.type(line.getByLabel('Description'), description)
      await effort.type(line.getByLabel('Quantity'), quantity)
      await effort.type(line.getByLabel('Rate'), rate)
    }
    await expect(page.getByRole('radio', { name: 'Email now' })).toBeChecked()
    await effort.click(createButton(page))
    await expect(toast(page, 'Invoice Created')).toBeVisible()
    expect((await mailTo(client, 'from Corner Repairs')).text).toContain('$280.50')

    expect(effort.presses).toBe(7)
    expect(effort.pixels).toBeLessThanOrEqual(maxPixels[name])
  })
}
