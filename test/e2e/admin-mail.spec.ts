import { type Locator, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signInAdmin } from '../support/e2e/admin.ts'
import { expectToLookWell, newEmail, test, toast } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { mailFolder, productUrl } from '../support/e2e/settings.ts'

const follow = 'https://books.example/confirm?token=abc'

/** A message that tries everything. Every URL that it would request contains "evil". */
const hostileHtml = `<!doctype html><html><head>
<base href="${productUrl}/evil-base/">
<meta http-equiv="refresh" content="0;url=${productUrl}/evil-refresh">
<link rel="stylesheet" href="http://evil.example/evil.css">
<style>@import url(http://evil.example/evil-import.css); .words { background: url(http://evil.example/evil-sheet.png); color: #0a5f5a }</style>
<script>top.hacked = true; alert('evil'); document.title = 'evil'</script>
</head><body onload="top.hacked = true" background="http://evil.example/evil-body.png">
<p class="words" style="background-image: u\\72l('http://evil.example/evil-style.png')">Words one can read</p>
<img src="evil-broken" onerror="top.hacked = true; alert('evil')" alt="A broken one">
<img src="http://evil.example/evil-pixel.png" srcset="http://evil.example/evil-set.png 2x" alt="A counter">
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" alt="Its own">
<svg onload="top.hacked = true"><image href="http://evil.example/evil-svg.png"/><a xlink:href="javascript:top.hacked=true"><text>Vectors</text></a></svg>
<math><mtext><table><mglyph><style><img src=evil-math onerror="top.hacked = true"></style></mglyph></table></mtext></math>
<iframe src="${productUrl}/evil-frame"></iframe><object data="${productUrl}/evil-object"></object><embed src="${productUrl}/evil-embed">
<video src="http://evil.example/evil.mp4" poster="http://evil.example/evil-poster.png" autoplay></video>
<form action="${productUrl}/evil-form" method="post"><p>Words in a form</p><input name="secret" autofocus><button>Pay now</button></form>
<a href="javascript:top.hacked=true">A trap</a> <a href="data:text/html,evil">Another trap</a>
<a href="${follow}" target="_top" ping="http://evil.example/evil-ping">Confirm your address</a>
<noscript><img src="http://evil.example/evil-noscript.png"></noscript><template><img src="http://evil.example/evil-template.png"></template>
</body></html>`

/** Named like the mailbox's own files, and newer than all of them. */
async function putIntoMailbox({ subject, html }: { subject: string; html: string }): Promise<string> {
  const at = new Date(Date.now() + 3_600_000).toISOString().replaceAll(/[:.]/g, '-')
  const file = join(mailFolder, `${at}-${randomUUID()}.eml`)
  const lines = [
    'From: Somebody <somebody@clients.example>',
    'To: owner@clients.example',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="mixed"',
    '',
    '--mixed',
    'Content-Type: multipart/alternative; boundary="either"',
    '',
    '--either',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The same words without any form',
    '--either',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(html)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '--either--',
    '--mixed',
    'Content-Type: text/html; name="page.html"',
    'Content-Disposition: attachment; filename="page.html"',
    '',
    '<script>alert("evil")</script>',
    '--mixed--',
    '',
  ]
  await mkdir(mailFolder, { recursive: true, mode: 0o700 })
  await writeFile(file, lines.join('\r\n'), { mode: 0o600 })
  return file
}

async function openEmailManagement(page: Page) {
  await page.goto('/admin?tab=email')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Built-in mailbox')).toBeVisible()
  return part
}

/** Other tests send mail meanwhile, and the list first shows ten. */
async function showMoreUntil(part: Locator, wanted: Locator): Promise<void> {
  const more = part.getByRole('button', { name: 'Show more' })
  while (!(await wanted.isVisible())) {
    await expect(wanted.or(more)).not.toHaveCount(0)
    if (!(await wanted.isVisible())) await more.click()
  }
}

// The message of a frame without scripts about the script that these tests run in every page.
const ownScript = "Blocked script execution in 'about:srcdoc'"
test.use({ allowedErrors: [new RegExp(`^${ownScript}`)] })

