import { expect, test } from 'vitest'
import { type HealthFacts, describeHealth } from './health-rules.ts'

const now = new Date('2026-11-05T12:00:00Z')
const gigabyte = 1_000_000_000
const jobs = { waiting: 0, waitingSince: null, running: 1, retrying: 0, failed: 0 }
const fine: HealthFacts = {
  now,
  databaseMs: 1.4,
  jobs,
  mail: { smtpHost: 'mail.example.com', failedInADay: 0, late: 0, retrying: 0 },
  disk: { freeBytes: 40 * gigabyte, totalBytes: 100 * gigabyte },
  backup: { lastAt: '2026-11-03T12:00:00Z', isEmbeddedDatabase: true },
  hasLiveCards: true,
  hasBanks: true,
  rates: { newestDay: '2026-10-29', source: 'Test Bank', error: null },
}
const { mail, backup, rates } = fine
const old = { ...backup, lastAt: '2026-10-27T12:00:00Z' }
const never = { ...backup, lastAt: null }
const waiting = (waitingSince: string) => ({ ...jobs, waiting: 4, waitingSince })
const volume = (freeBytes: number, totalBytes: number) => ({ freeBytes, totalBytes })

test('when all is well, every part says so in its order', () => {
  expect(describeHealth(fine)).toEqual([
    { part: 'database', verdict: 'good', words: 'The database answers in 1 ms.' },
    { part: 'jobs', verdict: 'good', words: 'Background jobs are up to date.' },
    {
      part: 'mail',
      verdict: 'good',
      words: 'Email is sent through mail.example.com. None failed in the last 24 hours.',
    },
    { part: 'disk', verdict: 'good', words: '40 GB of 100 GB is free on the data folder’s disk.' },
    { part: 'backup', verdict: 'good', words: 'The last backup was made 2 days ago.' },
    { part: 'cards', verdict: 'good', words: 'Cards are charged through Stripe.' },
    { part: 'banks', verdict: 'good', words: 'Banks are connected through Plaid.' },
    { part: 'rates', verdict: 'good', words: 'The newest exchange rates are of Oct 29, 2026 (Test Bank).' },
  ])
})

type Case = [string, string, Partial<HealthFacts>, string, RegExp]

const cases: Case[] = [
  ['database', 'at the limit', { databaseMs: 250 }, 'good', /answers in 250 ms/],
  ['database', 'slow', { databaseMs: 412.3 }, 'attention', /is slow. It answers in 412 ms/],
  ['jobs', 'waiting a little', { jobs: waiting('2026-11-05T11:55:00Z') }, 'good', /up to date/],
  [
    'jobs',
    'waiting',
    { jobs: waiting('2026-11-05T11:48:00Z') },
    'attention',
    /^Jobs have been waiting for 12 minutes\. Is a process with ROLE=all or ROLE=worker running\?$/,
  ],
  ['jobs', 'done by nobody', { jobs: waiting('2026-11-05T09:00:00Z') }, 'bad', /waiting for 3 hours/],
  [
    'jobs',
    'one given up',
    { jobs: { ...jobs, failed: 1 } },
    'attention',
    /^1 job failed this week\. See below\.$/,
  ],
  [
    'jobs',
    'waiting and given up',
    { jobs: { ...waiting('2026-11-05T11:48:00Z'), failed: 3 } },
    'attention',
    /running\? 3 jobs failed this week\. See below\.$/,
  ],
  [
    'mail',
    'for the built-in mailbox',
    { mail: { ...mail, smtpHost: null } },
    'attention',
    /^Email is saved in the built-in mailbox, so no one receives it\. Set SMTP_URL\.$/,
  ],
  [
    'mail',
    'that failed',
    { mail: { ...mail, failedInADay: 1 } },
    'attention',
    /^1 email from the last 24 hours/,
  ],
  ['mail', 'put off', { mail: { ...mail, retrying: 1 } }, 'attention', /^1 email couldn’t be delivered yet/],
  [
    'mail',
    'that stays',
    { mail: { ...mail, late: 2 } },
    'attention',
    /^2 emails have been queued for more than 15/,
  ],
  [
    'disk',
    'below a tenth',
    { disk: volume(9.9 * gigabyte, 100 * gigabyte) },
    'attention',
    /Free up space soon/,
  ],
  ['disk', 'below 2 GB', { disk: volume(1.9 * gigabyte, 4 * gigabyte) }, 'attention', /^1\.9 GB of 4 GB/],
  ['disk', 'of 2 GB', { disk: volume(2 * gigabyte, 4 * gigabyte) }, 'good', /^2 GB of 4 GB is free/],
  ['disk', 'full', { disk: volume(499_000_000, 4 * gigabyte) }, 'bad', /^499 MB .* stops Millrace/],
  ['disk', 'unknown', { disk: null }, 'attention', /^The free disk space is unknown/],
  [
    'backup',
    'missing',
    { backup: never },
    'attention',
    /^No backup is on record\. Run npm run backup on the server/,
  ],
  [
    'backup',
    'of a Postgres of one’s own',
    { backup: { ...never, isEmbeddedDatabase: false } },
    'attention',
    /If APP_SECRET is set, keep it too/,
  ],
  [
    'backup',
    'that is old',
    { backup: old },
    'attention',
    /^The last backup was made 9 days ago\. Run npm run backup/,
  ],
  [
    'cards',
    'of the sandbox',
    { hasLiveCards: false },
    'attention',
    /no real money moves\. Set STRIPE_SECRET_KEY/,
  ],
  ['banks', 'for show', { hasBanks: false }, 'good', /^Only the demo bank/],
  [
    'rates',
    'not there',
    { rates: { newestDay: null, source: null, error: null } },
    'good',
    /^There are no exchange rates\. Businesses enter their own\. Set RATES_URL, or run npm run rates/,
  ],
  [
    'rates',
    'too old to be used',
    { rates: { ...rates, newestDay: '2026-10-28' } },
    'attention',
    /are of Oct 28, 2026 \(Test Bank\)\. Set RATES_URL/,
  ],
  [
    'rates',
    'not to be had',
    { rates: { ...rates, error: 'The server answered with status 503.' } },
    'attention',
    /^New exchange rates couldn’t be fetched\. The server answered with status 503\. The newest/,
  ],
]

test.each(cases)('%s %s', (part, _, facts, verdict, words) => {
  const lines = describeHealth({ ...fine, ...facts })
  const line = lines.find((found) => found.part === part)
  expect(line).toMatchObject({ verdict, words: expect.stringMatching(words) })
  // The others say what they say when all is well.
  const otherLines = describeHealth(fine).filter((found) => found.part !== part)
  expect(lines.filter((found) => found !== line)).toEqual(otherLines)
})

test('the worst comes first', () => {
  const lines = describeHealth({ ...fine, disk: volume(1, gigabyte), hasLiveCards: false, databaseMs: 900 })
  expect(lines.map(({ part }) => part)).toEqual([
    'disk',
    'database',
    'cards',
    'jobs',
    'mail',
    'backup',
    'banks',
    'rates',
  ])
})
