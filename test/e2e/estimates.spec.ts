import { type Locator, type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  looks,
  mailTo,
  newEmail,
  pdfHeadOf,
  screens,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { answerEstimate, postEstimate } from '../support/e2e/estimates.ts'
import { field, fillClient } from '../support/e2e/invoice-form.ts'

const [wide, small] = screens
const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Draws a line across the field, as a finger or a pen does. */
async function drawOn(page: Page, pad: Locator) {
  const box = (await pad.locator('svg').boundingBox())!
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.1, 0.5))
  await page.mouse.down()
  for (const [x, y] of [
    [0.3, 0.2],
    [0.5, 0.7],
    [0.7, 0.3],
    [0.9, 0.5],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 4 })
  await page.mouse.up()
}

test('an estimate is sent, signed on a phone, and invoiced with a deposit first', async ({
  page,
  request,
  browser,
}) => {
  const person = await signUp(request)
  await signIn(page, person)
  const clientEmail = newEmail()
  let number = ''

  await test.step('the owner writes it, and what was typed survives a reload', async () => {
    await page.goto('/estimates')
    await expect(page.getByRole('heading', { name: 'No estimates yet' })).toBeVisible()
    await expectToLookWell(page)
    await page.setViewportSize(wide)
    await page.getByRole('link', { name: 'Create your first estimate' }).click()
    await fillClient(page, 'Corner Bakery')
    await field(page, 'Client Email').fill(clientEmail)
    await field(page, 'Amount').fill('1000')
    await field(page, 'Description').fill('A sign above the door')
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Valid until')
    await expectToLookWell(page)
    await page.setViewportSize(wide)
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await expect(field(page, 'Client Company Name')).toHaveValue('Corner Bakery')
    await expect(field(page, 'Amount')).toHaveValue('1,000.00')
  })

  await test.step('a day that makes no sense is refused at its field, and the keyboard saves', async () => {
    await field(page, 'Valid Until').fill('Jan 1, 2020')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('This is before the issue date.')).toBeVisible()
    await expect(field(page, 'Valid Until')).toBeFocused()
    await field(page, 'Valid Until').fill('Dec 31, 2099')
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, 'Estimate Created', `It’s on its way to ${clientEmail}.`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /^Estimate / })).toBeVisible()
    number = (await page.getByRole('heading', { level: 1 }).textContent())!.replace('Estimate ', '')
    await expect(page).toHaveTitle(new RegExp(`^Estimate ${number}`))
    await expect(region(page, 'Overview')).toContainText('$1,000.00')
    await expect(region(page, 'Timeline')).toContainText(`Emailed to ${clientEmail}`)
    await expectToLookWell(page)
    await page.setViewportSize(wide)
  })

  await test.step('the client opens the link of the email on a phone and signs with a finger', async () => {
    const mail = await mailTo(clientEmail, `Estimate ${number} from`)
    expect(pdfHeadOf(mail)).toBe('%PDF-')
    const link = /https?:\/\/\S+\/view/.exec(mail.text ?? '')![0]
    const phone = await browser.newContext({ ...looks[1], viewport: small, reducedMotion: 'reduce' })
    const client = await phone.newPage()
    await client.goto(link)
    await expect(client.getByRole('heading', { level: 1 })).toContainText(number)
    await expect(client.getByRole('article', { name: `Estimate ${number}` })).toContainText(
      'A sign above the door',
    )
    await expect(client.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(client)
    await client.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog(client)).toContainText('By accepting you agree to this estimate.')
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).click()
    await expect(dialog(client)).toContainText('Please enter your name.')
    const name = dialog(client).getByRole('textbox', { name: 'Your name' })
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('autocomplete', 'name')
    await name.fill('Robin Baker')
    await dialog(client).getByRole('button', { name: 'Draw it' }).click()
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).click()
    await expect(dialog(client)).toContainText('Please draw your signature, or choose None.')
    await expect(dialog(client).getByRole('button', { name: 'Draw it' })).toBeFocused()
    await expectAccessible(client)
    const pad = dialog(client).getByRole('figure')
    await drawOn(client, pad)
    await expect(dialog(client)).not.toContainText('Please draw your signature')
    await expect(pad).toHaveAccessibleName('Your drawn signature')
    await dialog(client).getByRole('button', { name: 'Clear' }).click()
    await expect(pad).toHaveAccessibleName('Draw your signature here')
    await drawOn(client, pad)
    await expectAccessible(client)
    // A second press changes nothing.
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).dblclick()
    const accepted = client.getByRole('heading', { name: /^Accepted by Robin Baker on / })
    await expect(accepted).toBeVisible()
    await expect(client.getByText('Your answer was not saved')).toHaveCount(0)
    await expect(client.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
    await expect(client.getByRole('figure', { name: 'Drawn signature' })).toBeVisible()
    await client.reload()
    await expect(accepted).toBeVisible()
    await expectAccessible(client)
    await phone.close()
  })

  await test.step('the owner sees who accepted it, without reloading, and is told by email', async () => {
    const answer = region(page, 'Accepted')
    await expect(answer).toContainText('Robin Baker')
    await expect(answer).toContainText('IP address')
    await expect(answer.getByRole('figure', { name: 'Drawn signature' })).toBeVisible()
    await mailTo(person.email, `Estimate ${number} was accepted`)
    await expectToLookWell(page)
    await page.setViewportSize(wide)
  })

  await test.step('a deposit is invoiced, with the amount before it is made', async () => {
    await page.getByRole('button', { name: 'Deposit First…' }).click()
    await dialog(page).getByRole('button', { name: 'Create invoice' }).click()
    await expect(dialog(page)).toContainText('Please enter a percentage above 0, up to 100.')
    await expect(dialog(page).getByRole('textbox', { name: 'Percentage' })).toBeFocused()
    await dialog(page).getByRole('textbox', { name: 'Percentage' }).fill('30')
    await expect(dialog(page).getByRole('status')).toHaveText(
      '$300.00 on this invoice. $700.00 will be left to invoice.',
    )
    await dialog(page).getByRole('radio', { name: 'An amount' }).check()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('250')
    await expect(dialog(page).getByRole('status')).toHaveText(
      '$250.00 on this invoice. $750.00 will be left to invoice.',
    )
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Create invoice' }).click()
    await expect(toast(page, 'Invoice Created')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
    await page.getByRole('link', { name: `From estimate ${number}` }).click()
  })

  await test.step('what is left is invoiced with one press', async () => {
    await expect(region(page, 'Invoices')).toContainText('$250.00')
    await expect(region(page, 'Invoices')).toContainText('$750.00')
    await expect(page.getByText('Part invoiced')).toBeVisible()
    await page.getByRole('button', { name: 'Invoice the Rest' }).click()
    await expect(toast(page, 'Invoice Created', '$750.00')).toBeVisible()
    await page.getByRole('link', { name: `From estimate ${number}` }).click()
    await expect(page.getByText('Invoiced', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invoice the Rest' })).toHaveCount(0)
    await expect(region(page, 'Invoices').getByRole('link')).toHaveCount(2)
    await page.getByRole('button', { name: `More actions for estimate ${number}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
    await expectAccessible(page)
  })
})

test('with the keyboard alone, a client types a signature and accepts', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page, await signUp(request))
  const { id } = await postEstimate(page.request, { sendOption: 'email_now' })
  const visitor = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })
  const client = await visitor.newPage()
  await client.goto(`/estimates/${id}/view`)
  const accept = client.getByRole('button', { name: 'Accept', exact: true })
  await expect(accept).toBeVisible()
  await tabTo(client, accept)
  await client.keyboard.press('Enter')
  await expect(dialog(client).getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await client.keyboard.press('Escape')
  await expect(accept).toBeFocused()
  await client.keyboard.press('Enter')
  await client.keyboard.type('Sam Lake')
  await tabTo(client, dialog(client).getByRole('button', { name: 'Type it' }))
  await client.keyboard.press('Enter')
  await expect(dialog(client).getByRole('textbox', { name: 'Typed signature' })).toHaveValue('Sam Lake')
  await tabTo(client, dialog(client).getByRole('button', { name: 'Accept estimate' }))
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { name: /^Accepted by Sam Lake on / })).toBeVisible()
  await expect(dialog(client)).toHaveCount(0)
  // The button is gone, and the focus is where the answer is read.
  expect(await client.evaluate(() => document.activeElement?.textContent)).toContain('Accepted by Sam Lake')
  await visitor.close()
})

test('an estimate is declined with a reason, and copied for another offer', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page, await signUp(request))
  const { id, number } = await postEstimate(page.request)
  const visitor = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })
  const client = await visitor.newPage()
  await client.goto(`/estimates/${id}/view`)
  await client.getByRole('button', { name: 'Decline', exact: true }).click()
  await dialog(client).getByRole('textbox', { name: 'Reason' }).fill('We found a nearer shop.')
  await expectAccessible(client)
  await dialog(client).getByRole('button', { name: 'Decline estimate' }).click()
  await expect(client.getByRole('heading', { name: 'This estimate was declined' })).toBeVisible()
  await client.reload()
  await expect(client.getByRole('heading', { name: 'This estimate was declined' })).toBeVisible()
  await expectAccessible(client)
  await visitor.close()

  await page.goto(`/estimates/${id}`)
  await expect(region(page, 'Declined')).toContainText('We found a nearer shop.')
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await page.goto(`/estimates/${id}/edit`)
  await expect(page.getByText('This estimate was declined')).toBeVisible()
  await page.goto(`/estimates/${id}`)
  await page.getByRole('button', { name: `More actions for estimate ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(toast(page, 'Estimate Duplicated')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit Estimate / })).toBeVisible()
  await field(page, 'Amount').fill('900')
  await page.getByRole('link', { name: 'Cancel' }).first().click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Your changes to this estimate haven’t been saved',
  )
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Estimate Saved')).toBeVisible()
  await expect(region(page, 'Overview')).toContainText('$900.00')
})

test('an expired estimate says so, and how to ask for a new one', async ({ page, request, browser }) => {
  await signIn(page, await signUp(request))
  const { id } = await postEstimate(page.request, { validForDays: -3 })
  const visitor = await browser.newContext({ viewport: small, reducedMotion: 'reduce' })
  const client = await visitor.newPage()
  await client.goto(`/estimates/${id}/view`)
  await expect(client.getByRole('heading', { name: /^This estimate expired on / })).toBeVisible()
  await expect(client.getByRole('link', { name: 'billing@business.example' }).first()).toHaveAttribute(
    'href',
    /^mailto:billing@business\.example\?subject=New%20estimate/,
  )
  await expect(client.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await expectToLookWell(client)
  await visitor.close()
  await page.goto(`/estimates/${id}`)
  await expect(page.getByText('Expired 3 days ago')).toBeVisible()
})

test('what happened meanwhile wins over an answer, and the page says what', async ({
  page,
  request,
  browser,
}) => {
  await signIn(page, await signUp(request))
  const changed = await postEstimate(page.request)
  const answered = await postEstimate(page.request)
  const visitor = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })
  const client = await visitor.newPage()

  await test.step('it was changed', async () => {
    await client.goto(`/estimates/${changed.id}/view`)
    await client.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog(client).getByRole('textbox', { name: 'Your name' }).fill('Sam Lake')
    await page.goto(`/estimates/${changed.id}/edit`)
    await field(page, 'Amount').fill('2000')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Estimate Saved')).toBeVisible()
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).click()
    await expect(client.getByRole('alert')).toContainText(
      'This estimate was changed while you were reading it.',
    )
    await expect(client.getByText('$2,000.00').first()).toBeVisible()
    await expectAccessible(client)
    await client.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog(client).getByRole('textbox', { name: 'Your name' })).toHaveValue('Sam Lake')
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).click()
    await expect(client.getByRole('heading', { name: /^Accepted by Sam Lake/ })).toBeVisible()
    await expect(client.getByRole('alert')).toHaveCount(0)
  })

  await test.step('it was answered', async () => {
    await client.goto(`/estimates/${answered.id}/view`)
    await client.getByRole('button', { name: 'Decline', exact: true }).click()
    await answerEstimate(visitor.request, answered, { decision: 'accept', name: 'Robin Baker' })
    await dialog(client).getByRole('button', { name: 'Decline estimate' }).click()
    await expect(client.getByRole('heading', { name: /^Accepted by Robin Baker/ })).toBeVisible()
    await expect(client.getByRole('alert')).toContainText('accepted')
    await expect(dialog(client)).toHaveCount(0)
  })
  await visitor.close()
})