test.describe('a message', () => {
  // The messages of the page's own policy while the frame is parsed, before anything of it is shown.
  const ofThePolicy = "(?:Setting the document's base URI|Executing inline event handler) .*violates"
  test.use({ allowedErrors: [new RegExp(`^(?:${ownScript}|${ofThePolicy})`)] })

  test('that tries everything is shown harmless', async ({ page, request, context }) => {
    const asked: string[] = []
    const opened: string[] = []
    page.on('request', (one) => asked.push(one.url()))
    page.on('dialog', (dialog) => {
      opened.push(dialog.message())
      void dialog.dismiss()
    })
    context.on('page', (other) => opened.push(other.url()))
    const subject = `Hostile ${randomUUID()}`
    const file = await putIntoMailbox({ subject, html: hostileHtml })
    try {
      await signInAdmin(page, request)
      const part = await openEmailManagement(page)
      const title = await page.title()
      await part('Built-in mailbox').getByRole('button', { name: subject }).click()

      const dialog = page.getByRole('dialog', { name: subject })
      await expect(dialog.getByText('somebody@clients.example')).toBeVisible()
      const box = dialog.locator('iframe')
      expect(await box.getAttribute('sandbox')).toBe('')
      const frame = box.contentFrame()
      await expect(frame.getByText('Words one can read')).toHaveCSS('color', 'rgb(10, 95, 90)')
      await expect(frame.getByText('Words in a form')).toBeVisible()
      await expect(frame.getByText('Picture not loaded: A broken one')).toBeVisible()
      await expect(frame.getByText('Picture not loaded: A counter')).toBeVisible()
      await expect(frame.getByRole('img', { name: 'Its own' })).toHaveCount(1)
      await expect(
        frame.locator(
          'script, iframe, object, embed, svg, math, form, input, button, video, link, base, template, noscript, [href], [srcset], [background], [ping], [onload], [onerror], [http-equiv=refresh]',
        ),
      ).toHaveCount(0)
      for (const words of ['A trap', 'Another trap', 'Confirm your address'])
        await frame.getByText(words).click()

      const links = dialog.getByRole('region', { name: 'Links in this message' }).getByRole('link')
      await expect(links).toHaveCount(1)
      await expect(links).toHaveAttribute('href', follow)
      await expect(links).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(links).toContainText(follow)
      await expectToLookWell(page)

      await dialog.getByRole('button', { name: 'Plain text' }).click()
      await expect(dialog.getByText('The same words without any form')).toBeVisible()
      await expect(box).toHaveCount(0)
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download page.html' }).click()
      const saved = await downloading
      expect(saved.suggestedFilename()).toBe('page.html')
      expect(await readFile(await saved.path(), 'utf8')).toContain('<script>')

      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: subject })).toBeFocused()
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
      expect(await page.title()).toBe(title)
      expect(new URL(page.url()).pathname).toBe('/admin')
      expect(opened).toEqual([])
      const own = (url: string) => url.startsWith(`${productUrl}/`) || /^(?:data|blob|about):/.test(url)
      expect(asked.filter((url) => !own(url) || url.includes('evil'))).toEqual([])
    } finally {
      await rm(file)
    }
  })
})

test('an admin tries the mail out, follows it, and sends a failed one again', async ({ page, request }) => {
  const { email } = await signInAdmin(page, request)
  const part = await openEmailManagement(page)
  const addresses = part('Platform email addresses')
  for (const name of ['support', 'admin', 'info', 'sales'])
    await expect(addresses.getByText(`${name}@millrace.example`, { exact: true })).toBeVisible()
  for (const step of ['DNS', 'provider', 'Verify the domain', 'templates and functions'])
    await expect(addresses.getByRole('listitem').filter({ hasText: step }).first()).toBeVisible()
  await expect(addresses).toContainText('Nothing leaves this machine')

  const trial = part('Test email')
  const field = trial.getByLabel('Send to')
  await expect(field).toHaveValue(email)
  await field.fill('nobody')
  await trial.getByRole('button', { name: 'Send test email' }).click()
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address.')
  const to = newEmail()
  await field.fill(to)
  await field.press('Enter')
  await expect(trial.getByRole('status')).toContainText('It’s in the mailbox below.')

  const check = part('DNS check')
  await check.getByRole('button', { name: 'Check DNS' }).click()
  const records = check.getByRole('list', { name: 'Records of millrace.example' }).getByRole('listitem')
  await expect(records).toContainText([/^MX/, /^SPF/, /^DKIM/, /^DMARC/])
  await expect(records.first()).toContainText('placeholder')

  const outbox = part('Outbox')
  const mailbox = part('Built-in mailbox')
  const row = outbox.getByRole('row').filter({ hasText: to })
  await showMoreUntil(outbox, row)
  await expect(row).toContainText('Test email')
  await expect(row).toContainText('Sent')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expectToLookWell(page)

  await asDatabaseOwner(
    `update mails set state = 'failed', sent_at = null, last_error = 'No such mailbox.' where to_address = $1`,
    [to],
  )
  await outbox.getByRole('button', { name: 'Failed' }).click()
  await expect(row).toContainText('No such mailbox.')
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Email Queued', to)).toBeVisible()
  await expect(row).toHaveCount(0)
  await outbox.getByRole('button', { name: 'All' }).click()
  await expect(row).toContainText('Sent')

  await showMoreUntil(mailbox, mailbox.getByRole('button', { name: to }).first())
  await trial.getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test email from Millrace' })
  await expect(dialog.locator('iframe').contentFrame().getByRole('heading')).toHaveText(
    'Test email from Millrace',
  )
  await expect(dialog.getByRole('link', { name: productUrl })).toBeVisible()
})
