import { expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { signInAdmin } from '../support/e2e/admin.ts'
import { expectToLookWell, test, toast } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { isSpread } from '../support/e2e/settings.ts'

/** Adds a harmless job of the product that has failed its last try. */
async function giveUpJob(): Promise<string> {
  const id = randomUUID()
  await asDatabaseOwner(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, policy, started_on, completed_on, output)
     values ($1, 'forget-expired', '{}', 'failed', 8, 8, 'standard', now(), now(),
       '{"message": "Error: Failed query: select $1\\nparams: a secret"}')`,
    [id],
  )
  return id
}

test('an administrator sees how the system is, runs a failed job again, and finds that in the audit log', async ({
  page,
  request,
}) => {
  const { email } = await signInAdmin(page, request)
  const id = await giveUpJob()
  await page.goto('/admin/system')
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()

  const health = page.getByRole('region', { name: 'Health' })
  await expect(health.getByRole('listitem')).toHaveCount(8)
  await expect(health).toContainText('Email is saved in the built-in mailbox, so no one receives it.')
  await expect(health).toContainText(/The database answers in \d+ ms\./)
  await expect(health.getByText('Needs attention').first()).toBeVisible()
  const facts = page.getByRole('region', { name: 'This installation' })
  await expect(facts).toContainText(/Version\d+\.\d+/)
  await expect(facts).toContainText(isSpread ? /Postgres\d+\.\d+, external/ : /Postgres\d+\.\d+, built in/)
  await expect(facts).toContainText(/Database size\d+ MB/)
  await expect(facts).toContainText('Last backupNone on record')
  await expect(page.getByRole('region', { name: 'Background jobs' })).toContainText('Failed')

  const jobs = page.getByRole('region', { name: 'Failed jobs' })
  const row = jobs.getByRole('row', { name: /forget-expired/ })
  await expect(row).toContainText('A query failed. The log has the details.')
  await expect(jobs).not.toContainText('a secret')
  await expectToLookWell(page)

  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(toast(page, 'The job is running again.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(jobs.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
  const stateOf = async () => asDatabaseOwner('select state from pgboss.job where id = $1', [id])
  await expect.poll(stateOf).toEqual([{ state: 'completed' }])

  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  const noted = page.getByRole('row', { name: new RegExp(email) })
  await expect(noted).toContainText('Ran a failed job again')
  await expect(noted).toContainText('forget-expired')
  // The IP address of this test, and its browser.
  await expect(noted).toContainText(/10\.\d+\.\d+\.\d+Chrome on \w+/)
  await expectToLookWell(page)

  // The whole address, in any case.
  const person = page.getByRole('searchbox', { name: 'Email address' })
  await person.fill(email.toUpperCase())
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(noted).toBeVisible()
  const action = page.getByRole('combobox', { name: 'Action' })
  await action.selectOption('Made admin')
  await expect(page.getByRole('heading', { name: 'No entries match these filters' })).toBeVisible()
  await expect(page).toHaveURL(/action=grant-admin/)
  await action.selectOption('Ran a failed job again')
  await expect(noted).toBeVisible()
  await page.reload()
  await expect(noted).toBeVisible()
  await expect(action).toHaveValue('retry-job')
  await page.getByRole('searchbox').fill(email.slice(1))
  await expect(page.getByRole('heading', { name: 'No entries match these filters' })).toBeVisible()
  await expectToLookWell(page)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(noted).toBeVisible()
  await expect(person).toHaveValue('')
})

test('what cannot be loaded says so, and is asked for again', async ({ page, request }) => {
  await signInAdmin(page, request)
  const refused = { status: 500, contentType: 'application/problem+json', body: '{}' }
  await page.route(/\/api\/v1\/admin\/(system|jobs|audit-log)/, (route) => route.fulfill(refused))
  await page.goto('/admin/audit-log')
  await expect(page.getByText('The audit log could not be loaded')).toBeVisible()
  await page.goto('/admin/system')
  await expect(page.getByText('The state of the system could not be loaded')).toBeVisible()
  await expect(page.getByText('The failed jobs could not be loaded')).toBeVisible()
  await expectToLookWell(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('region', { name: 'Health' }).getByRole('listitem')).toHaveCount(8)
})