test('an answer by phone is marked by hand and taken back', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id, number } = await postEstimate(page.request)
  const menu = page.getByRole('button', { name: `More actions for estimate ${number}` })
  await page.goto(`/estimates/${id}`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mark as accepted' }).click()
  await dialog(page).getByRole('textbox', { name: 'Who accepted it' }).fill('Robin Baker')
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('On the phone.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Mark as accepted' }).click()
  await expect(region(page, 'Accepted')).toContainText('Robin Baker')
  await expect(region(page, 'Accepted')).toContainText('On the phone.')
  await expect(region(page, 'Accepted')).toContainText('Marked by hand')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Open it again' }).click()
  await expect(toast(page, 'Estimate Open Again')).toBeVisible()
  await expect(region(page, 'Accepted')).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Estimate Deleted')).toBeVisible()
  await expect(page).toHaveURL('/estimates')
  await page.goto(`/estimates/${id}`)
  await expect(page.getByRole('heading', { name: 'Estimate Not Found' })).toBeVisible()
  await page.goto(`/estimates/${id}/view`)
  await expect(page.getByRole('heading', { name: 'Estimate not found or could not be loaded' })).toBeVisible()
})

test('the list is filtered and searched, and its address carries both', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await postEstimate(page.request, { client: 'Corner Bakery', minor: 100_000 })
  await postEstimate(page.request, { client: 'Bike Repair', sendOption: 'email_now' })
  await postEstimate(page.request, { client: 'Ceramics Studio', validForDays: -3 })
  const accepted = await postEstimate(page.request, { client: 'Garden Center' })
  await answerEstimate(page.request, accepted, { decision: 'accept', name: 'Sam Lake' })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  await page.goto('/estimates')
  await expect(row('Corner Bakery')).toContainText('Draft')
  await expect(row('Bike Repair')).toContainText('Open')
  await expect(row('Ceramics Studio')).toContainText('Expired')
  await expect(row('Garden Center')).toContainText('Accepted')
  const tabs = page.getByRole('navigation', { name: 'Kinds of invoices' })
  const tab = tabs.getByRole('link', { name: 'Estimates' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expectToLookWell(page)

  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Expired' }).click()
  await expect(page).toHaveURL('/estimates?status=expired')
  await expect(row('Ceramics Studio')).toBeVisible()
  await expect(row('Corner Bakery')).toHaveCount(0)
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByRole('searchbox').fill('bak')
  await expect(page).toHaveURL('/estimates?search=bak')
  await expect(row('Corner Bakery')).toBeVisible()
  await expect(row('Bike Repair')).toHaveCount(0)
  await page.getByRole('link', { name: 'Corner Bakery' }).click()
  // The list has a link of this name, too.
  await expect(page.getByRole('heading', { level: 1, name: /^Estimate / })).toBeVisible()
  await page.getByRole('link', { name: 'Estimates' }).click()
  await expect(page).toHaveURL('/estimates?search=bak')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByRole('heading', { name: 'No estimates match' })).toBeVisible()
  await expectToLookWell(page)

  await page.setViewportSize({ width: 60, height: small.height })
  await page.goto('/estimates')
  await expect.poll(() => tabs.getByRole('list').evaluate((list) => list.scrollLeft)).toBeGreaterThan(100)
  await page.setViewportSize(small)
  await expect(tab).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('accepted')
  await expect(page).toHaveURL('/estimates?status=accepted')
  await expect(row('Garden Center')).toBeVisible()
  await expect(row('Bike Repair')).toHaveCount(0)
})
