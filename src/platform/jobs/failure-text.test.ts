import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { failureText, keptReason } from './failure-text.ts'

const queryFailed = 'A query failed. The log has the details.'
const wrongData = 'The job’s input could not be understood. The log has the details.'
const failedQuery = new DrizzleQueryError('insert into mails values ($1)', ['a secret'], new Error('no room'))
const refused = new pg.DatabaseError('invalid input syntax for type uuid: "a secret"', 10, 'error')
const misunderstood = z.strictObject({ id: z.uuid() }).safeParse({ id: 'a secret' }).error

test.each([
  ['a failed query', failedQuery, queryFailed],
  ['what Postgres refused', refused, queryFailed],
  ['what a job does not understand', misunderstood, wrongData],
  ['a refusal of ours', new AppError('UNAVAILABLE', 'The bank is away.'), 'The bank is away.'],
  ['more than a line', new Error('It broke.\nparams: a secret'), 'It broke.'],
  ['an address', new Error('No mailbox <one@client.example>.'), 'No mailbox <(an address)>.'],
  ['something else that was thrown', 'no', 'no'],
  ['nothing at all', new Error(''), 'The reason is unknown. The log may have it.'],
])('what is kept of %s', (_, error, words) => {
  expect(failureText(error)).toBe(words)
})

test('a long reason is cut', () => {
  expect(failureText(new Error('x'.repeat(500)))).toBe(`${'x'.repeat(199)}…`)
})

test.each([
  ['ours', { message: 'The bank is away.' }, 'The bank is away.'],
  ['an earlier version’s', { message: `Error: ${failedQuery.message}` }, queryFailed],
  ['an earlier version’s, of data', { message: misunderstood?.message }, wrongData],
  ['an earlier version’s, with its kind', { message: 'TypeError: no such thing' }, 'no such thing'],
  ['one of no answer', { value: { message: 'job timed out' } }, /^It took too long, or the process/],
  ['one of a stop', { value: 'pg-boss shut down while active' }, /^It took too long, or the process/],
  ['none', null, /^The reason is unknown/],
])('a kept reason that is %s', (_, output, words) => {
  expect(keptReason(output)).toMatch(words)
})
