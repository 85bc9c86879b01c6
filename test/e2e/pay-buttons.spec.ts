import { expect } from '@playwright/test'
import { holdRequests, inEachLook, test } from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { cardButton, makeOwner } from '../support/e2e/payments.ts'

test('at both widths, nothing moves when the ways to pay arrive late', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request, { charge: { kind: 'amount', amountMinor: 6000 } })
  const answer = await holdRequests(page, '**/payment-options')
  await page.goto(invoice.publicUrl)
  const below = page.getByRole('link', { name: 'Download PDF' })
  await expect(below).toBeVisible()
  const boxes = () => inEachLook(page, () => below.boundingBox())
  const before = await boxes()
  await answer()
  await expect(cardButton(page, '$60.00')).toBeVisible()
  expect(await boxes()).toEqual(before)
})
