import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function capture(isTTY = false) {
  const lines: string[] = []
  const log = createLog('info', { isTTY, write: (line: string) => void lines.push(line) })
  return { log, lines }
}

test('a line is JSON with a time and a level', () => {
  const { log, lines } = capture()
  log.info({ requestId: 'r1' }, 'hello')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 30,
    requestId: 'r1',
    msg: 'hello',
    time: expect.any(String),
  })
})

test('for a person it is a short line instead', () => {
  const { log, lines } = capture(true)
  log.warn({ path: '/x' }, 'page not found')
  expect(lines[0]).toMatch(/\d\d:\d\d:\d\d .*page not found.*path=\/x/)
})

test('passwords, tokens and cookies are taken out, however deep they stand', () => {
  const { log, lines } = capture()
  log.info(
    { password: 's3cret', body: { newPassword: 's3cret', inner: { token: 's3cret' } }, cookie: 's3cret' },
    'x',
  )
  expect(lines[0]).not.toContain('s3cret')
})

test('a failed query tells what went wrong and not what was being written', () => {
  const { log, lines } = capture()
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (x)=(s3cret) exists',
  })
  log.error({ err: new DrizzleQueryError('insert into t values ($1)', ['s3cret'], cause) }, 'failed')
  expect(lines[0]).toContain('duplicate key value')
  expect(lines[0]).not.toContain('s3cret')
})
