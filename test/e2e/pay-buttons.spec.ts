import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { postInvoice } from '../support/e2e-invoices.ts'
import { cardButton, makeOwner } from '../support/e2e-payments.ts'

for (const width of [1280, 390]) {
  test(`at ${width}, nothing moves when the ways to pay arrive late`, async ({ page, request }) => {
    await makeOwner(request)
    const invoice = await postInvoice(request, { charge: { kind: 'amount', amountCents: 6000 } })
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/payment-options', async (route) => {
      await asked
      await route.continue()
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(invoice.publicUrl)
    const below = page.getByRole('link', { name: 'Download PDF' })
    await expect(below).toBeVisible()
    const before = await below.boundingBox()
    answer()
    await expect(cardButton(page, '$60.00')).toBeVisible()
    expect(await below.boundingBox()).toEqual(before)
  })
}
